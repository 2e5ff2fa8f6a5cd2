#pragma once

#include "cli/options/values.hpp"

#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace xq::cli {

/// A file of the command line.
struct NamedFile {
  std::string name;   ///< in messages: `-o`, `IN`, `the journal of -o`
  std::string option; ///< or argument that decides the path: `--db`, `-o`, `IN`
  std::string path;   ///< as given
  FileRole role;
};

/// The options and arguments of one tool, as data: parsing, help, manual pages and completion read
/// it. The variables that values fill must outlive it.
class OptionSet {
public:
  struct Option {
    std::string long_name; ///< without dashes
    char short_name = 0;   ///< 0: none
    std::string group;     ///< heading in help
    std::string description;
    Value value;
    bool required = false;
    std::vector<std::string> texts; ///< what was given, set by parse(); a flag has an empty one

    [[nodiscard]] bool given() const noexcept { return !texts.empty(); }
  };
  struct Argument {
    std::string name; ///< shown in help: IN, FEN
    std::string description;
    Value value;
    std::size_t least = 0;
    std::size_t most = 1;
    std::vector<std::string> texts; ///< what was given, set by parse()
    std::string stands_for{};       ///< long name of the option that it gives; empty: none
  };
  static constexpr std::size_t any_number = std::numeric_limits<std::size_t>::max();

  /// Options added from here on stand below this heading; `Options` at first.
  void begin_group(std::string title) { m_group = std::move(title); }

  /// `names` is `long` or `long,x`. Throws std::logic_error for a name that is taken.
  Option& add(std::string_view names, Value value, std::string description);

  /// The next argument that is not an option, `least` to `most` times.
  void add_argument(Value value, std::string description, std::size_t least = 1,
                    std::size_t most = 1);

  /// A word that is no option gives --NAME, too, wherever it stands among the arguments: one of
  /// which `claims` says so, or the first where a required option is not given otherwise.
  void add_alternative(std::string_view option, std::string description,
                       std::function<bool(const std::string&)> claims);

  [[nodiscard]] const std::vector<Option>& options() const noexcept { return m_options; }
  [[nodiscard]] const std::vector<Argument>& arguments() const noexcept { return m_arguments; }
  /// Was --NAME on the command line? False before parse().
  [[nodiscard]] bool given(std::string_view long_name) const;

  /// The files that were given, and those that go with them, with what becomes of them. Throws
  /// UsageError where the options that decide it contradict each other.
  [[nodiscard]] std::vector<NamedFile> files() const;
  /// Does some option name a file that is replaced?
  [[nodiscard]] bool replaces_files() const;

  /// Fill the variables. Options and arguments may be mixed; `--` ends the options. An option whose
  /// name is in `shortcuts` (help, version) turns off all complaints about what is missing. Throws
  /// UsageError.
  void parse(const std::vector<std::string>& words, const std::vector<std::string>& shortcuts);

private:
  [[nodiscard]] Option& option(std::string_view long_name);
  [[nodiscard]] bool has_alternative(const Option& option) const;
  /// Arguments that stand for no option.
  [[nodiscard]] bool has_own_arguments() const;
  void take_alternatives(std::vector<std::string>& words);
  void distribute(const std::vector<std::string>& words, bool complain);

  std::string m_group = "Options";
  std::vector<Option> m_options;
  std::vector<Argument> m_arguments;
};

} // namespace xq::cli
