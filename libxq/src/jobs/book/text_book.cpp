#include "jobs/book/text_book.hpp"

#include "base/text/text.hpp"
#include "jobs/answer/write.hpp"
#include "jobs/book/move_fields.hpp"

#include <xq/analysis/analyst.hpp>
#include <xq/base/problem.hpp>
#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/notation/notation.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

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

/// Adds an entry of a position; returns what is wrong with it.
std::string add(book::ForeignRows& rows, const Expected<FenReading, Problem>& fen,
                const Entry& entry) {
  if (!fen) {
    return format_problem("", 0, fen.error());
  }
  const Move squares = read_squares(entry.uci);
  if (!squares || !fen->position.is_legal(squares)) {
    return localized("the move is not legal (token \"{}\"). It is left out.", excerpt(entry.uci));
  }
  rows.add(fen->position, squares, entry.counts, entry.years, entry.levels);
  return {};
}

/// An object of the JSON Lines: a position, or, without a FEN, the settings of the book. Filled by
/// the parser's events: with read_json() for each line an import takes 30 % more instructions
/// (measured).
class JsonLine final : public nlohmann::json_sax<json> {
public:
  std::string fen;
  std::vector<Entry> moves;
  book::BookInfo info;

  /// False for another type of a member, a number out of range, and what is no object. Members of
  /// other names may be anything.
  [[nodiscard]] bool read(std::string_view line) {
    if (!json::sax_parse(line, this)) {
      return false;
    }
    info.max_ply = static_cast<int>(std::min<std::uint64_t>(m_max_ply, 1'000'000));
    return true;
  }

  // -- events of the parser; false stops it ----------------------------------------------------
  bool key(std::string& name) override {
    if (m_ignored == 0) {
      m_target = m_place == Place::line ? target_in_line(name) : target_in_move(name, moves.back());
    }
    return true;
  }
  bool null() override { return is_ignored() || expects_number(); }
  bool string(std::string& text) override {
    if (is_ignored()) {
      return true;
    }
    auto* const* const target = in_object() ? std::get_if<std::string*>(&m_target) : nullptr;
    if (target == nullptr) {
      return false;
    }
    (*target)->swap(text);
    return true;
  }
  bool number_unsigned(std::uint64_t number) override {
    if (is_ignored()) {
      return true;
    }
    return expects_number() &&
           std::visit([&](auto target) { return put(target, number); }, m_target);
  }
  bool boolean(bool /*value*/) override { return is_ignored(); }
  bool number_integer(std::int64_t /*value*/) override { return is_ignored(); } // a negative one
  bool number_float(double /*value*/, const std::string& /*text*/) override { return is_ignored(); }
  bool binary(json::binary_t& /*value*/) override { return is_ignored(); }

  bool start_object(std::size_t /*size*/) override {
    if (is_ignored()) {
      ++m_ignored;
    } else if (m_place == Place::outside) {
      m_place = Place::line;
    } else if (m_place == Place::moves) {
      m_place = Place::move;
      moves.emplace_back();
    } else {
      return false;
    }
    return true;
  }
  bool start_array(std::size_t /*size*/) override {
    if (is_ignored()) {
      ++m_ignored;
    } else if (m_place == Place::line && std::holds_alternative<Moves*>(m_target)) {
      m_place = Place::moves;
      moves.clear(); // of equal names the last counts
    } else {
      return false;
    }
    return true;
  }
  bool end_object() override { return end(); }
  bool end_array() override { return end(); }
  bool parse_error(std::size_t /*at*/, const std::string& /*token*/,
                   const json::exception& /*error*/) override {
    return false;
  }

private:
  using Moves = std::vector<Entry>;
  /// Where the value of a member goes; nowhere if its name is another.
  using Target = std::variant<std::monostate, std::string*, std::uint16_t*, std::uint32_t*,
                              std::uint64_t*, Moves*>;
  enum class Place : std::uint8_t { outside, line, moves, move };

  Target target_in_line(std::string_view name) {
    return name == "fen"         ? Target{&fen}
           : name == "moves"     ? Target{&moves}
           : name == "games"     ? Target{&info.games}
           : name == "max_ply"   ? Target{&m_max_ply}
           : name == "min_games" ? Target{&info.min_games}
                                 : Target{};
  }
  static Target target_in_move(std::string_view name, Entry& move) {
    return name == "uci"           ? Target{&move.uci}
           : name == "games"       ? Target{&move.counts.games}
           : name == "red_wins"    ? Target{&move.counts.red_wins}
           : name == "draws"       ? Target{&move.counts.draws}
           : name == "black_wins"  ? Target{&move.counts.black_wins}
           : name == "first_year"  ? Target{&move.years.first}
           : name == "last_year"   ? Target{&move.years.last}
           : name == "rated"       ? Target{&move.levels.games}
           : name == "rating_sum"  ? Target{&move.levels.sum}
           : name == "best_rating" ? Target{&move.levels.best}
                                   : Target{};
  }

  [[nodiscard]] bool in_object() const { return m_place == Place::line || m_place == Place::move; }
  /// Whether the next value is of no interest.
  [[nodiscard]] bool is_ignored() const {
    return m_ignored > 0 || (in_object() && std::holds_alternative<std::monostate>(m_target));
  }
  [[nodiscard]] bool expects_number() const {
    return in_object() && !std::holds_alternative<std::string*>(m_target) &&
           !std::holds_alternative<Moves*>(m_target);
  }

  template <typename T>
  static bool put(T target, std::uint64_t number) {
    if constexpr (std::is_integral_v<std::remove_pointer_t<T>>) {
      using Number = std::remove_pointer_t<T>;
      constexpr std::uint64_t most = std::min<std::uint64_t>(
          std::numeric_limits<Number>::max(), std::numeric_limits<std::int64_t>::max());
      if (number <= most) {
        *target = static_cast<Number>(number);
        return true;
      }
    }
    return false;
  }
  bool end() {
    if (m_ignored > 0) {
      --m_ignored;
    } else {
      m_place = static_cast<Place>(static_cast<int>(m_place) - 1);
    }
    return true;
  }

  Place m_place = Place::outside;
  std::size_t m_ignored = 0; ///< open objects and arrays that are of no interest
  Target m_target;
  std::uint64_t m_max_ply = 0;
};

/// Returns the number of lines.
std::uint64_t append_plain(std::string& out, const Position& position,
                           const std::vector<BookMove>& moves, const book::MoveNumber& weight_of) {
  const std::string fen = write_fen(position);
  std::uint64_t lines = 0;
  for (const BookMove& m : moves) {
    if (const auto weight = weight_of ? weight_of(m) : m.counts.games; weight > 0) {
      out += fmt::format("{} {} {}\n", uci(position, m.move), weight, fen);
      ++lines;
    }
  }
  return lines;
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

std::uint64_t append_json(std::string& out, const Position& position,
                          const std::vector<BookMove>& moves) {
  JsonWriter writer{out};
  writer.begin_object().member("fen", write_fen(position)).key("moves").begin_array();
  for (const BookMove& m : moves) {
    writer.begin_object().member("uci", uci(position, m.move));
    write_members(writer, stored_fields(), m);
    write_members(writer, score_fields(), m);
    writer.end_object();
  }
  writer.end_array().end_object();
  out += '\n';
  return moves.size();
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
    for (const BookMove& m : m_book.probe_all(position)) {
      if (m.counts.games == 0 ? !m.score : m.counts.games < m_options.min_games) {
        continue;
      }
      const auto child = game.add_move(node, m.move);
      auto comment = fmt::format("{} +{} ={} -{}", m.counts.games, m.counts.red_wins,
                                 m.counts.draws, m.counts.black_wins);
      if (m.score) {
        const int score = m.score->score;
        comment += fmt::format(
            " [%eval {}]",
            analysis::value_text(position.side_to_move() == Color::red ? score : -score));
      }
      game.add_comment(child, comment);
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
    return localized("a line is a move, a weight and a FEN. It is left out.");
  }
  const auto weight = line.substr(first + 1, second - first - 1);
  std::int64_t number = 0;
  const auto [stop, error] = std::from_chars(weight.data(), weight.data() + weight.size(), number);
  if (error != std::errc{} || stop != weight.data() + weight.size()) {
    return localized("the weight is no whole number (token \"{}\"). The line is left out.",
                     excerpt(weight));
  }
  const auto games = static_cast<std::uint32_t>(std::clamp<std::int64_t>(number, 1, 0xFFFFFFFF));
  return add(m_rows, read_fen(line.substr(second + 1)),
             {std::string{line.substr(0, first)}, {games, 0, 0, 0}, {}, {}});
}

std::string TextBookReader::read_json(std::string_view line) {
  JsonLine object;
  if (!object.read(line)) {
    return localized("not an object of a book in JSON Lines. The line is left out.");
  }
  if (object.fen.empty()) {
    m_info = object.info;
    return {};
  }
  std::string problem;
  const auto fen = read_fen(object.fen);
  for (const Entry& entry : object.moves) {
    ++m_totals.entries;
    auto found = entry.possible()
                     ? add(m_rows, fen, entry)
                     : localized("the counts, years or levels of {} cannot be. It is left out.",
                                 excerpt(entry.uci));
    if (!found.empty()) {
      problem = std::move(found);
    }
  }
  return problem;
}

std::uint64_t write_text_book(Book& book, const WalkOptions& options, TextForm form,
                              const WriteText& write, const book::MoveNumber& weight_of) {
  std::string out;
  if (form == TextForm::json_lines) {
    append_info(out, book.info());
  }
  std::uint64_t count = 0;
  book::walk(book, options, [&](const Position& position, int, const std::vector<BookMove>& moves) {
    count += form == TextForm::plain ? append_plain(out, position, moves, weight_of)
                                     : append_json(out, position, moves);
    write(out);
    out.clear();
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
