#include "cli/options/values.hpp"

#include "cli/help/suggest.hpp"
#include "jobs/result_file.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>

#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

namespace xq::cli {

namespace {

constexpr std::size_t shown_bytes = 60; // of what the user typed, in an error

std::string shown(const std::string& text) {
  return text.size() <= shown_bytes ? text : text.substr(0, shown_bytes) + "...";
}

/// A number in front and what follows it.
std::optional<std::pair<std::uint64_t, std::string>> split_number(const std::string& text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{}) {
    return std::nullopt;
  }
  return std::pair{number, std::string{rest, end}};
}

std::string bytes_text(std::uint64_t n) {
  constexpr std::uint64_t kilo = 1024;
  int unit = 0;
  while (n != 0 && n % kilo == 0 && unit < 3) {
    n /= kilo;
    ++unit;
  }
  constexpr std::string_view letters = " KMG";
  const std::string number = std::to_string(n);
  return unit == 0 ? number : number + letters[static_cast<std::size_t>(unit)];
}

} // namespace

FileRoleFunction reads(std::string_view kind) {
  return [role = FileRole{FileUse::read, std::string{kind}}] { return role; };
}

FileRoleFunction changes(std::string_view kind) {
  return [role = FileRole{FileUse::change, std::string{kind}}] { return role; };
}

FileRoleFunction replaces(std::string_view kind) {
  return [role = FileRole{FileUse::replace, std::string{kind}}] { return role; };
}

FileRole replaces_when_complete(std::string_view kind) {
  FileRole role{FileUse::replace, std::string{kind}};
  role.companions.push_back({to_translate("the unfinished result"),
                             std::string{jobs::ResultFile::suffix}, role.use, role.kind});
  return role;
}

Value flag(bool& target) {
  Value value;
  value.many = true; // a repeated flag changes nothing
  value.accept = [&target](const std::string&) { target = true; };
  return value;
}

Value text(std::string& target, std::string name) {
  Value value;
  value.name = std::move(name);
  value.default_text = target;
  value.accept = [&target](const std::string& t) { target = t; };
  return value;
}

Value command(std::string& target, std::string name) {
  Value value = text(target, std::move(name));
  value.is_bytes = true;
  return value;
}

Value file(std::string& target, FileRoleFunction role, std::string name) {
  Value value = text(target, std::move(name));
  value.hint = Hint::file;
  value.role = std::move(role);
  value.accept = [&target](const std::string& t) {
    if (t.empty()) {
      throw make_error<UsageError>("a file name cannot be empty");
    }
    target = t;
  };
  return value;
}

Value texts(std::vector<std::string>& target, std::string name) {
  Value value;
  value.name = std::move(name);
  value.many = true;
  value.accept = [&target](const std::string& t) { target.push_back(t); };
  return value;
}

Value files(std::vector<std::string>& target, FileRoleFunction role, std::string name) {
  Value value = texts(target, std::move(name));
  value.hint = Hint::file;
  value.role = std::move(role);
  value.accept = [&target](const std::string& t) {
    if (t.empty()) {
      throw make_error<UsageError>("a file name cannot be empty");
    }
    target.push_back(t);
  };
  return value;
}

Value choice(std::string& target, std::vector<std::string> choices, std::string name) {
  Value value;
  value.name = std::move(name);
  value.default_text = target;
  value.choices = choices;
  value.accept = [&target, choices = std::move(choices)](const std::string& t) {
    require_choice(t, choices);
    target = t;
  };
  return value;
}

Value bytes(std::uint64_t& target, std::string name) {
  Value value;
  value.name = std::move(name);
  value.default_text = target == 0 ? std::string{} : bytes_text(target);
  value.accept = [&target](const std::string& t) {
    const auto split = split_number(t);
    constexpr std::string_view units = "KMGT";
    const std::string unit = split ? split->second : "?";
    std::uint64_t shift = 0;
    if (!unit.empty() && unit != "B") {
      const char letter =
          unit[0] >= 'a' && unit[0] <= 'z' ? static_cast<char>(unit[0] - 32) : unit[0];
      const std::size_t at = units.find(letter);
      const std::string tail = unit.substr(1);
      if (at == std::string_view::npos || !(tail.empty() || tail == "B" || tail == "iB")) {
        throw make_error<UsageError>("'{}' is not a size. Write 512M or 2G.", shown(t));
      }
      shift = 10 * (at + 1);
    }
    if (split->first > (std::uint64_t{1} << 50U) >> shift) {
      throw make_error<UsageError>("{} is more than a petabyte", shown(t));
    }
    target = split->first << shift;
  };
  return value;
}

Value duration(std::chrono::milliseconds& target, std::chrono::milliseconds unit,
               std::string name) {
  Value value;
  value.name = std::move(name);
  if (target.count() != 0) {
    value.default_text = target.count() % 1000 == 0 ? std::to_string(target.count() / 1000) + "s"
                                                    : std::to_string(target.count()) + "ms";
  }
  value.accept = [&target, unit](const std::string& t) {
    const auto split = split_number(t);
    const std::pair<std::string_view, std::int64_t> table[] = {
        {"", unit.count()}, {"ms", 1}, {"s", 1000}, {"m", 60'000}, {"h", 3'600'000}};
    for (const auto& [suffix, factor] : table) {
      if (split && split->second == suffix && split->first <= 1'000'000'000) {
        target = std::chrono::milliseconds{static_cast<std::int64_t>(split->first) * factor};
        return;
      }
    }
    throw make_error<UsageError>("'{}' is not a time. Write 250ms, 10s, 5m or 8h.", shown(t));
  };
  return value;
}

Value move_time(std::chrono::milliseconds& target) {
  Value value = duration(target, std::chrono::milliseconds{1});
  value.accept = [&target, accept = std::move(value.accept)](const std::string& t) {
    accept(t);
    if (target.count() == 0) {
      throw make_error<UsageError>("a move needs more time than 0");
    }
  };
  return value;
}

void require_choice(const std::string& text, const std::vector<std::string>& choices) {
  std::string all;
  for (const std::string& choice : choices) {
    if (choice == text) {
      return;
    }
    all.append(all.empty() ? "" : translate(", ")).append(choice);
  }
  throw make_error<UsageError>("'{}' is not one of {}.{}", shown(text), all,
                               suggestion(text, choices));
}

} // namespace xq::cli
