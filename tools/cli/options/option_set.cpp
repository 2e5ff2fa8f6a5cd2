#include "cli/options/option_set.hpp"

#include "base/os/file.hpp"
#include "base/text/text.hpp"
#include "cli/files/file_kind.hpp"
#include "cli/help/suggest.hpp"
#include "cli/language.hpp"

#include <xq/base/error.hpp>

#include <boost/program_options.hpp>
#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace xq::cli {

namespace {

namespace po = boost::program_options;

constexpr const char* argument_key = "\x01"; // no option has this name

po::options_description to_boost(const std::vector<OptionSet::Option>& options) {
  po::options_description all;
  for (const auto& option : options) {
    std::string names = option.long_name;
    if (option.short_name != 0) {
      names += std::string{","} + option.short_name;
    }
    if (option.value.is_flag()) {
      all.add_options()(names.c_str(), option.description.c_str());
    } else {
      all.add_options()(names.c_str(), po::value<std::string>(), option.description.c_str());
    }
  }
  all.add_options()(argument_key, po::value<std::vector<std::string>>(), "");
  return all;
}

/// What the user typed, split by Boost.Program_options; only the splitting, since its own checks
/// have surprises (a negative number read as unsigned, a path cut at a blank).
std::vector<po::basic_option<char>> split(const std::vector<OptionSet::Option>& options,
                                          const std::vector<std::string>& words) {
  const po::options_description all = to_boost(options);
  po::positional_options_description positional;
  positional.add(argument_key, -1);
  namespace style = po::command_line_style;
  po::command_line_parser parser{words};
  parser.options(all).positional(positional);
  parser.style(style::unix_style & ~style::allow_guessing); // --prog must not mean --progress
  try {
    return parser.run().options;
  } catch (const po::unknown_option& e) {
    std::string name = e.get_option_name();
    name.erase(0, name.find_first_not_of('-'));
    std::vector<std::string> known;
    std::transform(options.begin(), options.end(), std::back_inserter(known),
                   [](const auto& o) { return o.long_name; });
    throw make_error<UsageError>("unknown option '{}'.{}", e.get_option_name(),
                                 suggested_option(name.substr(0, name.find('=')), known));
  } catch (const po::invalid_command_line_syntax& e) {
    const bool extra = e.kind() == po::invalid_syntax::extra_parameter;
    throw extra
        ? make_error<UsageError>("option '{}' does not take any arguments", e.get_option_name())
        : make_error<UsageError>("the required argument for option '{}' is missing",
                                 e.get_option_name());
  } catch (const po::error& e) {
    throw UsageError{e.what()};
  }
}

/// What the user meant by `word`: names of files and commands are bytes, other texts are written in
/// the encoding of the terminal.
std::string meant(const Value& value, const std::string& word) {
  const bool is_bytes = value.is_bytes || value.role || value.hint != Hint::none;
  return is_bytes ? word : from_command_line(word);
}

/// ` Did you mean '--db games.xqdb'?` where the last argument is probably the file that a required
/// option wants. A file that is there already is no result: the command reads it.
std::string suggested_file(const OptionSet::Option& option, const std::vector<std::string>& words) {
  if (words.empty() || !option.value.role) {
    return {};
  }
  const std::string& last = words.back();
  const auto role = option.value.role();
  const bool likely = is_meant_as(last, role.kind) &&
                      (role.use != FileUse::replace || !os::status_of(last).has_value());
  return likely ? localized(" Did you mean '{}{}'?", "--" + option.long_name + " ", last)
                : std::string{};
}

void accept(const OptionSet::Option& option, const std::string& text) {
  try {
    option.value.accept(meant(option.value, text));
  } catch (const UsageError& e) {
    throw make_error<UsageError>("--{}: {}", option.long_name, e.what());
  }
}

} // namespace

OptionSet::Option& OptionSet::add(std::string_view names, Value value, std::string description) {
  Option option;
  const std::size_t comma = names.find(',');
  option.long_name = names.substr(0, comma);
  option.short_name = comma == std::string_view::npos ? '\0' : names[comma + 1];
  option.group = m_group;
  option.description = std::move(description);
  option.value = std::move(value);
  for (const Option& other : m_options) {
    if (other.long_name == option.long_name ||
        (option.short_name != 0 && other.short_name == option.short_name)) {
      throw std::logic_error{"two options are called " + std::string{names}};
    }
  }
  return m_options.emplace_back(std::move(option));
}

void OptionSet::add_argument(Value value, std::string description, std::size_t least,
                             std::size_t most) {
  std::string name = value.name;
  m_arguments.push_back(
      {std::move(name), std::move(description), std::move(value), least, most, {}, {}});
}

void OptionSet::add_alternative(std::string_view option, std::string description,
                                std::function<bool(const std::string&)> claims) {
  const Value& given = this->option(option).value;
  Argument argument{given.name, std::move(description), given, 0, given.many ? any_number : 1,
                    {},         std::string{option}};
  argument.value.claims = std::move(claims);
  m_arguments.insert(m_arguments.begin(), std::move(argument));
}

bool OptionSet::has_alternative(const Option& option) const {
  return std::any_of(m_arguments.begin(), m_arguments.end(),
                     [&](const Argument& a) { return a.stands_for == option.long_name; });
}

bool OptionSet::has_own_arguments() const {
  return std::any_of(m_arguments.begin(), m_arguments.end(),
                     [](const Argument& a) { return a.stands_for.empty(); });
}

OptionSet::Option& OptionSet::option(std::string_view long_name) {
  const auto found = std::find_if(m_options.begin(), m_options.end(),
                                  [&](const Option& o) { return o.long_name == long_name; });
  if (found == m_options.end()) {
    throw std::logic_error{"no option is called " + std::string{long_name}};
  }
  return *found;
}

bool OptionSet::given(std::string_view long_name) const {
  return std::any_of(m_options.begin(), m_options.end(),
                     [&](const Option& o) { return o.long_name == long_name && o.given(); });
}

std::vector<NamedFile> OptionSet::files() const {
  std::vector<NamedFile> all;
  const auto add = [&](const std::string& name, const Value& value,
                       const std::vector<std::string>& paths) {
    for (const std::string& path : paths) {
      if (!value.role) {
        return;
      }
      const FileRole role = value.role();
      all.push_back({name, name, path, role});
      for (const auto& with : role.companions) {
        if (path != "-") {
          all.push_back({localized("{} of {}", translate(with.name), name),
                         name,
                         path + with.suffix,
                         {with.use, with.kind}});
        }
      }
    }
  };
  for (const Argument& argument : m_arguments) {
    add(argument.name, argument.value, argument.texts);
  }
  for (const Option& option : m_options) {
    add(option.short_name == 0 ? "--" + option.long_name : std::string{"-"} + option.short_name,
        option.value, option.texts);
  }
  return all;
}

bool OptionSet::replaces_files() const {
  return std::any_of(m_options.begin(), m_options.end(), [](const Option& o) {
    return o.value.role && o.value.role().use == FileUse::replace;
  });
}

void OptionSet::parse(const std::vector<std::string>& words,
                      const std::vector<std::string>& shortcuts) {
  std::vector<std::string> arguments;
  for (const auto& parsed : split(m_options, words)) {
    if (parsed.string_key == argument_key) {
      arguments.insert(arguments.end(), parsed.value.begin(), parsed.value.end());
      continue;
    }
    auto& option = this->option(parsed.string_key);
    if (option.given() && !option.value.many) {
      throw make_error<UsageError>("--{} is given twice", option.long_name);
    }
    option.texts.push_back(parsed.value.empty() ? std::string{} : parsed.value.front());
    accept(option, option.texts.back());
  }
  const bool complain = std::none_of(shortcuts.begin(), shortcuts.end(),
                                     [&](const std::string& s) { return given(s); });
  if (complain) {
    take_alternatives(arguments);
  }
  distribute(arguments, complain);
  for (const Option& option : m_options) {
    if (!complain || !option.required || option.given()) {
      continue;
    }
    if (has_alternative(option)) {
      throw make_error<UsageError>("{} is missing", option.value.name);
    }
    throw make_error<UsageError>("--{} {} is missing.{}", option.long_name, option.value.name,
                                 suggested_file(option, arguments));
  }
}

void OptionSet::take_alternatives(std::vector<std::string>& words) {
  std::size_t needed = 0; // by other arguments
  for (const Argument& argument : m_arguments) {
    needed += argument.least;
  }
  const auto take = [&](Option& target, std::size_t at) {
    target.texts.push_back(words[at]);
    accept(target, words[at]);
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
  };
  Option* any = nullptr; // for words that none claims; check_files() says what they are instead
  for (const Argument& argument : m_arguments) {
    if (argument.stands_for.empty()) {
      continue;
    }
    Option& target = option(argument.stands_for);
    for (std::size_t at = 0; at < words.size() && (target.value.many || !target.given());) {
      argument.value.claims(words[at]) ? take(target, at) : static_cast<void>(++at);
    }
    if (target.required && !target.given() && words.size() > needed) { // a file rather than a name
      const auto found = std::find_if(words.begin(), words.end(), [](const std::string& word) {
        const auto status = os::status_of(word);
        return status && !status->is_folder;
      });
      take(target, found == words.end() ? 0 : static_cast<std::size_t>(found - words.begin()));
    }
    any = any == nullptr && target.value.many ? &target : any;
  }
  while (any != nullptr && !has_own_arguments() && !words.empty()) {
    take(*any, 0);
  }
}

void OptionSet::distribute(const std::vector<std::string>& words, bool complain) {
  std::size_t reserved = 0; // what later arguments need
  for (const Argument& argument : m_arguments) {
    reserved += argument.least;
  }
  const bool enough = words.size() >= reserved; // otherwise the last arguments are the missing ones
  std::size_t at = 0;
  for (Argument& argument : m_arguments) {
    if (!argument.stands_for.empty()) {
      continue;
    }
    reserved -= argument.least;
    const std::size_t left = words.size() - at;
    const std::size_t count =
        enough ? std::min(left - reserved, argument.most) : std::min(left, argument.least);
    if (complain && count < argument.least) {
      throw make_error<UsageError>("{} is missing", argument.name);
    }
    for (std::size_t i = 0; i < count; ++i, ++at) {
      const auto word = meant(argument.value, words[at]);
      if (i >= argument.least && argument.value.claims && !argument.value.claims(word)) {
        break;
      }
      argument.texts.push_back(words[at]);
      try {
        argument.value.accept(word);
      } catch (const UsageError& e) {
        throw make_error<UsageError>("{}: {}", argument.name, e.what());
      }
    }
  }
  if (complain && at < words.size()) {
    throw make_error<UsageError>("'{}' is one argument too many", excerpt(words[at], 60));
  }
}

} // namespace xq::cli
