#include "cli/options/engine_side.hpp"

#include "base/text/text.hpp"
#include "cli/options/engine_book.hpp"
#include "cli/options/values.hpp"

#include <xq/base/error.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

namespace xq::cli {

namespace {

using uci::ExternalOptions;

/// A value up to the next comma; "..." and '...' protect commas and are removed.
std::string take_value(std::string_view& list) {
  std::string value;
  char quote = 0;
  std::size_t i = 0;
  for (; i < list.size() && (quote != 0 || list[i] != ','); ++i) {
    if (list[i] == quote) {
      quote = 0;
    } else if (quote == 0 && value.empty() && (list[i] == '"' || list[i] == '\'')) {
      quote = list[i];
    } else {
      value += list[i];
    }
  }
  if (quote != 0) {
    throw make_error<UsageError>("a quote is not closed in '{}'", excerpt(list));
  }
  list.remove_prefix(std::min(i + 1, list.size()));
  return value;
}

/// An option of the built-in engine, by its UCI name.
void set_internal(engine::Settings& settings, const std::string& name, const std::string& value) {
  const engine::SettingInfo* const info = engine::find_setting(name);
  if (info == nullptr) {
    throw make_error<UsageError>("the engine has no option '{}'; `echo uci | xq engine` lists them",
                                 excerpt(name));
  }
  if (const std::string wrong = engine::change(settings, *info, value); !wrong.empty()) {
    throw UsageError{wrong}; // in the words of the engine's protocol
  }
}

void require_complete(const engine::Settings& settings) {
  if (const std::string missing = settings.missing(); !missing.empty()) {
    throw UsageError{missing};
  }
}

void set_option(EngineSide& side, const std::string& name, const std::string& value) {
  side.options.emplace_back(name, value);
}

/// The first limit that a side sets itself replaces all common ones.
void begin_limits(EngineSide& side) {
  if (!std::exchange(side.own_limit, true)) {
    side.nodes = 0;
    side.depth = 0;
    side.movetime = {};
    side.base = {};
    side.increment = {};
  }
}

std::chrono::milliseconds seconds(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !(value >= 0 && value <= 1e6)) {
    throw make_error<UsageError>("'{}' is no time control; wanted is seconds for the game, then + "
                                 "and seconds for a move: 10+0.1",
                                 excerpt(text));
  }
  return std::chrono::milliseconds{std::llround(value * 1000)};
}

using Setter = void (*)(EngineSide&, const std::string&);

// By the key before the equals sign, in the order of side_keys().
const std::map<std::string_view, Setter>& setters() {
  static const std::map<std::string_view, Setter> table{
      {"name", [](EngineSide& s, const std::string& v) { s.name = v; }},
      {"cmd", [](EngineSide& s, const std::string& v) { s.command = v; }},
      {"dir", [](EngineSide& s, const std::string& v) { s.folder = v; }},
      {"proto",
       [](EngineSide& s, const std::string& v) {
         require_choice(v, {"detect", "uci", "ucci"});
         s.protocol = v == "uci"    ? ExternalOptions::Protocol::uci
                      : v == "ucci" ? ExternalOptions::Protocol::ucci
                                    : ExternalOptions::Protocol::detect;
       }},
      {"ranks",
       [](EngineSide& s, const std::string& v) {
         s.ranks = parse_number(v, 0, 1) == 0 ? uci::RankBase::zero : uci::RankBase::one;
       }},
      {"nodes",
       [](EngineSide& s, const std::string& v) {
         begin_limits(s);
         s.nodes = static_cast<std::uint64_t>(parse_number(v, 1, INT64_MAX));
       }},
      {"depth",
       [](EngineSide& s, const std::string& v) {
         begin_limits(s);
         s.depth = static_cast<int>(parse_number(v, 1, 100));
       }},
      {"movetime",
       [](EngineSide& s, const std::string& v) {
         begin_limits(s);
         move_time(s.movetime).accept(v);
       }},
      {"tc",
       [](EngineSide& s, const std::string& v) {
         begin_limits(s);
         read_time_control(v, s.base, s.increment);
       }},
      {"hash", [](EngineSide& s, const std::string& v) { set_option(s, "Hash", v); }},
      {"threads", [](EngineSide& s, const std::string& v) { set_option(s, "Threads", v); }},
      {"level", [](EngineSide& s, const std::string& v) { set_option(s, "Skill Level", v); }},
      {"elo",
       [](EngineSide& s, const std::string& v) {
         set_option(s, "UCI_LimitStrength", "true");
         set_option(s, "UCI_Elo", v);
       }},
      {"book", [](EngineSide& s, const std::string& v) { set_option(s, "BookFile", v); }},
  };
  return table;
}

} // namespace

engine::Limits EngineSide::limits() const {
  engine::Limits out;
  out.nodes = nodes;
  out.depth = depth;
  out.move_time = movetime;
  return out;
}

std::string EngineSide::limit_text() const {
  std::string out;
  const auto add = [&](std::string_view word, auto value, std::string_view unit) {
    if (value > 0) {
      out += fmt::format("{}{} {}{}", out.empty() ? "" : ", ", word, value, unit);
    }
  };
  add("nodes", nodes, "");
  add("depth", depth, "");
  add("time", movetime.count(), " ms");
  if (!out.empty()) {
    out += " a move";
  }
  if ((base + increment).count() > 0) {
    out += fmt::format("{}{} s + {} s", out.empty() ? "" : ", ",
                       static_cast<double>(base.count()) / 1000,
                       static_cast<double>(increment.count()) / 1000);
  }
  return out;
}

bool EngineSide::same_play(const EngineSide& o) const {
  return command == o.command && folder == o.folder && protocol == o.protocol && ranks == o.ranks &&
         options == o.options && nodes == o.nodes && depth == o.depth && movetime == o.movetime &&
         base == o.base && increment == o.increment;
}

std::unique_ptr<engine::Searcher> EngineSide::start() const {
  if (!command.empty()) {
    ExternalOptions external;
    external.command = command;
    external.folder = folder;
    external.protocol = protocol;
    external.ranks = ranks;
    external.settings = options;
    return std::make_unique<uci::ExternalEngine>(std::move(external));
  }
  engine::Settings own = settings;
  for (const auto& [option, value] : options) {
    set_internal(own, option, value);
  }
  require_complete(own);
  const bool from_book = !own.book_file.empty();
  return std::make_unique<engine::InternalEngine>(own, from_book ? open_engine_book(own.book_file)
                                                                 : engine::BookProbe{});
}

void change_side(EngineSide& side, const std::string& key, const std::string& value) {
  constexpr std::string_view option = "option.";
  if (key.starts_with(option)) {
    set_option(side, key.substr(option.size()), value);
    return;
  }
  const auto setter = setters().find(key);
  if (setter == setters().end()) {
    throw make_error<UsageError>("'{}' is nothing a side has; known are {}", excerpt(key),
                                 translate(side_keys()));
  }
  setter->second(side, value);
}

void change_side(EngineSide& side, std::string_view list) {
  side.own_limit = false;
  while (!list.empty()) {
    const std::size_t end = list.find_first_of("=,");
    const std::string key{list.substr(0, end)};
    const bool has_value = end != std::string_view::npos && list[end] == '=';
    list.remove_prefix(std::min(key.size() + 1, list.size()));
    change_side(side, key, has_value ? take_value(list) : std::string{});
  }
}

void read_time_control(const std::string& text, std::chrono::milliseconds& base,
                       std::chrono::milliseconds& increment) {
  const std::size_t plus = text.find('+');
  base = seconds(text.substr(0, plus));
  increment = plus == std::string_view::npos ? std::chrono::milliseconds{0}
                                             : seconds(text.substr(plus + 1));
  if ((base + increment).count() == 0) {
    throw make_error<UsageError>("a time control of nothing; wanted is for example 10+0.1");
  }
}

std::pair<std::string, std::string> engine_option(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw make_error<UsageError>("--engine-option: '{}' is not NAME=VALUE", excerpt(text, 60));
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

void EvaluationOptions::describe(OptionSet& options) {
  Value value = texts(m_settings, "NAME=VALUE");
  value.is_bytes = true; // it may be the name of a file
  options.add("engine-option", std::move(value),
              "how the engine evaluates: Evaluation=handwritten, Evaluation=network, "
              "EvalFile=FILE; may be repeated");
}

std::shared_ptr<const engine::Network>
EvaluationOptions::network(std::span<const std::string> settings) {
  engine::Settings own;
  for (const std::string& text : settings) {
    const auto [name, value] = engine_option(text);
    const engine::SettingInfo* const info = engine::find_setting(name);
    if (info == nullptr || (info->string != &engine::Settings::evaluation &&
                            info->string != &engine::Settings::eval_file)) {
      throw make_error<UsageError>(
          "--engine-option: of the engine inside, Evaluation and EvalFile can be set, not '{}'",
          excerpt(name, 60));
    }
    set_internal(own, name, value);
  }
  require_complete(own);
  return own.options().network;
}

std::string_view side_keys() noexcept {
  return to_translate("name, cmd, dir, proto, ranks, nodes, depth, movetime, tc, hash, threads, "
                      "level, elo, book and option.NAME");
}

} // namespace xq::cli
