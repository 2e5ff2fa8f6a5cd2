#include "base/text/compose.hpp"
#include "base/text/text.hpp"
#include "cli/files/output.hpp"
#include "cli/help/help.hpp"
#include "command.hpp"
#include "jobs/answer/write.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>
#include <xq/format/format.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace xq::cli {

namespace {

using format::FormatInfo;
using jobs::get;
using jobs::Kind;

constexpr std::size_t name_width = 9;

std::string_view use_of(const FormatInfo& format) {
  return format.readable && format.writable ? translate("read and written")
         : format.readable                  ? translate("read")
                                            : translate("written");
}

std::vector<std::string> extensions_of(const FormatInfo& format) {
  std::istringstream words{std::string{format.extensions}};
  return {std::istream_iterator<std::string>{words}, {}};
}

constexpr auto formats_fields = std::to_array<jobs::FieldOf<FormatInfo>>(
    {{"name", Kind::word, get<&FormatInfo::name>},
     {"extensions", Kind::list,
      [](const FormatInfo& format) -> jobs::Value { return extensions_of(format); }},
     {"summary", Kind::text, get<&FormatInfo::summary>},
     {"read", Kind::flag, get<&FormatInfo::readable>},
     {"written", Kind::flag, get<&FormatInfo::writable>},
     {"one_game_a_file", Kind::flag, get<&FormatInfo::one_game_a_file>},
     {"limits", Kind::text, get<&FormatInfo::limits>}});

/// A paragraph that begins behind the column of names.
std::string indented(std::string_view text) {
  std::string out = fill(text, name_width);
  out.resize(out.find_last_not_of('\n') + 1);
  return out + '\n';
}

/// Name, extensions and what it is; below what is read and written, and the limits.
std::string entry(const FormatInfo& format) {
  std::string what{translate(format.summary)};
  if (!format.extensions.empty()) {
    what += localized(" (.{})", join(extensions_of(format), " ."));
  }
  std::string use{use_of(format)};
  if (format.writable) {
    use += format.limits.empty() ? localized("; holds all of a game")
                                 : localized("; not written: {}", translate(format.limits));
  }
  return pad_right(format.name, name_width) + indented(what).substr(name_width) + indented(use);
}

class Formats final : public Command {
public:
  void describe(OptionSet& options) override {
    options.add_argument(text(m_wanted, "NAME"), "one format, by its name or extension", 0, 1);
  }

  Exit run(const GlobalOptions& global) override {
    std::string out;
    for (const FormatInfo& format : format::formats()) {
      if (is_wanted(format)) {
        out += global.json ? jobs::json_line(formats_fields, format) : entry(format);
      }
    }
    if (out.empty()) {
      throw make_error<UsageError>("there is no format '{}'; xq formats lists all", m_wanted);
    }
    Output output;
    output.write(out);
    output.commit();
    return Exit::ok;
  }

private:
  [[nodiscard]] bool is_wanted(const FormatInfo& format) const {
    const auto extensions = extensions_of(format);
    return m_wanted.empty() || format.name == m_wanted ||
           std::ranges::find(extensions, m_wanted) != extensions.end();
  }

  std::string m_wanted;
};

} // namespace

CommandInfo formats_command() {
  return {.name = "formats",
          .group = "Records",
          .summary = "list the formats of records, and what each can hold",
          .synopsis = "[NAME]",
          .description =
              "Prints each format: its name for --from and --to, extensions of file names, whether "
              "it is read and written, and what of a game a written file has no place for. What is "
              "lost of a certain game is told when it is written, as a warning that names the "
              "header or the comment. xq help formats and xq-formats(7) tell how formats and "
              "encodings are found, and which headers there are.\n\n"
              "With --json each format is an object on a line of its own: name, extensions, "
              "summary, read, written, one_game_a_file, limits (empty: it holds everything).",
          .examples = {{"xq formats", "all of them"},
                       {"xq formats cbl", "one"},
                       {"xq formats --json | jq -r 'select(.written) | .name'",
                        "names of those that can be written"}},
          .exits = {},
          .answers = {{jobs::parts<formats_fields>}},
          .create = create<Formats>};
}

} // namespace xq::cli
