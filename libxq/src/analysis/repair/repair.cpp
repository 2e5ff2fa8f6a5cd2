#include "analysis/repair/repair.hpp"

#include "analysis/repair/typo_model.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/board/fen.hpp>
#include <xq/board/movegen.hpp>

#include <algorithm>
#include <cmath>
#include <set>

namespace xq::analysis {

namespace {

// Costs of errors other than those in the text of one move, whose costs TypoModel has.
constexpr double insert_cost = 1.9;
constexpr double remove_cost = 2.6;
constexpr double remove_repeated_cost = 0.7; ///< the same text stands beside it
constexpr double swap_cost = 1.5;
constexpr double side_cost = 0.8;
constexpr double fen_cost = 1.4;       ///< of a FEN that cannot be right as it is
constexpr double sound_fen_cost = 2.3; ///< of one that can

constexpr double max_cost = 1.5;          ///< of changing a move that is legal as it is written
constexpr double max_cost_at_fault = 4.0; ///< of changing the first that is not

// Confidence: the share of a change in the sum of the weights exp(-cost_weight * cost - loss_weight
// * loss) of all changes that were found and of unknown_cost, for those that were not found.
constexpr double cost_weight = 2.4;
constexpr double loss_weight = 0.6;
constexpr double unknown_cost = 2.6;
/// The cost of a legal game as it is written: negative, since most legal games are right.
constexpr double sound_cost = -0.9;

using Texts = std::span<const std::string_view>;

/// Appends the moves that `texts` name from `position` on; whether all of them are legal.
bool read_all(Position position, Texts texts, std::vector<Move>& moves) {
  for (const auto text : texts) {
    const Move move = read_written(position, text);
    if (!move) {
      return false;
    }
    moves.push_back(move);
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
  Candidates(const Position& start, Texts texts) : m_texts{texts}, m_typos{start, texts} {
    m_positions.push_back(start);
    for (const auto text : texts) {
      const Move move = read_written(m_positions.back(), text);
      if (!move) {
        break;
      }
      m_moves.push_back(move);
      m_positions.push_back(m_positions.back());
      m_positions.back().do_move(move);
    }
  }

  [[nodiscard]] std::size_t legal() const noexcept { return m_moves.size(); }
  /// How many of the written moves can be read after the change that gets furthest.
  [[nodiscard]] std::size_t reach() const noexcept { return m_reach; }
  [[nodiscard]] const std::vector<Move>& moves() const noexcept { return m_moves; }
  [[nodiscard]] std::vector<Repair>& found() noexcept { return m_found; }

  void replace(std::size_t at, double most) {
    const Position& p = m_positions[at];
    MoveList list;
    generate_legal(p, list);
    for (const Move move : list) {
      const double cost = m_typos.distance(m_texts[at], p, move);
      if (cost <= most && (at >= legal() || move != m_moves[at])) {
        play(at, move, m_texts.subspan(at + 1), cost, RepairKind::replace);
      }
    }
  }

  void insert(std::size_t at) {
    MoveList list;
    generate_legal(m_positions[at], list);
    for (const Move move : list) {
      play(at, move, m_texts.subspan(at), insert_cost, RepairKind::insert);
    }
  }

  void remove(std::size_t at, std::size_t count) {
    bool repeated = at >= count;
    for (std::size_t i = 0; i < count && repeated; ++i) {
      repeated = m_texts[at + i] == m_texts[at + i - count];
    }
    // Without a move after it, nothing shows that the last one is wrong.
    if (!repeated && (count > 1 || at + count == m_texts.size())) {
      return;
    }
    std::vector<Move> moves = prefix(at);
    if (read_rest(m_positions[at], m_texts.subspan(at + count), moves)) {
      Repair& r = add(at, RepairKind::remove, std::move(moves),
                      repeated ? remove_repeated_cost : remove_cost);
      r.other = at + count - 1;
      r.original = count == 1 ? std::string{m_texts[at]} : joined(m_texts[at], m_texts[at + 1]);
    }
  }

  void swap(std::size_t at, std::size_t other) {
    if (other >= m_texts.size() || m_texts[at] == m_texts[other]) {
      return;
    }
    std::vector<std::string_view> texts{m_texts.begin() + static_cast<std::ptrdiff_t>(at),
                                        m_texts.end()};
    std::swap(texts[0], texts[other - at]);
    std::vector<Move> moves = prefix(at);
    if (read_rest(m_positions[at], texts, moves)) {
      Repair& r = add(at, RepairKind::swap, std::move(moves), swap_cost);
      r.other = other;
      r.original = joined(m_texts[at], m_texts[other]);
      r.replacement = joined(m_texts[other], m_texts[at]);
    }
  }

private:
  [[nodiscard]] std::vector<Move> prefix(std::size_t plies) const {
    return {m_moves.begin(), m_moves.begin() + static_cast<std::ptrdiff_t>(plies)};
  }

  /// `rest` are the last of the written moves.
  bool read_rest(const Position& position, Texts rest, std::vector<Move>& moves) {
    const std::size_t before = moves.size();
    const bool all = read_all(position, rest, moves);
    m_reach = std::max(m_reach, m_texts.size() - rest.size() + moves.size() - before);
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
    std::vector<Move> moves = prefix(at);
    moves.push_back(move);
    moves.insert(moves.end(), m_scratch.begin(), m_scratch.end());
    Repair& r = add(at, kind, std::move(moves), cost);
    const auto like = m_texts[std::min(at, m_texts.size() - 1)];
    const bool same_side = kind == RepairKind::replace;
    r.original = same_side ? std::string{like} : std::string{};
    const std::size_t model = same_side || at + 1 >= m_texts.size() ? at : at + 1;
    r.replacement =
        m_typos.write(m_positions[at], move, m_texts[std::min(model, m_texts.size() - 1)]);
  }

  Repair& add(std::size_t at, RepairKind kind, std::vector<Move> moves, double cost) {
    Repair& r = m_found.emplace_back();
    r.kind = kind;
    r.at = at;
    r.start = m_positions.front();
    r.moves = std::move(moves);
    r.legal_plies = r.moves.size() - std::min(at, r.moves.size());
    r.cost = cost;
    return r;
  }

  Texts m_texts;
  TypoModel m_typos;
  std::vector<Position> m_positions; ///< before each legal move, and after the last
  std::vector<Move> m_moves;
  std::vector<Repair> m_found;
  std::vector<Move> m_scratch;
  std::size_t m_reach = 0;
};

/// Changes of a FEN that leave a position from which all moves are legal.
class StartCandidates {
public:
  StartCandidates(std::string_view fen, Texts moves)
      : m_fen{fen}, m_texts{moves}, m_cost{read_fen(fen) ? sound_fen_cost : fen_cost} {}

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

  /// The board square by square, a digit as that number of dots; empty when a rank is not nine
  /// wide.
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

  /// Replaces, removes or adds a piece.
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

  /// For a board that is not ten ranks of nine: adds, removes or replaces a character.
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
    std::vector<Move> moves;
    const bool all = read_all(reading->position, m_texts, moves);
    m_reach = std::max(m_reach, moves.size());
    if (all) {
      constexpr double usual_start_cost = 0.4;
      const bool usual = reading->position.same_board(Position::start());
      Repair& r = m_found.emplace_back();
      r.kind = kind;
      r.original = m_fen;
      r.replacement = write_fen(reading->position);
      r.start = reading->position;
      r.legal_plies = moves.size();
      r.moves = std::move(moves);
      r.cost = usual ? usual_start_cost : cost;
    }
  }

  std::string_view m_fen;
  Texts m_texts;
  double m_cost;
  std::vector<Repair> m_found;
  std::size_t m_reach = 0;
};

/// Keeps the change with the least cost among those that lead to the same game.
void drop_equal(std::vector<Repair>& found) {
  std::stable_sort(found.begin(), found.end(),
                   [](const Repair& a, const Repair& b) { return a.cost < b.cost; });
  std::set<std::pair<std::uint64_t, std::vector<Move>>> seen;
  std::erase_if(found, [&](const Repair& r) {
    return !seen.emplace(to_integer(r.start.key()), r.moves).second;
  });
}

double weight(double cost, double loss) {
  return std::exp(-cost_weight * cost - loss_weight * loss);
}

/// What the moves number `from` to `to` give away, in pawns; small losses are noise and do not
/// count, large ones are cut off.
double total_loss(Judge& judge, const Position& start, std::span<const Move> moves,
                  std::size_t from, std::size_t to) {
  constexpr int noise = 60;
  constexpr int much = 300;
  Position p = start;
  for (std::size_t i = 0; i < from; ++i) {
    p.do_move(moves[i]);
  }
  int before = judge.score(p);
  int sum = 0;
  for (std::size_t i = from; i < std::min(to, moves.size()); ++i) {
    const bool red = p.side_to_move() == Color::red;
    p.do_move(moves[i]);
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
    r.loss = judged > 1 ? total_loss(judge, r.start, r.moves, first, last + (shifted ? 1 : 0)) : 0;
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
  const auto reading = read_fen(game.fen, OpenKing::warning);
  return reading ? std::optional{reading->position} : std::nullopt;
}

/// Changes of moves up to `reach` plies before each fault: where an error is written and where it
/// is noticed differ.
void add_changes_before(std::span<const Blunder> faults, Candidates& candidates) {
  constexpr std::size_t reach = 12;
  std::set<std::size_t> places;
  for (const Blunder& b : faults) {
    for (std::size_t at = b.ply - std::min(b.ply, reach); at <= b.ply; ++at) {
      places.insert(at);
    }
  }
  for (const std::size_t at : places) {
    candidates.replace(at, max_cost);
    candidates.swap(at, at + 1);
    candidates.swap(at, at + 2);
  }
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

std::vector<Repair> Repairer::repair_all(const WrittenGame& game) {
  constexpr std::size_t most_changes = 4;
  constexpr std::size_t least_gain = 6; ///< written moves that a change must make legal
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
      candidates.replace(at, at == fault ? max_cost_at_fault : max_cost);
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
  const auto start = start_of(game);
  if (!start) {
    return std::nullopt;
  }
  Candidates candidates{*start, game.moves};
  if (candidates.legal() < game.moves.size() || game.moves.size() < 3) {
    return std::nullopt;
  }
  m_judge.begin_game();
  const std::vector<Move> moves = candidates.moves();
  const auto faults = implausible(*start, moves);
  add_changes_before(faults, candidates);
  auto& found = candidates.found();
  drop_equal(found);
  std::erase_if(found, [&](const Repair& r) { return !mends(r, *start, moves, faults); });
  if (found.empty()) {
    return std::nullopt;
  }
  // The game as it is written is a candidate, too.
  Repair unchanged;
  unchanged.at = std::min_element(found.begin(), found.end(), [](const Repair& a, const Repair& b) {
                   return a.at < b.at;
                 })->at;
  unchanged.start = *start;
  unchanged.moves = moves;
  unchanged.cost = sound_cost;
  found.insert(found.begin(), std::move(unchanged));
  rank(found, m_judge, m_options, 0);
  if (found.front().moves == moves) {
    return std::nullopt;
  }
  return std::move(found.front());
}

/// The worst moves that look like errors of transcription, each confirmed by a larger search.
std::vector<Blunder> Repairer::implausible(const Position& start, std::span<const Move> moves) {
  constexpr std::size_t most = 3;
  const auto scores = m_judge.scores(start, moves);
  auto faults = implausible_moves(scores, start.side_to_move(), m_options.plausibility);
  faults.resize(std::min(faults.size(), most));
  std::erase_if(faults, [&](Blunder& b) {
    return !confirmed(b, start, moves, m_judge, m_options.plausibility);
  });
  return faults;
}

/// Whether one of the faults is gone after the change.
bool Repairer::mends(const Repair& repair, const Position& start, std::span<const Move> moves,
                     std::span<const Blunder> faults) {
  constexpr double least_gain = 2.5; ///< pawns
  double gain = 0;
  for (const Blunder& b : faults) {
    if (repair.at <= b.ply && b.ply + 2 <= repair.moves.size()) {
      gain = std::max(gain, total_loss(m_judge, start, moves, b.ply, b.ply + 2) -
                                total_loss(m_judge, start, repair.moves, b.ply, b.ply + 2));
    }
  }
  return gain >= least_gain;
}

} // namespace xq::analysis
