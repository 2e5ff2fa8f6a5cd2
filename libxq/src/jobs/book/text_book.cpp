#include "jobs/book/book_json.hpp"

#include <xq/base/problem.hpp>
#include <xq/base/text.hpp>
#include <xq/board/fen.hpp>
#include <xq/jobs/text_book.hpp>
#include <xq/notation/notation.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>
#include <utility>

namespace xq::jobs {

namespace {

using book::Book;
using book::BookMove;
using book::WalkOptions;
using nlohmann::json;

std::string uci(const Position& position, Move move) {
  return notation::to_text(position, move, notation::Style::uci);
}

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

/// What a book says about a move.
struct Entry {
  std::string uci;
  book::Counts counts;
  book::Years years;
  book::Levels levels;

  [[nodiscard]] bool possible() const {
    const std::uint64_t results = std::uint64_t{counts.red_wins} + counts.draws + counts.black_wins;
    return counts.games > 0 && results <= counts.games && years.first <= years.last &&
           (years.first == 0) == (years.last == 0) && book::is_possible(levels, counts.games);
  }
};

/// Adds an entry; returns what is wrong with it.
std::string add(book::ForeignRows& rows, std::string_view fen, const Entry& entry) {
  const auto read = read_fen(fen);
  if (!read) {
    return format_problem("", 0, read.error());
  }
  const Move squares = read_squares(entry.uci);
  if (!squares || !read->position.is_legal(squares)) {
    return fmt::format("the move is not legal (token \"{}\"). It is left out.", excerpt(entry.uci));
  }
  rows.add(read->position, squares, entry.counts, entry.years, entry.levels);
  return {};
}

/// Reads a member that may be missing or null; false for another type or a number out of range.
bool read_text(const json& object, const char* name, std::string& out) {
  const auto at = object.find(name);
  if (at == object.end()) {
    return true;
  }
  const auto* const text = at->get_ptr<const std::string*>();
  out = text == nullptr ? std::string{} : *text;
  return text != nullptr;
}

template <typename T>
bool read_number(const json& object, const char* name, T& out) {
  const auto at = object.find(name);
  if (at == object.end() || at->is_null()) {
    return true;
  }
  constexpr std::uint64_t most = std::min<std::uint64_t>(std::numeric_limits<T>::max(),
                                                         std::numeric_limits<std::int64_t>::max());
  if (!at->is_number_unsigned() || at->get<std::uint64_t>() > most) {
    return false;
  }
  out = static_cast<T>(at->get<std::uint64_t>());
  return true;
}

bool read_entry(const json& move, Entry& out) {
  return move.is_object() && read_text(move, "uci", out.uci) &&
         read_number(move, "games", out.counts.games) &&
         read_number(move, "red_wins", out.counts.red_wins) &&
         read_number(move, "draws", out.counts.draws) &&
         read_number(move, "black_wins", out.counts.black_wins) &&
         read_number(move, "first_year", out.years.first) &&
         read_number(move, "last_year", out.years.last) &&
         read_number(move, "rated", out.levels.games) &&
         read_number(move, "rating_sum", out.levels.sum) &&
         read_number(move, "best_rating", out.levels.best);
}

/// An object of the JSON Lines: a position, or, without a FEN, the settings of the book.
struct JsonLine {
  std::string fen;
  std::vector<Entry> moves;
  book::BookInfo info;

  [[nodiscard]] bool read(std::string_view line) {
    const json object = json::parse(line, nullptr, false);
    std::uint64_t max_ply = 0;
    if (!object.is_object() || !read_text(object, "fen", fen) ||
        !read_number(object, "games", info.games) || !read_number(object, "max_ply", max_ply) ||
        !read_number(object, "min_games", info.min_games)) {
      return false;
    }
    info.max_ply = static_cast<int>(std::min<std::uint64_t>(max_ply, 1'000'000));
    const auto list = object.find("moves");
    return list == object.end() ||
           (list->is_array() && std::all_of(list->begin(), list->end(), [&](const json& move) {
              return read_entry(move, moves.emplace_back());
            }));
  }
};

void append_plain(std::string& out, const Position& position, const std::vector<BookMove>& moves) {
  const std::string fen = write_fen(position);
  for (const BookMove& m : moves) {
    out += fmt::format("{} {} {}\n", uci(position, m.move), m.counts.games, fen);
  }
}

/// What the reader needs to make an equal book.
void append_info(std::string& out, const book::BookInfo& info) {
  JsonWriter{out}
      .begin_object()
      .member("games", info.games)
      .member("max_ply", info.max_ply)
      .member("min_games", info.min_games)
      .end_object();
  out += '\n';
}

void append_json(std::string& out, const Position& position, const std::vector<BookMove>& moves) {
  JsonWriter writer{out};
  writer.begin_object().member("fen", write_fen(position)).key("moves").begin_array();
  for (const BookMove& m : moves) {
    writer.begin_object().member("uci", uci(position, m.move));
    write_members(writer, m.counts);
    write_members(writer, m.years);
    write_members(writer, m.levels, Ratings::sum);
    writer.end_object();
  }
  writer.end_array().end_object();
  out += '\n';
}

/// Builds the game of book_tree().
class Tree {
public:
  Tree(Book& book, const WalkOptions& options, const std::function<void()>& on_position)
      : m_book{book}, m_options{options}, m_on_position{on_position} {
    for (const auto& [name, value] : {std::pair{"Event", "Opening book"}, std::pair{"Red", "?"},
                                      std::pair{"Black", "?"}, std::pair{"Result", "*"}}) {
      game.add_tag(name, value);
    }
  }

  /// The moves of a position below a node, most games first.
  void add_children(record::NodeId node, const Position& position, int ply) {
    const CanonicalKey id = position.canonical();
    if ((m_options.max_ply != 0 && ply == m_options.max_ply) ||
        !m_opened.emplace(to_integer(id.key), to_integer(id.lock)).second) {
      return;
    }
    if (m_on_position) {
      m_on_position();
    }
    for (const BookMove& m : m_book.probe(position)) {
      if (m.counts.games < m_options.min_games) {
        break; // sorted by games
      }
      const auto child = game.add_move(node, m.move);
      game.add_comment(child, fmt::format("{} +{} ={} -{}", m.counts.games, m.counts.red_wins,
                                          m.counts.draws, m.counts.black_wins));
      Position next = position;
      next.do_move(m.move);
      add_children(child, next, ply + 1);
    }
  }

  record::Game game;

private:
  Book& m_book;
  const WalkOptions& m_options;
  const std::function<void()>& m_on_position;
  std::set<std::pair<std::uint64_t, std::uint64_t>> m_opened;
};

} // namespace

std::string TextBookReader::read(std::string_view line) {
  line = trim(line);
  if (line.empty()) {
    return {};
  }
  auto problem = m_form == TextForm::plain ? read_plain(line) : read_json(line);
  m_totals.illegal += problem.empty() ? 0U : 1U;
  return problem;
}

std::string TextBookReader::read_plain(std::string_view line) {
  ++m_totals.entries;
  const auto first = line.find(' ');
  const auto second = line.find(' ', first + 1);
  if (first == std::string_view::npos || second == std::string_view::npos) {
    return "a line is a move, a weight and a FEN. It is left out.";
  }
  const auto weight = line.substr(first + 1, second - first - 1);
  std::int64_t number = 0;
  const auto [stop, error] = std::from_chars(weight.data(), weight.data() + weight.size(), number);
  if (error != std::errc{} || stop != weight.data() + weight.size()) {
    return fmt::format("the weight is no whole number (token \"{}\"). The line is left out.",
                       excerpt(weight));
  }
  const auto games = static_cast<std::uint32_t>(std::clamp<std::int64_t>(number, 1, 0xFFFFFFFF));
  return add(m_rows, line.substr(second + 1),
             {std::string{line.substr(0, first)}, {games, 0, 0, 0}, {}, {}});
}

std::string TextBookReader::read_json(std::string_view line) {
  JsonLine object;
  if (!object.read(line)) {
    return "not an object of a book in JSON Lines. The line is left out.";
  }
  if (object.fen.empty()) {
    m_info = object.info;
    return {};
  }
  std::string problem;
  for (const Entry& entry : object.moves) {
    ++m_totals.entries;
    auto found = entry.possible()
                     ? add(m_rows, object.fen, entry)
                     : fmt::format("the counts, years or levels of {} cannot be. It is left out.",
                                   excerpt(entry.uci));
    if (!found.empty()) {
      problem = std::move(found);
    }
  }
  return problem;
}

std::uint64_t write_text_book(Book& book, const WalkOptions& options, TextForm form,
                              const WriteText& write) {
  std::string out;
  if (form == TextForm::json_lines) {
    append_info(out, book.info());
  }
  std::uint64_t count = 0;
  book::walk(book, options, [&](const Position& position, int, const std::vector<BookMove>& moves) {
    form == TextForm::plain ? append_plain(out, position, moves)
                            : append_json(out, position, moves);
    write(out);
    out.clear();
    count += moves.size();
    return true;
  });
  return count;
}

record::Game book_tree(Book& book, const WalkOptions& options,
                       const std::function<void()>& on_position) {
  Tree tree{book, options, on_position};
  tree.add_children(record::root_node, Position::start(), 0);
  return std::move(tree.game);
}

} // namespace xq::jobs
