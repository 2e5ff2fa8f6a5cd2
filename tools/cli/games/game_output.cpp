#include "cli/games/game_output.hpp"

#include "base/os/terminal.hpp"
#include "base/script/lossy.hpp"
#include "base/text/text.hpp"
#include "jobs/answer/write.hpp"
#include "record/rewrite.hpp"

#include <xq/base/encoding.hpp>
#include <xq/base/error.hpp>
#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace xq::cli {

void GameOutputOptions::describe(OptionSet& options) {
  describe(options, [this] { return FileRole{FileUse::replace, format()}; });
}

void GameOutputOptions::describe(OptionSet& options, FileRoleFunction role) {
  options.begin_group("Output options");
  output.describe(options, std::move(role));
  options.add("to", choice(to, writable_formats(), "FORMAT"),
              "format to write; without it the end of FILE's name decides, and it is pgn on "
              "stdout");
  notation.describe(options);
  options.add("to-encoding", encoding_to_write(encoding),
              "encoding to write; big5 wants --traditional");
  options.add("lossy", flag(lossy),
              "write a □ for a character that --to-encoding lacks, and count them, instead of "
              "leaving the game out; moves for big5 are then in the traditional script");
  options.add("normalize", flag(normalise),
              "write dates, results, names of players and events in one form, and count what "
              "changed; a date's original text is kept as DateOriginal");
  options.add("traditional", flag(traditional),
              "Chinese headers, comments and moves in the traditional script");
  options.add("simplified", flag(simplified),
              "Chinese headers and comments in the simplified script");
  options.begin_group("Options");
}

void GameOutputOptions::describe_names(OptionSet& options) {
  Value pattern = text(name_pattern, "PATTERN");
  pattern.accept = [this](const std::string& given) {
    name_pattern = given;
    static_cast<void>(GameNames{given}); // throws for what it cannot be
  };
  options.begin_group("Output options");
  options.add("name", std::move(pattern),
              "of formats that hold one game a file, the name of each: {number}, {date}, {year}, "
              "{red}, {black}, {event}, {site}, {round}, {ecco} and {result} stand for what the "
              "game says");
  Value by = text(split, "N|player|event|year");
  by.accept = [this](const std::string& given) {
    if (given != "player" && given != "event" && given != "year") {
      static_cast<void>(parse_number(given, 1, 1'000'000'000));
    }
    split = given;
  };
  options.add("split", std::move(by),
              "write several files into the folder -o: N games each, or a file for each player "
              "(a game stands in two), event or year");
  options.begin_group("Options");
}

void GameOutputOptions::take_json(const GlobalOptions& global) {
  if (global.json && to.empty() && (output.path.empty() || output.path == "-")) {
    to = "jsonl";
  }
}

std::string GameOutputOptions::format() const {
  return format_to_write(to, name_tells_format ? output.path : std::string{}, may_pack);
}

OutputCounts& OutputCounts::operator+=(const OutputCounts& other) noexcept {
  normalised += other.normalised;
  substituted += other.substituted;
  substituted_games += other.substituted_games;
  left_out += other.left_out;
  return *this;
}

notation::Style GameOutputOptions::style() const {
  const bool wants_traditional =
      traditional || (lossy && encoding == format::Encoding::big5); // 车 could not be read back
  return wants_traditional && notation.style == notation::Style::chinese
             ? notation::Style::traditional
             : notation.style;
}

void require_one_stream(std::string_view format) {
  const auto* const info = format::find_format(format);
  if (info->one_game_a_file) {
    throw make_error<UsageError>("{} holds one game a file: write pgn here, then use xq convert",
                                 format);
  }
  if (info->has_index) {
    throw make_error<UsageError>("{} begins with an index: write pgn here, then use xq convert",
                                 format);
  }
}

GameFormatter::GameFormatter(const GameOutputOptions& options, Files files)
    : m_format{*format::find_entry(options.format())},
      m_encoding{options.encoding},
      m_one_game_a_file{m_format.info.one_game_a_file},
      m_has_index{m_format.info.has_index},
      m_lossy{options.lossy},
      m_normalise{options.normalise} {
  if (files == Files::one) {
    require_one_stream(options.format());
  }
  if (!m_one_game_a_file && options.name_pattern != GameNames::usual) {
    throw make_error<UsageError>("--name is for formats of one game a file, as xqf");
  }
  const bool to_stdout = options.output.path.empty() || options.output.path == "-";
  if (m_has_index && to_stdout && os::is_terminal(os::Stream::output)) {
    throw make_error<UsageError>("{0} is no text that a terminal can show: say -o FILE.{0}, or "
                                 "send stdout to a file or a program",
                                 options.format());
  }
  if (options.traditional && options.simplified) {
    throw make_error<UsageError>("--traditional and --simplified exclude each other");
  }
  if (options.traditional || options.simplified) {
    m_script.emplace(options.traditional ? ChineseScript::traditional : ChineseScript::simplified);
  }
  format::WriteOptions write;
  write.style = options.style();
  write.notation = options.notation.write_options();
  write.encoding = options.encoding;
  m_writer = format::make_writer(options.format(), write);
}

std::string GameFormatter::index(std::string_view games) const {
  std::string out;
  m_writer->index(out, games);
  return out;
}

std::string GameFormatter::header() const {
  std::string text;
  m_writer->header(text);
  if (m_encoding == format::Encoding::utf8 || m_has_index) {
    return text;
  }
  const bool utf16 =
      m_encoding == format::Encoding::utf16le || m_encoding == format::Encoding::utf16be;
  std::string bytes{utf16 ? byte_order_mark(m_encoding) : std::string_view{}};
  bytes += *encode(text, m_encoding); // ASCII, which every encoding has
  return bytes;
}

std::string GameFormatter::footer() const {
  std::string text;
  m_writer->footer(text);
  return m_encoding == format::Encoding::utf8 ? text : *encode(text, m_encoding);
}

std::optional<Problem> GameFormatter::append(std::string& out, const record::Game& game,
                                             OutputCounts& counts) const {
  if (!m_normalise && !m_script) {
    return append_text(out, game, counts);
  }
  OutputCounts changed;
  record::Game changed_game =
      m_normalise ? record::normalised(game, changed.normalised) : in_script(game);
  if (m_normalise && m_script) {
    changed_game = in_script(changed_game);
  }
  auto problem = append_text(out, changed_game, changed);
  if (!problem) {
    counts += changed;
  }
  return problem;
}

bool GameFormatter::write(std::string& out, record::Game& game, OutputCounts& counts) const {
  const auto first = game.problems.size();
  std::vector<Problem> losses;
  m_writer->losses(game, losses);
  auto problem = append(out, game, counts);
  const bool written = !problem.has_value();
  if (written && m_format.left_out != nullptr) {
    counts.left_out += m_format.left_out(game);
  }
  if (problem) {
    game.problems.push_back(std::move(*problem));
  }
  game.problems.insert(game.problems.end(), losses.begin(), losses.end());
  for (auto i = first; i < game.problems.size(); ++i) {
    game.problems[i].where = {0, game.line, game.line == 0 ? 0U : 1U}; // the game as a whole
  }
  return written;
}

record::Game GameFormatter::in_script(const record::Game& game) const {
  auto tags = record::tags_of(game);
  for (auto& tag : tags) {
    tag.value = m_script->convert(tag.value);
  }
  return record::rewritten(game, tags,
                           [&](std::string_view text) { return m_script->convert(text); });
}

std::optional<Problem> GameFormatter::append_text(std::string& out, const record::Game& game,
                                                  OutputCounts& counts) const {
  if (m_encoding == format::Encoding::utf8 || m_one_game_a_file || m_has_index) {
    m_writer->game(out, game);
    return std::nullopt;
  }
  std::string text;
  m_writer->game(text, game);
  auto bytes = encode(text, m_encoding);
  if (bytes) {
    out += *bytes;
    return std::nullopt;
  }
  if (m_lossy) {
    out += encode_lossy(text, m_encoding, counts.substituted);
    ++counts.substituted_games;
    return std::nullopt;
  }
  Problem problem = bytes.error();
  problem.code = ProblemCode::not_representable;
  problem.where = {}; // an offset into the output, not the input
  problem.advice =
      translate("The game is left out. Choose another --to-encoding (gb18030 has everything), or "
                "--traditional for big5, or --lossy.");
  return problem;
}

namespace {

using format::LeftOut;
using jobs::get;
using jobs::Kind;
using jobs::Missing;

constexpr auto left_out_fields =
    std::to_array<jobs::FieldOf<LeftOut>>({{"headers", Kind::count, get<&LeftOut::headers>},
                                           {"comments", Kind::count, get<&LeftOut::comments>},
                                           {"variations", Kind::count, get<&LeftOut::variations>},
                                           {"results", Kind::count, get<&LeftOut::results>}});

struct WrittenCounts {
  const OutputCounts& counts;
  bool normalises, is_lossy;
};

jobs::Value normalised(const WrittenCounts& written) {
  if (!written.normalises) {
    return {};
  }
  std::vector<std::pair<std::string_view, std::uint64_t>> kinds;
  for (std::size_t i = 0; i < record::normalised_count; ++i) {
    const auto kind = static_cast<record::Normalised>(i);
    kinds.emplace_back(record::name(kind), written.counts.normalised[kind]);
  }
  return jobs::members_of(kinds);
}

template <std::uint64_t OutputCounts::*Member>
jobs::Value of_lossy(const WrittenCounts& written) {
  return written.is_lossy ? jobs::Value{written.counts.*Member} : jobs::Value{};
}

constexpr auto written_fields = std::to_array<jobs::FieldOf<WrittenCounts>>(
    {{"normalized", Kind::object, normalised, Missing::left_out},
     {"substituted", Kind::count, of_lossy<&OutputCounts::substituted>, Missing::left_out},
     {"substituted_games", Kind::count, of_lossy<&OutputCounts::substituted_games>,
      Missing::left_out},
     {"left_out", Kind::object,
      [](const WrittenCounts& w) {
        return w.counts.left_out.any()
                   ? jobs::Value{jobs::object_of<LeftOut>(left_out_fields, w.counts.left_out)}
                   : jobs::Value{};
      },
      jobs::parts<left_out_fields>, Missing::left_out}});

/// `3 headers, 1 comment`.
std::string list_of(const format::LeftOut& left_out) {
  std::string out;
  const auto add = [&](std::uint64_t n, const std::string& text) {
    if (n != 0) {
      out.append(out.empty() ? std::string_view{} : translate(", ")).append(trim(text));
    }
  };
  add(left_out.headers, counted(left_out.headers, "{} header", "{} headers"));
  add(left_out.comments, counted(left_out.comments, "{} comment", "{} comments"));
  add(left_out.variations, counted(left_out.variations, "{} variation", "{} variations"));
  add(left_out.results, counted(left_out.results, "{} result", "{} results"));
  return out;
}

} // namespace

std::vector<jobs::Field> output_fields() { return described(written_fields); }

std::string GameFormatter::summary(const OutputCounts& counts, bool json) const {
  if (json && (m_normalise || m_lossy || counts.left_out.any())) {
    return jobs::json_line<WrittenCounts>(written_fields, {counts, m_normalise, m_lossy});
  }
  std::string out;
  if (m_normalise) {
    std::string list;
    for (std::size_t i = 0; i < record::normalised_count; ++i) {
      const auto kind = static_cast<record::Normalised>(i);
      list += i == 0 ? std::string_view{} : translate(", ");
      // Translators: how many, of what: 3 dates
      list += localized("{0} {1}", counts.normalised[kind],
                        i == 0 ? translate("header names") : translate(record::name(kind)));
    }
    out += localized("xq: normalized: {}\n", list);
  }
  if (counts.substituted != 0) {
    out += localized("xq: {} replaced by □ in {}: {} lacks them\n",
                     counted(counts.substituted, "{} character", "{} characters"),
                     counted(counts.substituted_games, "{} game", "{} games"), name(m_encoding));
  }
  if (counts.left_out.any()) {
    out += localized("xq: left out, since {} holds moves alone: {}\n", m_format.info.name,
                     list_of(counts.left_out));
  }
  return out;
}

namespace {

std::string_view first_ending(const std::string& format) {
  const std::string_view all = format::find_format(format)->extensions;
  return all.substr(0, all.find(' '));
}

[[noreturn]] void throw_no_folder() {
  throw make_error<UsageError>("--split writes several files: say -o FOLDER/");
}

const std::string& folder_of(const GameOutputOptions& options) {
  if (options.output.path.empty() || options.output.path == "-") {
    throw_no_folder();
  }
  return options.output.path;
}

} // namespace

SplitGameFiles::SplitGameFiles(const GameFormatter& formatter, const GameOutputOptions& options,
                               bool force)
    : m_formatter{formatter},
      m_files{folder_of(options), first_ending(options.format()), options.format(), force},
      m_texts{options.output.path} {
  if (formatter.one_game_a_file()) {
    throw make_error<UsageError>("--split is for formats that hold many games a file");
  }
  if (!m_files.is_folder()) {
    throw_no_folder();
  }
  const std::string& split = options.split;
  if (split.find_first_not_of("0123456789") == std::string::npos) {
    m_size = static_cast<std::uint64_t>(parse_number(split, 1, 1'000'000'000));
  } else if (split == "player") {
    m_names = {GameNames{"{red}"}, GameNames{"{black}"}};
  } else {
    m_names = {GameNames{split == "event" ? "{event}" : "{year}"}};
  }
}

std::vector<std::string> SplitGameFiles::names(const record::Game& game) const {
  if (m_size != 0) {
    return {};
  }
  std::vector<std::string> names;
  for (const GameNames& pattern : m_names) {
    auto name = pattern.known_name(game);
    name = name.empty() ? "unknown" : name;
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      names.push_back(std::move(name));
    }
  }
  return names;
}

void SplitGameFiles::add(const std::vector<std::string>& names, std::string_view text) {
  if (m_size != 0) {
    m_texts.add(fmt::format("{:06}", m_games / m_size + 1), text);
  }
  for (const auto& name : names) {
    m_texts.add(name, text);
  }
  ++m_games;
}

void SplitGameFiles::commit_incomplete() {
  m_files.keep_existing();
  commit();
}

void SplitGameFiles::commit() {
  m_texts.for_each([&](const std::string& name, const GroupedTexts::Read& read) {
    m_files.write(name, [&](const ByteSink& sink) {
      if (m_formatter.has_index()) { // which is made of all games of the file
        std::string games;
        read([&games](std::string_view text) { games += text; });
        sink(m_formatter.index(games));
        sink(games);
        return;
      }
      sink(m_formatter.header());
      read(sink);
      sink(m_formatter.footer());
    });
  });
  m_files.commit();
}

} // namespace xq::cli
