#include "service/cloud/cloud_answers.hpp"

#include "base/text/json_writer.hpp"

#include <xq/board/movegen.hpp>
#include <xq/board/rules.hpp>
#include <xq/notation/notation.hpp>
#include <xq/uci/external.hpp>

#include <algorithm>
#include <array>

namespace xq::service {

namespace {

constexpr std::array<std::string_view, 9> actions{"queryall",    "querybest",  "query",
                                                  "querysearch", "queryscore", "querypv",
                                                  "queryrule",   "queue",      "store"};
/// Moves of a querypv, at most.
constexpr std::size_t longest_pv = 30;

std::string name(Move move) { return uci::move_text(move, uci::RankBase::zero); }

bool is_good(const JudgedMove& move) noexcept { return move.rank > 0; }

bool is_banned(const CloudQuestion& question, Move move) {
  return std::ranges::find(question.banned, move) != question.banned.end();
}

/// Moves with what is said of each: `move:h2e2,score:1|move:...`, or the same as JSON.
class AnsweredMoves {
public:
  explicit AnsweredMoves(bool json, std::string_view word = "move", std::string_view list = "moves")
      : m_json{json}, m_word{word} {
    if (m_json) {
      m_writer.begin_object().member("status", "ok").key(list).begin_array();
    }
  }

  AnsweredMoves& add(Move move) {
    if (m_json) {
      end_move();
      m_writer.begin_object().member("uci", std::string_view{name(move)});
    } else {
      m_out += fmt::format("{}{}:{}", m_out.empty() ? "" : "|", m_word, name(move));
    }
    m_any = true;
    return *this;
  }

  template <typename T>
  AnsweredMoves& say(std::string_view what, const T& value) {
    if (m_json) {
      m_writer.member(what, value);
    } else {
      m_out += fmt::format(",{}:{}", what, value);
    }
    return *this;
  }

  void add_unknown(Move move) {
    add(move).say("score", "??").say("rank", 0).say("note", "? (?\?-?\?)");
  }

  [[nodiscard]] std::string finish() {
    if (m_json) {
      end_move();
      m_writer.end_array().end_object();
    }
    return std::move(m_out);
  }

private:
  void end_move() {
    if (m_any) {
      m_writer.end_object();
    }
  }

  std::string m_out;
  JsonWriter m_writer{m_out};
  bool m_json;
  bool m_any = false;
  std::string_view m_word; ///< before a move, in text
};

class BookAnswer {
public:
  BookAnswer(const CloudQuestion& question, book::Book& book,
             const std::function<std::uint64_t()>& random)
      : m_question{question}, m_book{book}, m_random{random} {}

  std::string make() {
    auto moves = m_book.probe_all(m_question.position);
    if (moves.empty()) {
      return answer_unknown(m_question);
    }
    std::erase_if(moves, [&](const book::BookMove& m) { return is_banned(m_question, m.move); });
    if (moves.empty()) {
      return word("nobestmove");
    }
    m_moves = judge(moves, m_question.position.side_to_move(), m_question.unjudged);
    if (m_question.action == "queryall") {
      return all();
    }
    if (m_question.action == "querybest") {
      return one_move(best());
    }
    if (m_question.action == "query") {
      return one_move(drawn());
    }
    if (m_question.action == "querysearch") {
      return candidates();
    }
    return m_question.action == "queryscore" ? score() : variation();
  }

private:
  [[nodiscard]] std::string word(std::string_view text) const {
    return status_word(text, m_question.json);
  }
  [[nodiscard]] std::vector<JudgedMove> probe(const Position& position) {
    return judge(m_book.probe_all(position), position.side_to_move(), m_question.unjudged);
  }
  /// `! (44-02)`: the rank as a sign, then how many moves the book has in the position that the
  /// move leads to, and how many of them are good.
  [[nodiscard]] std::string note_of(const JudgedMove& move) {
    Position after = m_question.position;
    after.do_move(move.move);
    const auto answers = probe(after);
    constexpr std::array signs{'?', '*', '!'};
    return fmt::format("{} ({:02}-{:02})", signs[static_cast<std::size_t>(move.rank)],
                       answers.size(), std::ranges::count_if(answers, is_good));
  }

  /// Legal moves that the book does not have.
  [[nodiscard]] std::vector<Move> others() const {
    std::vector<Move> moves;
    if (!m_question.show_all) {
      return moves;
    }
    const bool symmetric = m_question.position.canonical().symmetric;
    for (const Move move : legal_moves(m_question.position)) {
      const bool known = std::any_of(m_moves.begin(), m_moves.end(), [&](const JudgedMove& m) {
        return m.move == move || (symmetric && m.move == mirror(move));
      });
      if (!known && !is_banned(m_question, move)) {
        moves.push_back(move);
      }
    }
    return moves;
  }

  std::string all() {
    AnsweredMoves list{m_question.json};
    for (const auto& move : m_moves) {
      list.add(move.move);
      if (move.score) {
        list.say("score", *move.score);
      } else if (m_question.show_all) { // who asks for all moves knows the sign
        list.say("score", "??");
      }
      list.say("rank", move.rank).say("note", std::string_view{note_of(move)});
      list.say("winrate", std::string_view{fmt::format("{:.2f}", move.winrate)});
      if (move.from_results) {
        list.say("source", "results");
      }
    }
    for (const Move move : others()) {
      list.add_unknown(move);
    }
    return list.finish();
  }

  static void write_source(JsonWriter& json, const JudgedMove& move) {
    if (move.from_results) {
      json.member("source", "results");
    }
  }

  std::string one_move(Move move) const {
    if (!m_question.json) {
      return "move:" + name(move);
    }
    std::string out;
    JsonWriter{out}
        .begin_object()
        .member("status", "ok")
        .member("move", std::string_view{name(move)})
        .end_object();
    return out;
  }

  /// One of the equals, by a coin.
  [[nodiscard]] Move best() const {
    const auto equals = static_cast<std::size_t>(std::count_if(
        m_moves.begin(), m_moves.end(), [](const JudgedMove& m) { return m.rank == 2; }));
    return m_moves[m_random() % equals].move;
  }

  /// One of the good ones, as often as games have it.
  [[nodiscard]] Move drawn() const {
    std::uint64_t games = 0;
    for (const auto& move : m_moves) {
      games += is_good(move) ? move.games : 0;
    }
    auto left = m_random() % std::max<std::uint64_t>(games, 1);
    for (const auto& move : m_moves) {
      const std::uint64_t share = is_good(move) ? move.games : 0;
      if (left < share) {
        return move.move;
      }
      left -= share;
    }
    return m_moves.front().move;
  }

  std::string candidates() const {
    AnsweredMoves list{m_question.json, "search", "search_moves"};
    for (const auto& move : m_moves) {
      if (is_good(move)) {
        list.add(move.move);
      }
    }
    return list.finish();
  }

  std::string score() const {
    const auto& best = m_moves.front();
    if (!best.score) {
      return word("unknown");
    }
    if (!m_question.json) {
      return fmt::format("eval:{}", *best.score);
    }
    std::string out;
    JsonWriter json{out};
    json.begin_object().member("status", "ok").member("eval", *best.score);
    write_source(json, best);
    json.end_object();
    return out;
  }

  /// The best move, the best answer and so on, as far as they have scores of one source, without
  /// repeating a position.
  std::vector<Move> best_moves() {
    std::vector<Move> line;
    std::vector<Key> seen;
    Position position = m_question.position;
    for (auto moves = m_moves; line.size() < longest_pv; moves = probe(position)) {
      if (moves.empty() || !moves.front().score ||
          moves.front().from_results != m_moves.front().from_results ||
          std::ranges::find(seen, position.key()) != seen.end()) {
        break;
      }
      seen.push_back(position.key());
      line.push_back(moves.front().move);
      position.do_move(line.back());
    }
    return line;
  }

  /// A value and the moves that it is of: nothing without a score, since clients need one.
  std::string variation() {
    const auto& best = m_moves.front();
    const auto line = best_moves();
    if (line.empty()) {
      return word("unknown");
    }
    if (m_question.json) {
      return variation_as_json(best, line);
    }
    auto out = fmt::format("score:{},depth:{},pv:", *best.score, line.size());
    for (std::size_t i = 0; i < line.size(); ++i) {
      out += (i == 0 ? "" : "|") + name(line[i]);
    }
    return out;
  }

  [[nodiscard]] std::string variation_as_json(const JudgedMove& best,
                                              const std::vector<Move>& line) const {
    std::string out;
    JsonWriter json{out};
    json.begin_object().member("status", "ok").member("score", *best.score);
    write_source(json, best);
    json.member("depth", line.size()).key("pv").begin_array();
    for (const Move move : line) {
      json.value(std::string_view{name(move)});
    }
    json.end_array().key("pvSAN").begin_array();
    Position position = m_question.position;
    for (const Move move : line) {
      json.value(std::string_view{notation::to_text(position, move, notation::Style::chinese)});
      position.do_move(move);
    }
    json.end_array().end_object();
    return out;
  }

  const CloudQuestion& m_question;
  book::Book& m_book;
  const std::function<std::uint64_t()>& m_random;
  std::vector<JudgedMove> m_moves;
};

/// What the rules say of a move that makes the last position of `judge`.
std::string_view rule_of(RepetitionJudge& judge, Color mover, int occurrences) {
  if (judge.history().occurrences() < occurrences) {
    return "none";
  }
  const auto ruling = judge.judge(occurrences);
  switch (ruling.outcome) {
  case Outcome::draw:
    return "draw";
  case Outcome::red_wins:
    return mover == Color::black ? "ban" : "none";
  case Outcome::black_wins:
    return mover == Color::red ? "ban" : "none";
  case Outcome::none:
    break;
  }
  return "none";
}

} // namespace

bool is_cloud_action(std::string_view name) noexcept {
  return std::find(actions.begin(), actions.end(), name) != actions.end();
}

std::string status_word(std::string_view word, bool json) {
  if (!json) {
    return std::string{word};
  }
  std::string out;
  JsonWriter{out}.begin_object().member("status", word).end_object();
  return out;
}

std::string answer_book(const CloudQuestion& question, book::Book& book,
                        const std::function<std::uint64_t()>& random) {
  return BookAnswer{question, book, random}.make();
}

std::string answer_unknown(const CloudQuestion& question) {
  const auto legal = legal_moves(question.position);
  std::vector<Move> moves{legal.begin(), legal.end()};
  std::erase_if(moves, [&](Move move) { return is_banned(question, move); });
  if (question.action != "queryall" || !question.show_all || moves.empty()) {
    return status_word("unknown", question.json);
  }
  AnsweredMoves list{question.json};
  for (const Move move : moves) {
    list.add_unknown(move);
  }
  return list.finish();
}

std::string answer_rule(const Position& start, std::span<const Move> moves, int repetitions,
                        bool json) {
  Position position = start;
  RepetitionJudge judge{start};
  for (const Move move : moves) {
    position.do_move(move);
    judge.add(move, position);
  }
  const auto legal = legal_moves(position);
  if (legal.empty()) {
    return status_word(position.in_check() ? "checkmate" : "stalemate", json);
  }
  AnsweredMoves list{json};
  for (const Move move : legal) {
    RepetitionJudge with_move = judge;
    Position after = position;
    after.do_move(move);
    with_move.add(move, after);
    const auto rule = rule_of(with_move, position.side_to_move(), repetitions + 1);
    list.add(move).say("rule", rule);
  }
  return list.finish();
}

} // namespace xq::service
