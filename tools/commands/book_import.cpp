#include "command.hpp"
#include "file_kind.hpp"
#include "json_reader.hpp"
#include "line_reader.hpp"
#include "options.hpp"
#include "sqlite/new_database.hpp"
#include "talk.hpp"

#include <xq/base/error.hpp>
#include <xq/base/input.hpp>
#include <xq/base/problem.hpp>
#include <xq/base/text.hpp>
#include <xq/board/fen.hpp>
#include <xq/book/foreign.hpp>
#include <xq/book/write.hpp>
#include <xq/format/format.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>
#include <system_error>
#include <type_traits>

namespace xq::cli {

namespace {

/// `h2e2`; none() for anything else.
Move read_squares(std::string_view text) {
  const auto square = [&](std::size_t at) {
    const int file = text[at] - 'a';
    const int rank = text[at + 1] - '0';
    return file >= 0 && file < file_count && rank >= 0 && rank < rank_count
               ? make_square(file, rank)
               : Square::none;
  };
  if (text.size() != 4 || square(0) == Square::none || square(2) == Square::none) {
    return Move::none();
  }
  return {square(0), square(2)};
}

class BookImport final : public Command {
public:
  void describe(OptionSet& options) override {
    options.add_argument(file(m_path, [this] { return input_role(); }),
                         "an opening book of another program");
    options.add("from", choice(m_format, {"obk", "text", "eleeye", "jsonl"}, "FORMAT"),
                "its format; without it, FILE is looked at");
    m_output.describe_required(options, replaces(file_kind::opening_book),
                               "the book to make; one that exists is replaced");
  }

  Exit run(const GlobalOptions& global) override {
    if (m_format.empty()) {
      m_format = detect(m_path);
    }
    sqlite::NewFile target{m_output.path, sqlite::NewFile::Existing::replace};
    read();
    if (m_rows.size() == 0) {
      talk("xq: {}: not made: no moves were found\n", m_output.path);
      return Exit::negative;
    }
    write(target);
    say(global);
    return m_totals.unexplained + m_totals.illegal == 0 ? Exit::ok : Exit::negative;
  }

private:
  /// A database of another kind has no table to read; the other formats can tell their own errors.
  [[nodiscard]] FileRole input_role() const {
    return {FileUse::read, std::string{m_format == "obk" ? file_kind::obk : file_kind::anything}};
  }

  [[nodiscard]] static std::string detect(const std::string& path) {
    const auto kind = kind_of_file(path);
    if (kind == file_kind::obk) {
      return "obk";
    }
    if (kind == file_kind::eleeye) {
      return "eleeye";
    }
    if (kind == file_kind::text_book) {
      return "text";
    }
    if (kind == file_kind::jsonl_book) {
      return "jsonl";
    }
    std::error_code failed;
    if (path == "-" || !std::filesystem::is_regular_file(path, failed)) {
      throw make_error<UsageError>("{}: its format cannot be looked up. Say --from FORMAT", path);
    }
    throw make_error<FileError>("{}: holds {}, and no book of another program. {}", path,
                                kind_text(kind),
                                format::find_format(kind) != nullptr
                                    ? fmt::format("`xq book build {} -o NAME.xqbook` makes a book "
                                                  "of games.",
                                                  path)
                                    : "Check the path, or say --from FORMAT.");
  }

  void read() {
    if (m_format == "obk") {
      m_totals = book::resolve_keys(book::read_obk(m_path), book::obk_key, m_rows);
    } else if (m_format == "eleeye") {
      m_totals =
          book::resolve_keys(book::read_eleeye(all_bytes(), m_path), book::eleeye_key, m_rows);
    } else {
      read_lines();
    }
  }

  [[nodiscard]] std::string all_bytes() const {
    std::string bytes;
    Input input{std::span{&m_path, 1}};
    if (!input.next()) {
      throw make_error<FileError>("{}: cannot be read. Check the path and its permissions.",
                                  m_path);
    }
    for (auto chunk = input.read(); !chunk.empty(); chunk = input.read()) {
      bytes += chunk;
    }
    return bytes;
  }

  void read_lines() {
    LineReader lines{m_path};
    while (const auto line = lines.next()) {
      const std::string_view text = trim(*line);
      if (text.empty()) {
        continue;
      }
      const std::string problem = m_format == "text" ? read_text(text) : read_json(text);
      if (!problem.empty()) {
        talk("xq: {}:{}: {}\n", m_path, lines.number(), problem);
        ++m_totals.illegal;
      }
    }
  }

  /// `h2e2 5895 FEN`; returns what is wrong.
  std::string read_text(std::string_view line) {
    ++m_totals.entries;
    const auto first = line.find(' ');
    const auto second = line.find(' ', first + 1);
    if (first == std::string_view::npos || second == std::string_view::npos) {
      return "a line is a move, a weight and a FEN. It is left out.";
    }
    const auto weight = line.substr(first + 1, second - first - 1);
    std::int64_t number = 0;
    const auto [stop, error] =
        std::from_chars(weight.data(), weight.data() + weight.size(), number);
    if (error != std::errc{} || stop != weight.data() + weight.size()) {
      return fmt::format("the weight is no whole number (token \"{}\"). The line is left out.",
                         excerpt(weight));
    }
    const auto games = static_cast<std::uint32_t>(std::clamp<std::int64_t>(number, 1, 0xFFFFFFFF));
    return add(line.substr(second + 1), line.substr(0, first), {games, 0, 0, 0}, {}, {});
  }

  std::string add(std::string_view fen, std::string_view move, const book::Counts& counts,
                  const book::Years& years, const book::Levels& levels) {
    const auto read = read_fen(fen);
    if (!read) {
      return format_problem("", 0, read.error());
    }
    const Move squares = read_squares(move);
    if (!squares || !read->position.is_legal(squares)) {
      return fmt::format("the move is not legal (token \"{}\"). It is left out.", excerpt(move));
    }
    m_rows.add(read->position, squares, counts, years, levels);
    return {};
  }

  /// A line of `xq book export --to jsonl`: a position, or what the book says about itself.
  std::string read_json(std::string_view line) {
    struct Item {
      std::string uci;
      book::Counts counts;
      book::Years years;
      book::Levels levels;
    };
    std::string fen;
    std::vector<Item> moves;
    std::uint64_t games = 0;
    std::uint64_t max_ply = 0;
    std::uint64_t min_games = 1;
    JsonReader json{line};
    const auto number = [&](auto& target) {
      std::uint64_t value = 0;
      const bool good = json.number(value);
      target = static_cast<std::remove_reference_t<decltype(target)>>(value);
      return good && value <= std::numeric_limits<std::remove_reference_t<decltype(target)>>::max();
    };
    const auto move = [&] {
      Item item;
      const bool good = json.object([&](std::string_view name) {
        return name == "uci"           ? json.string(item.uci)
               : name == "games"       ? number(item.counts.games)
               : name == "red_wins"    ? number(item.counts.red_wins)
               : name == "draws"       ? number(item.counts.draws)
               : name == "black_wins"  ? number(item.counts.black_wins)
               : name == "first_year"  ? number(item.years.first)
               : name == "last_year"   ? number(item.years.last)
               : name == "rated"       ? number(item.levels.games)
               : name == "rating_sum"  ? number(item.levels.sum)
               : name == "best_rating" ? number(item.levels.best)
                                       : json.skip();
      });
      moves.push_back(item);
      return good;
    };
    const bool good = json.object([&](std::string_view name) {
      return name == "fen"         ? json.string(fen)
             : name == "moves"     ? json.array(move)
             : name == "games"     ? number(games)
             : name == "max_ply"   ? number(max_ply)
             : name == "min_games" ? number(min_games)
                                   : json.skip();
    });
    if (!good || !json.at_end()) {
      return "not an object of a book in JSON Lines. The line is left out.";
    }
    if (fen.empty()) {
      m_info.games = games;
      m_info.max_ply = static_cast<int>(std::min<std::uint64_t>(max_ply, 1'000'000));
      m_info.min_games = static_cast<std::uint32_t>(min_games);
      return {};
    }
    std::string problem;
    for (const Item& item : moves) {
      ++m_totals.entries;
      const std::uint64_t results =
          std::uint64_t{item.counts.red_wins} + item.counts.draws + item.counts.black_wins;
      const bool possible = item.counts.games > 0 && results <= item.counts.games &&
                            item.years.first <= item.years.last &&
                            (item.years.first == 0) == (item.years.last == 0) &&
                            is_possible(item.levels, item.counts.games);
      std::string found =
          possible ? add(fen, item.uci, item.counts, item.years, item.levels)
                   : fmt::format("the counts, years or levels of {} cannot be. It is left "
                                 "out.",
                                 excerpt(item.uci));
      if (!found.empty()) {
        problem = std::move(found);
      }
    }
    return problem;
  }

  /// Foreign books do not tell from how many games they were made: at least as many as played the
  /// most frequent move.
  void write(sqlite::NewFile& target) {
    m_info.games = std::max(m_info.games, m_rows.most_games());
    const auto source = m_rows.take();
    book::write_book(target.path(), *source, m_info, 1, {});
    target.commit();
  }

  void say(const GlobalOptions& global) const {
    if (global.quiet) {
      return;
    }
    talk("xq: {}: {} positions, {} moves of {} entries\n", m_output.path, m_info.positions,
         m_info.moves, m_totals.entries);
    if (m_totals.unexplained > 0) {
      talk("xq: {} entries left out: their keys are of no position that the book and the "
           "legal moves lead to\n",
           m_totals.unexplained);
    }
    if (m_totals.illegal > 0) {
      talk("xq: {} entries left out: not legal, or not readable\n", m_totals.illegal);
    }
  }

  std::string m_path;
  std::string m_format;
  OutputOptions m_output;
  book::ForeignRows m_rows;
  book::ImportTotals m_totals;
  book::BookInfo m_info;
};

} // namespace

CommandInfo book_import_command() {
  return {.name = "book import",
          .group = "Opening books",
          .summary = "make an opening book of one of another program",
          .synopsis = "FILE [--from obk|text|eleeye|jsonl] -o BOOK.xqbook",
          .description =
              "Reads OBK (SQLite), BOOK.DAT of ElephantEye, text books (lines of move, weight and "
              "FEN) and what `xq book export --to jsonl` writes. Where a format has weights and no "
              "games, the weight stands for the games; of OBK the larger one of vscore and of "
              "vwin, vdraw and vlost together. A move that is named twice, also in the mirrored "
              "position, is one: the entry of more games counts.\n\n"
              "OBK and BOOK.DAT hold keys, from which no position can be told. They are explained "
              "by playing: the moves of the book from the start position on, and every legal move "
              "from a position that it has and from each one that its moves lead to. A key of "
              "which less than half of the moves are legal is that of another position. What "
              "stays unexplained is left out and counted.",
          .examples = {{"xq book import BOOK.DAT -o eleeye.xqbook", "from ElephantEye"},
                       {"xq book import - --from text -o text.xqbook < lines.txt", "from a pipe"}},
          .exits = {{Exit::negative, "entries were left out, or nothing was found"},
                    {Exit::failure, "the file could not be read, or the book not be written"}},
          .create = create<BookImport>};
}

} // namespace xq::cli
