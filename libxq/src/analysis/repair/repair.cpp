#include "analysis/repair/typo_model.hpp"

#include <xq/analysis/repair.hpp>
#include <xq/board/fen.hpp>
#include <xq/board/movegen.hpp>

#include <algorithm>
#include <cmath>
#include <set>

namespace xq::analysis {

namespace {

// Costs of slips that are none of a single move's text; see TypoModel for those.
constexpr double insert_cost = 1.9;
constexpr double remove_cost = 2.6;
constexpr double remove_repeated_cost = 0.7; ///< the same text stands beside it
constexpr double swap_cost = 1.5;
constexpr double side_cost = 0.8;
constexpr double fen_cost = 1.4;       ///< of a FEN that cannot be right as it is
constexpr double sound_fen_cost = 2.3; ///< of one that can

constexpr double max_slip = 1.5;          ///< of a move that is legal as it is written
constexpr double max_slip_at_fault = 4.0; ///< of the first that is not

// Confidence: weights exp(-cost_weight * cost - loss_weight * loss), and one for all that was not
// thought of.
constexpr double cost_weight = 2.4;
constexpr double loss_weight = 0.6;
constexpr double unknown_cost = 2.6;
/// A legal game is as it was played, unless much speaks against it.
constexpr double sound_cost = -0.9;

using Texts = std::span<const std::string_view>;

/// Appends the moves that `texts` name from `position` on; whether all of them are legal.
bool read_all(Position position, Texts texts, std::vector<Move>& line) {
  for (const auto text : texts) {
    const Move move = read_written(position, text);
    if (!move) {
      return false;
    }
    line.push_back(move);
    position.do_move(move);
  }
  return true;
}

std::string joined(std::string_view a, std::string_view b) {
  std::string out{a};
  out += ' ';
  out += b;
  return out;
}

/// The record as far as it is legal, and the changes that make it so to its end.
class Candidates {
public:
  Candidates(const Position& start, Texts moves) : m_moves{moves}, m_hand{start, moves} {
    m_positions.push_back(start);
    for (const auto text : moves) {
      const Move move = read_written(m_positions.back(), text);
      if (!move) {
        break;
      }
      m_line.push_back(move);
      m_positions.push_back(m_positions.back());
      m_positions.back().do_move(move);
    }
  }

  [[nodiscard]] std::size_t legal() const noexcept { return m_line.size(); }
  /// How many of the written moves can be read after the change that gets furthest.
  [[nodiscard]] std::size_t reach() const noexcept { return m_reach; }
  [[nodiscard]] const std::vector<Move>& line() const noexcept { return m_line; }
  [[nodiscard]] std::vector<Repair>& found() noexcept { return m_found; }

  void replace(std::size_t at, double most) {
    const Position& p = m_positions[at];
    MoveList list;
    generate_legal(p, list);
    for (const Move move : list) {
      const double cost = m_hand.distance(m_moves[at], p, move);
      if (cost <= most && (at >= legal() || move != m_line[at])) {
        play(at, move, m_moves.subspan(at + 1), cost, RepairKind::replace);
      }
    }
  }

  void insert(std::size_t at) {
    MoveList list;
    generate_legal(m_positions[at], list);
    for (const Move move : list) {
      play(at, move, m_moves.subspan(at), insert_cost, RepairKind::insert);
    }
  }

  void remove(std::size_t at, std::size_t count) {
    bool repeated = at >= count;
    for (std::size_t i = 0; i < count && repeated; ++i) {
      repeated = m_moves[at + i] == m_moves[at + i - count];
    }
    // What stands at the end and nothing follows may be anything.
    if (!repeated && (count > 1 || at + count == m_moves.size())) {
      return;
    }
    std::vector<Move> line = prefix(at);
    if (read_rest(m_positions[at], m_moves.subspan(at + count), line)) {
      Repair& r = add(at, RepairKind::remove, std::move(line),
                      repeated ? remove_repeated_cost : remove_cost);
      r.other = at + count - 1;
      r.original = count == 1 ? std::string{m_moves[at]} : joined(m_moves[at], m_moves[at + 1]);
    }
  }

  void swap(std::size_t at, std::size_t other) {
    if (other >= m_moves.size() || m_moves[at] == m_moves[other]) {
      return;
    }
    std::vector<std::string_view> texts{m_moves.begin() + static_cast<std::ptrdiff_t>(at),
                                        m_moves.end()};
    std::swap(texts[0], texts[other - at]);
    std::vector<Move> line = prefix(at);
    if (read_rest(m_positions[at], texts, line)) {
      Repair& r = add(at, RepairKind::swap, std::move(line), swap_cost);
      r.other = other;
      r.original = joined(m_moves[at], m_moves[other]);
      r.replacement = joined(m_moves[other], m_moves[at]);
    }
  }

private:
  [[nodiscard]] std::vector<Move> prefix(std::size_t plies) const {
    return {m_line.begin(), m_line.begin() + static_cast<std::ptrdiff_t>(plies)};
  }

  /// `rest` are the last of the written moves.
  bool read_rest(const Position& position, Texts rest, std::vector<Move>& line) {
    const std::size_t before = line.size();
    const bool all = read_all(position, rest, line);
    m_reach = std::max(m_reach, m_moves.size() - rest.size() + line.size() - before);
    return all;
  }

  void play(std::size_t at, Move move, Texts rest, double cost, RepairKind kind) {
    Position after = m_positions[at];
    if (type_of(after.at(move.to())) == PieceType::king) {
      return;
    }
    after.do_move(move);
    m_scratch.clear();
    if (!read_rest(after, rest, m_scratch)) {
      return;
    }
    std::vector<Move> line = prefix(at);
    line.push_back(move);
    line.insert(line.end(), m_scratch.begin(), m_scratch.end());
    Repair& r = add(at, kind, std::move(line), cost);
    const auto like = m_moves[std::min(at, m_moves.size() - 1)];
    const bool same_side = kind == RepairKind::replace;
    r.original = same_side ? std::string{like} : std::string{};
    const std::size_t model = same_side || at + 1 >= m_moves.size() ? at : at + 1;
    r.replacement =
        m_hand.write(m_positions[at], move, m_moves[std::min(model, m_moves.size() - 1)]);
  }

  Repair& add(std::size_t at, RepairKind kind, std::vector<Move> line, double cost) {
    Repair& r = m_found.emplace_back();
    r.kind = kind;
    r.at = at;
    r.start = m_positions.front();
    r.line = std::move(line);
    r.legal_plies = r.line.size() - std::min(at, r.line.size());
    r.cost = cost;
    return r;
  }

  Texts m_moves;
  TypoModel m_hand;
  std::vector<Position> m_positions; ///< before each legal move, and after the last
  std::vector<Move> m_line;
  std::vector<Repair> m_found;
  std::vector<Move> m_scratch;
  std::size_t m_reach = 0;
};

/// Changes of a FEN that leave a position from which all moves are legal.
class StartCandidates {
public:
  StartCandidates(std::string_view fen, Texts moves)
      : m_fen{fen}, m_moves{moves}, m_cost{read_fen(fen) ? sound_fen_cost : fen_cost} {}

  std::vector<Repair> find() {
    const std::size_t board = std::min(m_fen.find(' '), m_fen.size());
    other_side(board);
    if (const auto squares = expanded(m_fen.substr(0, board)); squares.size() == square_count) {
      change_squares(squares, m_fen.substr(board));
    } else {
      change_letters(board);
    }
    return std::move(m_found);
  }
  /// As Candidates::reach().
  [[nodiscard]] std::size_t reach() const noexcept { return m_reach; }

private:
  void other_side(std::size_t board) {
    std::string fen{m_fen};
    const std::size_t side = board + 1;
    if (side < fen.size()) {
      fen[side] = fen[side] == 'b' ? 'w' : 'b';
    } else {
      fen += " b";
    }
    attempt(fen, RepairKind::side_to_move, side_cost);
  }

  /// The board square by square, a digit as so many dots; empty when the ranks are not nine wide.
  static std::string expanded(std::string_view board) {
    std::string out;
    std::size_t rank_end = file_count;
    for (const char c : board) {
      if (c == '/') {
        if (out.size() != rank_end) {
          return {};
        }
        rank_end += file_count;
      } else if (c >= '1' && c <= '9') {
        out.append(static_cast<std::size_t>(c - '0'), '.');
      } else {
        out += c;
      }
    }
    return out;
  }

  static std::string compressed(std::string_view squares) {
    std::string out;
    int empty = 0;
    for (std::size_t i = 0; i < squares.size(); ++i) {
      const bool rank_begins = i > 0 && i % file_count == 0;
      if (empty > 0 && (rank_begins || squares[i] != '.')) {
        out += static_cast<char>('0' + empty);
        empty = 0;
      }
      out += rank_begins ? "/" : "";
      if (squares[i] == '.') {
        ++empty;
      } else {
        out += squares[i];
      }
    }
    if (empty > 0) {
      out += static_cast<char>('0' + empty);
    }
    return out;
  }

  /// Another piece on a square, or none, or one where there was none.
  void change_squares(const std::string& squares, std::string_view rest) {
    for (std::size_t i = 0; i < squares.size(); ++i) {
      for (const char c : std::string_view{"KABNRCPkabnrcp."}) {
        if (c != squares[i]) {
          std::string changed = squares;
          changed[i] = c;
          const bool other_case = squares[i] != '.' && (squares[i] ^ c) == 0x20;
          attempt(compressed(changed) + std::string{rest}, RepairKind::start_position,
                  other_case ? m_cost - 0.4 : m_cost);
        }
      }
    }
  }

  /// For a board that is not even ten ranks of nine: a character more, less, or another.
  void change_letters(std::size_t board) {
    constexpr std::string_view all = "KABNRCPkabnrcp123456789/";
    for (std::size_t i = 0; i <= board; ++i) {
      for (const char c : all) {
        edit(i, 0, c);
        if (i < board && c != m_fen[i]) {
          edit(i, 1, c);
        }
      }
      if (i < board) {
        edit(i, 1, '\0');
      }
    }
  }

  void edit(std::size_t at, std::size_t remove, char c) {
    std::string fen{m_fen};
    fen.replace(at, remove, c == '\0' ? 0U : 1U, c);
    attempt(fen, RepairKind::start_position, m_cost);
  }

  void attempt(const std::string& fen, RepairKind kind, double cost) {
    const auto reading = read_fen(fen);
    const auto impossible = [](const Problem& p) {
      return p.code == ProblemCode::impossible_position;
    };
    if (!reading || std::any_of(reading->warnings.begin(), reading->warnings.end(), impossible)) {
      return;
    }
    std::vector<Move> line;
    const bool all = read_all(reading->position, m_moves, line);
    m_reach = std::max(m_reach, line.size());
    if (all) {
      constexpr double usual_start_cost = 0.4;
      const bool usual = reading->position.same_board(Position::start());
      Repair& r = m_found.emplace_back();
      r.kind = kind;
      r.original = m_fen;
      r.replacement = write_fen(reading->position);
      r.start = reading->position;
      r.legal_plies = line.size();
      r.line = std::move(line);
      r.cost = usual ? usual_start_cost : cost;
    }
  }

  std::string_view m_fen;
  Texts m_moves;
  double m_cost;
  std::vector<Repair> m_found;
  std::size_t m_reach = 0;
};

/// One change of those that lead to the same game, the likeliest.
void drop_equal(std::vector<Repair>& found) {
  std::stable_sort(found.begin(), found.end(),
                   [](const Repair& a, const Repair& b) { return a.cost < b.cost; });
  std::set<std::pair<std::uint64_t, std::vector<Move>>> seen;
  std::erase_if(found, [&](const Repair& r) {
    return !seen.emplace(to_integer(r.start.key()), r.line).second;
  });
}

double weight(double cost, double loss) {
  return std::exp(-cost_weight * cost - loss_weight * loss);
}

/// What moves `from` to `to` of a line give away, in pawns; small losses are noise, big ones count
/// the same.
double total_loss(Judge& judge, const Position& start, std::span<const Move> line, std::size_t from,
                  std::size_t to) {
  constexpr int noise = 60;
  constexpr int much = 300;
  Position p = start;
  for (std::size_t i = 0; i < from; ++i) {
    p.do_move(line[i]);
  }
  int before = judge.score(p);
  int sum = 0;
  for (std::size_t i = from; i < std::min(to, line.size()); ++i) {
    const bool red = p.side_to_move() == Color::red;
    p.do_move(line[i]);
    const int after = judge.score(p);
    sum += std::clamp((red ? before - after : after - before) - noise, 0, much);
    before = after;
  }
  return sum / 100.0;
}

/// Confidence of all, best first. The engine looks at the likeliest `most`, over one and the same
/// stretch of the game; the rest count as no better than the average of these.
void rank(std::vector<Repair>& found, Judge& judge, const RepairOptions& options,
          double other_weight) {
  constexpr std::size_t longest = 60;
  const std::size_t judged = std::min(found.size(), options.candidates);
  std::size_t first = found.front().at;
  std::size_t last = first;
  for (std::size_t i = 0; i < judged; ++i) {
    first = std::min(first, found[i].at);
    last = std::max(last, found[i].at);
  }
  first -= std::min<std::size_t>(first, 1);
  last = std::min(last + options.window, first + longest);
  double mean = 0;
  for (std::size_t i = 0; i < judged; ++i) {
    Repair& r = found[i];
    const bool shifted = r.kind == RepairKind::insert || r.kind == RepairKind::remove;
    r.loss = judged > 1 ? total_loss(judge, r.start, r.line, first, last + (shifted ? 1 : 0)) : 0;
    mean += r.loss / static_cast<double>(judged);
  }
  double least = found.front().loss;
  for (std::size_t i = 0; i < judged; ++i) {
    least = std::min(least, found[i].loss);
  }
  double sum = other_weight;
  for (std::size_t i = 0; i < found.size(); ++i) {
    Repair& r = found[i];
    r.loss = i < judged ? r.loss : mean;
    r.confidence = weight(r.cost, r.loss - least);
    sum += r.confidence;
  }
  for (Repair& r : found) {
    r.confidence /= sum;
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Repair& a, const Repair& b) { return a.confidence > b.confidence; });
}

std::optional<Position> start_of(const WrittenGame& game) {
  if (game.fen.empty()) {
    return Position::start();
  }
  const auto reading = read_fen(game.fen);
  return reading ? std::optional{reading->position} : std::nullopt;
}

} // namespace

Manuscript::Manuscript(const WrittenGame& game)
    : m_fen{game.fen}, m_moves{game.moves.begin(), game.moves.end()}, m_result{game.result} {}

void Manuscript::change(const Repair& repair) {
  const auto at = m_moves.begin() + static_cast<std::ptrdiff_t>(repair.at);
  switch (repair.kind) {
  case RepairKind::replace:
    *at = repair.replacement;
    break;
  case RepairKind::insert:
    m_moves.insert(at, repair.replacement);
    break;
  case RepairKind::remove:
    m_moves.erase(at, m_moves.begin() + static_cast<std::ptrdiff_t>(repair.other) + 1);
    break;
  case RepairKind::swap:
    std::swap(*at, m_moves[repair.other]);
    break;
  case RepairKind::side_to_move:
  case RepairKind::start_position:
    m_fen = repair.replacement;
    break;
  }
}

WrittenGame Manuscript::game(std::size_t moves) {
  m_views.assign(m_moves.begin(), m_moves.end());
  return {m_fen, std::span{m_views}.first(moves), m_result};
}

std::string_view to_text(RepairKind kind) noexcept {
  constexpr std::array<std::string_view, 6> names{"replace", "insert",       "remove",
                                                  "swap",    "side-to-move", "start-position"};
  return names[static_cast<std::size_t>(kind)];
}

std::optional<Repair> Repairer::repair_illegal(const WrittenGame& game) {
  return attempt(game).repair;
}

std::vector<Repair> Repairer::repair_all(const WrittenGame& game) {
  constexpr std::size_t most_changes = 4;
  constexpr std::size_t least_gain = 6; ///< written moves that a change must bring back to life
  std::vector<Repair> out;
  Manuscript text{game};
  while (out.size() < most_changes) {
    auto attempt = this->attempt(text.game(text.size()));
    const bool whole = attempt.repair.has_value();
    if (!whole && attempt.reach >= attempt.fault + least_gain) {
      attempt = this->attempt(text.game(attempt.reach));
    }
    if (!attempt.repair) {
      return {};
    }
    text.change(*attempt.repair);
    out.push_back(std::move(*attempt.repair));
    if (whole) {
      return out;
    }
  }
  return {};
}

Repairer::Attempt Repairer::attempt(const WrittenGame& game) {
  Attempt out;
  if (game.moves.empty()) {
    return out;
  }
  std::vector<Repair> found;
  const auto start = start_of(game);
  if (start) {
    Candidates candidates{*start, game.moves};
    const std::size_t fault = candidates.legal();
    out.fault = fault;
    if (fault == game.moves.size()) {
      return out;
    }
    for (std::size_t at = 0; at <= fault; ++at) {
      candidates.replace(at, at == fault ? max_slip_at_fault : max_slip);
      candidates.insert(at);
      candidates.remove(at, 1);
      if (at + 1 < game.moves.size()) {
        candidates.remove(at, 2);
      }
      candidates.swap(at, at + 1);
      candidates.swap(at, at + 2);
    }
    found = std::move(candidates.found());
    out.reach = candidates.reach();
  }
  if (!game.fen.empty()) {
    StartCandidates candidates{game.fen, game.moves};
    auto starts = candidates.find();
    std::move(starts.begin(), starts.end(), std::back_inserter(found));
    out.reach = std::max(out.reach, candidates.reach());
  }
  if (!found.empty()) {
    m_judge.begin_game();
    drop_equal(found);
    rank(found, m_judge, m_options, weight(unknown_cost, 0));
    out.repair = std::move(found.front());
  }
  return out;
}

std::optional<Repair> Repairer::repair_implausible(const WrittenGame& game) {
  constexpr std::size_t reach = 12; ///< plies from a slip to where it shows
  constexpr std::size_t most_faults = 3;
  constexpr double least_gain = 2.5; ///< pawns
  const auto start = start_of(game);
  if (!start) {
    return std::nullopt;
  }
  Candidates candidates{*start, game.moves};
  if (candidates.legal() < game.moves.size() || game.moves.size() < 3) {
    return std::nullopt;
  }
  m_judge.begin_game();
  const std::vector<Move> line = candidates.line();
  const auto scores = m_judge.scores(*start, line);
  auto faults = implausible_moves(scores, start->side_to_move(), m_options.plausibility);
  faults.resize(std::min(faults.size(), most_faults));
  std::erase_if(faults, [&](Blunder& b) {
    return !confirmed(b, *start, line, m_judge, m_options.plausibility);
  });
  if (faults.empty()) {
    return std::nullopt;
  }
  std::set<std::size_t> places;
  for (const Blunder& b : faults) {
    for (std::size_t at = b.ply - std::min(b.ply, reach); at <= b.ply; ++at) {
      places.insert(at);
    }
  }
  for (const std::size_t at : places) {
    candidates.replace(at, max_slip);
    candidates.swap(at, at + 1);
    candidates.swap(at, at + 2);
  }
  auto& found = candidates.found();
  drop_equal(found);
  // Only those after which the faults are gone are worth a closer look.
  std::erase_if(found, [&](const Repair& r) {
    double gain = 0;
    for (const Blunder& b : faults) {
      if (r.at <= b.ply && b.ply + 2 <= r.line.size()) {
        gain = std::max(gain, total_loss(m_judge, *start, line, b.ply, b.ply + 2) -
                                  total_loss(m_judge, *start, r.line, b.ply, b.ply + 2));
      }
    }
    return gain < least_gain;
  });
  if (found.empty()) {
    return std::nullopt;
  }
  // The game as it stands is a candidate, too.
  std::size_t first = found.front().at;
  for (const Repair& r : found) {
    first = std::min(first, r.at);
  }
  Repair as_it_is;
  as_it_is.at = first;
  as_it_is.start = *start;
  as_it_is.line = line;
  as_it_is.cost = sound_cost;
  found.insert(found.begin(), std::move(as_it_is));
  rank(found, m_judge, m_options, 0);
  if (found.front().line == line) {
    return std::nullopt;
  }
  return std::move(found.front());
}

} // namespace xq::analysis
