#include "base/text/compose.hpp"
#include "cli/files/file_check.hpp"
#include "cli/files/output.hpp"
#include "cli/tabbed.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "format/movetext/written_moves.hpp"
#include "jobs/answer/write.hpp"
#include "record/openings/opening_names.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/position.hpp>
#include <xq/record/ecco.hpp>

#include <fmt/core.h>

#include <array>
#include <string>
#include <vector>

namespace xq::cli {

namespace {

using record::Opening;
constexpr auto ecco_fields = std::to_array<jobs::FieldOf<Opening>>(
    {{"code", jobs::Kind::text, jobs::get<&Opening::code>},
     {"name", jobs::Kind::text, jobs::get<&Opening::name>},
     {"english", jobs::Kind::text, jobs::get<&Opening::english>}});

class Ecco final : public Command {
public:
  void describe(OptionSet& options) override {
    options.add_argument(texts(m_words, "CODE|NAME|MOVE"),
                         "the beginning of a code, or a part of a name in either script; or moves "
                         "from the start in any style, for the opening that they make; without "
                         "it all openings",
                         0, OptionSet::any_number);
  }

  Exit run(const GlobalOptions& global) override {
    const auto openings = found();
    if (openings.empty()) {
      refuse_files(m_words);
      talk_lines(fmt::format("xq: {}\n", translate("no opening has this code or name")));
    }
    std::string out;
    for (const record::Opening* opening : openings) {
      if (global.json) {
        out += jobs::json_line(ecco_fields, *opening);
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
    const auto wanted = join(m_words, " ");
    const auto code = record::ecco_code(wanted);
    if (code.empty() && !wanted.empty()) {
      auto named = record::openings_named(wanted);
      return named.empty() ? made_by(wanted) : named;
    }
    std::vector<const record::Opening*> out;
    for (const record::Opening& opening : record::openings()) {
      if (opening.code.starts_with(code)) {
        out.push_back(&opening);
      }
    }
    return out;
  }

  /// The opening of these moves; none where they are no moves.
  static std::vector<const record::Opening*> made_by(const std::string& moves) {
    const auto read = format::read_move_list(Position::start(), moves);
    const record::Opening* opening = read ? record::classify(*read) : nullptr;
    return opening == nullptr ? std::vector<const record::Opening*>{} : std::vector{opening};
  }

  std::vector<std::string> m_words;
};

} // namespace

CommandInfo ecco_command() {
  return {
      .name = "ecco",
      .group = "Databases",
      .summary = "list openings: ECCO codes and names",
      .synopsis = "[CODE|NAME|MOVE...]",
      .description =
          "Prints the openings of ECCO, the Encyclopaedia of Chinese Chess Openings, by code: "
          "code, TAB, Chinese name, and in English a TAB and an English name. Moves get the "
          "opening that they make. The filter --ecco of "
          "search, export, stats, annotate and book "
          "build takes the same codes and names; docs/ecco.md says which moves make an "
          "opening. xq show tells the opening of a game.\n\n"
          "With --json each opening is an object on a line of its own: code, name (simplified), "
          "english.",
      .examples = {{"xq ecco C0", "the first ones of the screen horses"},
                   {"xq ecco 屏风马", "all with the screen horses in their name"},
                   {"xq ecco 炮二平五 马８进７", "the opening that these moves make"}},
      .exits = {{Exit::negative, "no opening has this code or name, or is made by these moves"}},
      .answers = {{jobs::parts<ecco_fields>}},
      .create = create<Ecco>};
}

} // namespace xq::cli
