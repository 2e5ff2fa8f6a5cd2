#include "base/text/compose.hpp"
#include "cli/files/file_check.hpp"
#include "cli/files/output.hpp"
#include "cli/tabbed.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "jobs/answer/write.hpp"
#include "record/openings/opening_names.hpp"

#include <xq/base/translate.hpp>
#include <xq/record/ecco.hpp>

#include <fmt/core.h>

#include <string>
#include <vector>

namespace xq::cli {

namespace {

using record::Opening;
constexpr auto fields = std::to_array<jobs::FieldOf<Opening>>(
    {{"code", jobs::Kind::text, jobs::get<&Opening::code>},
     {"name", jobs::Kind::text, jobs::get<&Opening::name>},
     {"english", jobs::Kind::text, jobs::get<&Opening::english>}});

class Ecco final : public Command {
public:
  void describe(OptionSet& options) override {
    options.add_argument(text(m_wanted, "CODE|NAME"),
                         "the beginning of a code, or a part of a name in either script; without "
                         "it all openings",
                         0, 1);
  }

  Exit run(const GlobalOptions& global) override {
    const auto openings = found();
    if (openings.empty()) {
      refuse_files({&m_wanted, 1});
      talk_lines(fmt::format("xq: {}\n", translate("no opening has this code or name")));
    }
    std::string out;
    for (const record::Opening* opening : openings) {
      if (global.json) {
        out += jobs::json_line(fields, *opening);
      } else {
        append_text(out, *opening);
      }
    }
    Output output;
    output.write(global.json ? out : for_reader(out));
    output.commit();
    return out.empty() ? Exit::negative : Exit::ok;
  }

private:
  /// The Chinese name is the second column in every language.
  static void append_text(std::string& out, const record::Opening& opening) {
    const auto language = text_language();
    append_format(out, "{}\t{}", opening.code,
                  language == TextLanguage::traditional_chinese ? opening.traditional
                                                                : opening.name);
    if (language == TextLanguage::english) {
      append_format(out, "\t{}", opening.english);
    }
    out += '\n';
  }

  [[nodiscard]] std::vector<const record::Opening*> found() const {
    const auto code = record::ecco_code(m_wanted);
    if (code.empty() && !m_wanted.empty()) {
      return record::openings_named(m_wanted);
    }
    std::vector<const record::Opening*> out;
    for (const record::Opening& opening : record::openings()) {
      if (opening.code.starts_with(code)) {
        out.push_back(&opening);
      }
    }
    return out;
  }

  std::string m_wanted;
};

} // namespace

CommandInfo ecco_command() {
  return {
      .name = "ecco",
      .group = "Databases",
      .summary = "list openings: ECCO codes and names",
      .synopsis = "[CODE|NAME]",
      .description =
          "Prints the openings of ECCO, the Encyclopaedia of Chinese Chess Openings, by code: "
          "code, TAB, Chinese name, and in English a TAB and an English name. The filter --ecco of "
          "search, export, stats, annotate and book "
          "build takes the same codes and names; docs/ecco.md says which moves make an "
          "opening. xq show tells the opening of a game.\n\n"
          "With --json each opening is an object on a line of its own: code, name (simplified), "
          "english.",
      .examples = {{"xq ecco C0", "the first ones of the screen horses"},
                   {"xq ecco 屏风马", "all with the screen horses in their name"}},
      .exits = {{Exit::negative, "no opening has this code or name"}},
      .answers = {{jobs::parts<fields>}},
      .create = create<Ecco>};
}

} // namespace xq::cli
