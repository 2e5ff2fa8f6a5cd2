#include "cli/help/topics.hpp"

#include "base/text/text.hpp"
#include "cli/help/help.hpp"
#include "cli/options/filter_options.hpp"
#include "cli/options/position_options.hpp"
#include "command.hpp"
#include "jobs/answer/field.hpp"

#include <xq/base/problem.hpp>
#include <xq/base/translate.hpp>
#include <xq/format/format.hpp>
#include <xq/notation/notation.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace xq::cli {

namespace {

using Rows = std::vector<std::pair<std::string, std::string>>;

Rows format_rows() {
  Rows rows;
  for (const format::FormatInfo& row : format::formats()) {
    const std::string_view use = row.readable && row.writable ? translate("read and written")
                                 : row.readable               ? translate("read")
                                                              : translate("written");
    rows.emplace_back(row.name, localized("{} ({}).", translate(row.summary), use));
  }
  return rows;
}

std::vector<TopicPart> formats_topic() {
  return {{localized("Games are read from files, from folders with all files below them, and from "
                     "stdin (-); also packed with gzip, xz, zstd or bzip2, and in zip and tar "
                     "archives. What a file holds is told by its first bytes, and by the ending of "
                     "its name where these say nothing; --from FORMAT decides. Text is read in "
                     "UTF-8, GB18030 (also GBK and GB2312), Big5 and UTF-16, which are recognised; "
                     "--encoding NAME decides.\n\n"
                     "What is written is told by the ending of -o OUT, or by --to FORMAT. Text is "
                     "UTF-8 unless --to-encoding NAME is given. A format that cannot hold all of a "
                     "game says so.\n"),
           {}},
          {{}, format_rows()},
          {"  xq convert game.xqf -o game.pgn\n"
           "  xq convert archive.zip --to jsonl\n"
           "  xq convert old.pgn --from pgn --encoding big5 -o new.pgn\n",
           {}}};
}

/// The first moves of a game in each style, as it is written.
Rows style_rows() {
  Rows rows;
  for (std::size_t i = 0; i < notation::style_count; ++i) {
    const auto style = static_cast<notation::Style>(i);
    Position position = Position::start();
    std::string moves;
    for (const std::string_view text : {"h2e2", "h9g7", "h0g2", "i9h9"}) {
      const Move move = *notation::read_move(position, text, notation::Style::uci);
      moves += (moves.empty() ? "" : " ") + notation::to_text(position, move, style);
      position.do_move(move);
    }
    rows.emplace_back(notation::name(style), moves);
  }
  return rows;
}

std::vector<TopicPart> notation_topic() {
  return {
      {localized("A move is read in any of these notations without being told which, and also "
                 "as WinBoard writes it (Che2); keypad must be asked for. --notation STYLE "
                 "chooses how moves are written, --to STYLE with xq move.\n"),
       {}},
      {{}, style_rows()},
      {localized("Chinese names count columns from the right of the side that moves; simplified "
                 "and traditional characters and all kinds of digits are read. Squares are a0 "
                 "to i9, a on Red's left, 0 Red's first rank. --wxf-letters nb writes N and B "
                 "for H and E; --wxf-style says how pawns that share a column are named.\n"),
       {}},
      {"  xq move startpos 炮二平五 马8进7 --to uci\n"
       "  xq convert games.pgn --notation wxf -o wxf.pgn\n",
       {}}};
}

/// The paragraphs of a text without the first and the last one.
std::string inner_paragraphs(std::string_view text) {
  const auto begin = text.find("\n\n");
  const auto end = text.rfind("\n\n");
  return begin < end ? std::string{text.substr(begin + 2, end - begin - 2)} + "\n"
                     : std::string{text};
}

std::vector<TopicPart> rules_topic() {
  return {{localized("Who is without a legal move loses, in check (checkmate) or not (stalemate). "
                     "The two kings may not face each other on an open file. What follows is how "
                     "xq adjudicate, verify, match and play judge a repetition: --rules wxf (the "
                     "default) or cxa; --rules none does not look at it.\n"),
           {}},
          {inner_paragraphs(translate(find_command("adjudicate")->description)), {}},
          {"  xq adjudicate startpos 炮二平五 马8进7 --json\n"
           "  xq verify --rules cxa --natural-limit 50 league.pgn\n",
           {}}};
}

/// The options that `describe` names in groups of its own.
Rows option_rows(const OptionSet& options) {
  Rows rows;
  for (const auto& option : options.options()) {
    std::string heading = option_heading(option);
    heading.erase(0, heading.find_first_not_of(' '));
    rows.emplace_back(heading, option_text(option.description, option.value));
  }
  return rows;
}

std::vector<TopicPart> filters_topic() {
  OptionSet filters;
  FilterOptions filter_options;
  filter_options.describe(filters);
  OptionSet positions;
  PositionOptions position_options;
  position_options.describe(positions);
  return {{localized("Filters choose games of files and of databases: in xq search, export, "
                     "convert, show, verify, stats, annotate, book build and others. A game must "
                     "pass all that are given. Names match anywhere in a header, in simplified or "
                     "traditional characters, ASCII letters without case.\n"),
           option_rows(filters)},
          {localized("Games are also found by one position that they reach, those of a "
                     "database at once after xq index:\n"),
           option_rows(positions)},
          {"  xq search games.pgn --player 胡荣华 --since 1980 --ecco 屏风马\n"
           "  xq export --db games.xqdb --event 五羊杯 --unique -o cup.pgn\n",
           {}}};
}

std::vector<TopicPart> problems_topic() {
  Rows rows;
  for (const ProblemCodeInfo& row : problem_codes()) {
    rows.emplace_back(localized("{} ({})", row.name, translate(to_text(row.severity))),
                      localized("{}. {}", translate(row.meaning), translate(row.advice)));
  }
  return {{localized("What xq verify and the other tools that read games find. An error: the game "
                     "cannot be used as it stands. A warning: it can, and something is doubtful. A "
                     "note: worth knowing, no fault. --only and --except CODE,... of xq verify "
                     "choose among them.\n"),
           rows},
          {"  xq verify -v games.pgn\n  xq verify --only duplicate-game archive/\n", {}}};
}

std::vector<TopicPart> exit_codes_topic() {
  return {{localized("Every tool ends with one of these statuses; its own help says more where it "
                     "means something special. Messages go to stderr, data to stdout.\n"),
           exit_statuses()},
          {"  xq verify -q games.pgn || echo look at it\n", {}}};
}

std::vector<TopicPart> languages_topic() {
  Rows rows;
  constexpr auto names = std::to_array<std::pair<std::string_view, std::string_view>>(
      {{"en", "English"}, {"zh_CN", "简体中文"}, {"zh_TW", "繁體中文"}});
  for (const auto& [name, text] : names) {
    rows.emplace_back(name, text);
  }
  return {{localized("Help, messages, tables, reports and comments of annotation are shown in the "
                     "language of --lang, or else of the locale (LC_ALL, LC_MESSAGES, LANG: the "
                     "first that is set). What programs read is the same in every language: "
                     "--json, exit statuses, names of options, headers, file formats.\n"),
           rows},
          {localized("A terminal whose locale is GB18030, GBK or Big5 gets that encoding; files "
                     "and pipes get UTF-8. Games are converted between simplified and traditional "
                     "characters with --simplified and --traditional of xq convert, whatever the "
                     "language of the messages.\n"),
           {}},
          {"  xq --lang zh_CN help\n  LC_ALL=zh_TW.UTF-8 xq play\n", {}}};
}

/// `code word, severity word, ply count?`.
std::string fields_text(jobs::Parts parts, std::vector<jobs::Parts> within = {}) {
  if (std::ranges::find(within, parts) != within.end()) {
    return "..."; // a tree
  }
  within.push_back(parts);
  std::string out;
  for (const jobs::Field& field : parts()) {
    out += fmt::format("{}{}", out.empty() ? "" : ", ", field.name);
    if (field.parts == nullptr) {
      out += fmt::format(" {}", name(field.kind));
    } else {
      const bool is_list = field.kind == jobs::Kind::objects;
      out += fmt::format(" {}{}{}", is_list ? '[' : '{', fields_text(field.parts, within),
                         is_list ? ']' : '}');
    }
    out += field.missing == jobs::Missing::never ? "" : "?";
  }
  return out;
}

std::vector<TopicPart> json_topic() {
  Rows rows;
  for (const CommandInfo& command : commands()) {
    for (const auto& [when, text] : answers_of(command)) {
      rows.emplace_back(when.empty() ? command.name : fmt::format("{} {}", command.name, when),
                        text);
    }
  }
  return {{about_answers(), rows},
          {"  xq book probe book.xqbook startpos --json\n  xq search games.xqdb --json\n", {}}};
}

constexpr auto all_topics = std::to_array<Topic>({
    {"formats", to_translate("files that are read and written, and their encodings"),
     formats_topic},
    {"notation", to_translate("ways to write a move"), notation_topic},
    {"rules", to_translate("how games end, and what repetitions mean"), rules_topic},
    {"filters", to_translate("options that choose games"), filters_topic},
    {"problems", to_translate("what can be wrong with a game, by code"), problems_topic},
    {"json", to_translate("what --json prints, field by field"), json_topic},
    {"exit-codes", to_translate("what the exit status tells a script"), exit_codes_topic},
    {"languages", to_translate("languages of messages, and encodings of terminals"),
     languages_topic},
});

} // namespace

std::span<const Topic> topics() noexcept { return all_topics; }

const Topic* find_topic(std::string name) {
  // Other words for a topic.
  constexpr auto others =
      std::to_array<std::pair<std::string_view, std::string_view>>({{"encoding", "formats"},
                                                                    {"encodings", "formats"},
                                                                    {"moves", "notation"},
                                                                    {"wxf", "notation"},
                                                                    {"iccs", "notation"},
                                                                    {"repetition", "rules"},
                                                                    {"perpetual", "rules"},
                                                                    {"codes", "problems"},
                                                                    {"errors", "problems"},
                                                                    {"findings", "problems"},
                                                                    {"warnings", "problems"},
                                                                    {"status", "exit-codes"},
                                                                    {"filter", "filters"},
                                                                    {"chinese", "languages"},
                                                                    {"lang", "languages"}});
  for (const auto& [word, topic] : others) {
    name = name == word ? topic : name;
  }
  std::replace(name.begin(), name.end(), ' ', '-');
  const auto first = [&](auto from, auto accepts) {
    const auto* const found = std::find_if(from, all_topics.end(), accepts);
    return found == all_topics.end() ? nullptr : found;
  };
  if (const auto* found =
          first(all_topics.begin(), [&](const Topic& t) { return t.name == name; })) {
    return found;
  }
  constexpr std::size_t least = 3; // letters of a beginning, which one topic alone must have
  const auto begins = [&](const Topic& t) {
    return name.size() >= least && t.name.starts_with(name);
  };
  const auto* const found = first(all_topics.begin(), begins);
  return found != nullptr && first(found + 1, begins) == nullptr ? found : nullptr;
}

/// The text of a part, commands in lines of their own that the terminal has room for.
static std::string text_of(const TopicPart& part) {
  constexpr std::string_view command = "  xq ";
  if (!part.text.starts_with(command)) {
    return fill(part.text, 0);
  }
  std::string out;
  for (std::string_view rest = part.text; !rest.empty();) {
    const auto line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    out += display_width(line) > text_columns() ? command_lines(line.substr(2)) : fill(line, 0);
  }
  return out;
}

std::string topic_help(const Topic& topic) {
  constexpr std::size_t widest = 26; // longer names stand on a line of their own
  std::string out = fill(localized("xq help {}: {}.\n", topic.name, translate(topic.summary)), 0);
  for (const TopicPart& part : topic.parts()) {
    out += "\n" + text_of(part);
    std::size_t width = 0;
    for (const auto& [name, text] : part.rows) {
      width = std::max(width, std::min(display_width(name), widest));
    }
    out += part.rows.empty() || part.text.empty() ? "" : "\n";
    for (const auto& [name, text] : part.rows) {
      out += two_columns(name, text, width + 4);
    }
  }
  return out;
}

std::string about_answers() {
  return localized(
      "With --json a tool prints an object, or one a line. These are its members, each "
      "with its kind; [ ] are lists of objects, and a question mark stands behind "
      "what may be null or left out.\n");
}

std::vector<std::pair<std::string, std::string>> answers_of(const CommandInfo& command) {
  Rows rows;
  for (const AnswerFields& answer : command.answers) {
    rows.emplace_back(answer.when, fields_text(answer.fields));
  }
  return rows;
}

std::vector<std::pair<std::string, std::string>> exit_statuses() {
  constexpr auto rows = std::to_array<std::pair<std::string_view, std::string_view>>(
      {{"0", to_translate("Done.")},
       {"1", to_translate("Ran, and the answer is no: problems found, not found, no game in a file "
                          "that was named, games rejected under --strict.")},
       {"2", to_translate("The command line makes no sense.")},
       {"3", to_translate("Could not finish: a file, a database, the disk.")},
       {"70", to_translate("A bug in xq.")},
       {"130", to_translate("Interrupted; everything committed so far is kept.")},
       {"141",
        to_translate("Nobody reads stdout any more, as behind `| head`; nothing is said.")}});
  Rows out;
  for (const auto& [status, meaning] : rows) {
    out.emplace_back(status, translate(meaning));
  }
  return out;
}

} // namespace xq::cli
