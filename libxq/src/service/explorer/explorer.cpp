#include "service/explorer/explorer.hpp"

#include "base/script/chinese_script.hpp"
#include "base/text/text.hpp"
#include "jobs/answer/write.hpp"
#include "service/explorer/position_games.hpp"
#include "service/move_json.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/record/ecco.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <span>
#include <vector>

namespace xq::service {

namespace {

constexpr std::int64_t most_moves = 200; ///< more than any position has
constexpr std::int64_t most_games = 100;

using jobs::FieldOf;
using jobs::get;
using jobs::Kind;
using jobs::Missing;
using jobs::parts;
using jobs::Value;

using book::Counts;
constexpr auto total_fields =
    std::to_array<FieldOf<Counts>>({{"red", Kind::count, get<&Counts::red_wins>},
                                    {"draws", Kind::count, get<&Counts::draws>},
                                    {"black", Kind::count, get<&Counts::black_wins>},
                                    {"white", Kind::count, get<&Counts::red_wins>},
                                    {"games", Kind::count, get<&Counts::games>}});

using book::BookMove;
constexpr auto judged_fields = std::to_array<FieldOf<BookMove>>(
    {{"averageRating", Kind::count,
      [](const BookMove& m) {
        return m.levels.games == 0 ? Value{} : Value{std::lround(book::average(m.levels))};
      },
      Missing::null},
     {"score", Kind::score,
      [](const BookMove& m) { return m.score ? Value{m.score->score} : Value{}; }, Missing::null},
     {"depth", Kind::count,
      [](const BookMove& m) { return m.score ? Value{m.score->depth} : Value{}; }, Missing::null}});

struct TablePlayer {
  const GameTable& table;
  std::uint32_t game;
  Color side;
};
constexpr auto player_fields = std::to_array<FieldOf<TablePlayer>>(
    {{"name", Kind::name,
      [](const TablePlayer& p) -> Value { return p.table.name(p.game, p.side); }},
     {"rating", Kind::count,
      [](const TablePlayer& p) {
        const int level = p.table.level(p.game, p.side);
        return level == 0 ? Value{} : Value{level};
      },
      Missing::null}});

/// The last opening with a name of its own on this way from the start position.
const record::Opening* last_opening(std::span<const Move> moves) {
  const record::Opening* other = nullptr; // A00, for all that has no name
  for (auto n = std::min(moves.size(), record::ecco_plies); n > 0; --n) {
    const auto* const found = record::classify(moves.first(n));
    if (found != nullptr && found->code != "A00") {
      return found;
    }
    other = other == nullptr ? found : other;
  }
  return other;
}

struct Question {
  explicit Question(const Parameters& query)
      : style{read_move_style(query)},
        line{read_line(query, style)},
        moves{static_cast<std::size_t>(query.number("moves", 12, 0, most_moves))},
        top_games{static_cast<std::size_t>(query.number("topGames", 8, 0, most_games))},
        recent_games{static_cast<std::size_t>(query.number("recentGames", 8, 0, most_games))},
        only_games{query.get("source") == "games"},
        history{query.flag("history")},
        repeats{query.flag("repeats")},
        together{query.flag("together")} {
    choice.from = read_date(query, "since");
    choice.until = read_date(query, "until");
    choice.player = query.get("player");
    if (const auto color = query.find("color"); color && !color->empty()) {
      if (*color != "red" && *color != "white" && *color != "black") {
        throw HttpError{400, localized("color= is not understood. Give red or black.")};
      }
      choice.color = *color == "black" ? Color::black : Color::red;
    }
    read_other_filters(query);
    if (const auto source = query.get("source");
        !source.empty() && source != "games" && source != "book") {
      throw HttpError{400, localized("source= is not understood. Give book or games.")};
    }
    from_start = line.start.same_board(Position::start());
    if (from_start) {
      opening = last_opening(line.moves);
    }
  }

  /// A text that is equal for questions that have the same answer.
  [[nodiscard]] std::string normalised() const {
    return fmt::format("explorer\n{}\n{} {}\n{} {} {} {} {} {} {} {} {} {} {} {} {} {}\n{}\n{}",
                       write_fen(line.position), from_start,
                       opening == nullptr ? "" : opening->code, moves, top_games, recent_games,
                       choice.from, choice.until, choice.color ? to_index(*choice.color) : 2,
                       only_games, static_cast<int>(style.script), static_cast<int>(style.ranks),
                       history, repeats, together,
                       choice.result ? static_cast<int>(*choice.result) : -1, choice.rating,
                       choice.event, choice.player);
  }

  MoveStyle style;
  Line line;
  std::size_t moves;
  std::size_t top_games;
  std::size_t recent_games;
  bool only_games; ///< count games even where a book has the position
  bool history;    ///< count years, too
  bool repeats;    ///< count every record of a game
  bool together;   ///< leave out what a database before this one counts
  GameChoice choice;
  bool from_start = false; ///< the moves tell the opening
  const record::Opening* opening = nullptr;

private:
  void read_other_filters(const Parameters& query) {
    choice.event = query.get("event");
    choice.rating = static_cast<int>(query.number("rating", 0, 0, 9999));
    if (const auto result = query.get("result"); !result.empty()) {
      choice.result = record::find_outcome(result);
      if (!choice.result) {
        throw HttpError{400, localized("result= is not understood. Give 1-0, 0-1 or 1/2-1/2.")};
      }
    }
  }

  static std::int64_t read_date(const Parameters& query, std::string_view name) {
    const auto text = query.get(name);
    if (text.empty()) {
      return 0;
    }
    const auto date = store::read_filter_date(text);
    if (!date) {
      throw HttpError{400, localized("{}={} is no date. Give a year or a month, such as 1998 or "
                                     "1998-12.",
                                     name, excerpt(text, 40))};
    }
    return *date;
  }
};

/// What was found out, ready to be written.
struct Findings {
  std::vector<CountedMove> moves;
  std::string_view source; ///< `book`, `games`, or empty when neither has the position
  book::Counts all;
  Places top_games;
  Places recent_games;
  const record::Opening* opening = nullptr;
  std::optional<std::vector<YearOfGames>> years; ///< when they were asked for
};

constexpr bool is_won(record::Result result) noexcept {
  return result == record::Result::red_wins || result == record::Result::black_wins;
}

struct ShownGame {
  const GameTable& table;
  std::uint32_t game;
  Move move; ///< none: the game ended here
  uci::RankBase ranks;

  [[nodiscard]] int date() const { return table.date(game); }
};
template <Color side>
Value player(const ShownGame& g) {
  return jobs::object_of<TablePlayer>(player_fields, {g.table, g.game, side});
}
constexpr auto game_fields = std::to_array<FieldOf<ShownGame>>(
    {{"game", Kind::count, [](const ShownGame& g) -> Value { return g.table.number(g.game); }},
     {"id", Kind::text,
      [](const ShownGame& g) -> Value { return std::to_string(g.table.number(g.game)); }},
     {"uci", Kind::move,
      [](const ShownGame& g) { return g.move ? Value{uci::move_text(g.move, g.ranks)} : Value{}; },
      Missing::null},
     {"winner", Kind::word,
      [](const ShownGame& g) {
        const auto result = g.table.result(g.game);
        return is_won(result)
                   ? Value{name_of(result == record::Result::red_wins ? Color::red : Color::black)}
                   : Value{};
      },
      Missing::null},
     {"result", Kind::result,
      [](const ShownGame& g) -> Value { return record::to_text(g.table.result(g.game)); }},
     {"red", Kind::object, player<Color::red>, parts<player_fields>},
     {"black", Kind::object, player<Color::black>, parts<player_fields>},
     {"white", Kind::object, player<Color::red>, parts<player_fields>}, // for chess programs
     {"year", Kind::count,
      [](const ShownGame& g) { return g.date() == 0 ? Value{} : Value{g.date() / 10000}; },
      Missing::null},
     {"month", Kind::text,
      [](const ShownGame& g) {
        const int month = g.date() / 100 % 100;
        return month == 0 ? Value{} : Value{fmt::format("{:04}-{:02}", g.date() / 10000, month)};
      },
      Missing::null}});

struct OnlyGame {
  std::optional<ShownGame> game;
};
constexpr std::array only_game_fields{FieldOf<OnlyGame>{
    "game", Kind::object,
    [](const OnlyGame& g) {
      return g.game ? Value{jobs::object_of<ShownGame>(game_fields, *g.game)} : Value{};
    },
    parts<game_fields>, Missing::null}};

struct NamedOpening {
  const record::Opening& opening;
  bool traditional;
};
constexpr auto opening_fields = std::to_array<FieldOf<NamedOpening>>(
    {{"ecco", Kind::text, [](const NamedOpening& o) -> Value { return o.opening.code; }},
     {"eco", Kind::text, // for chess programs
      [](const NamedOpening& o) -> Value { return o.opening.code; }},
     {"name", Kind::text,
      [](const NamedOpening& o) -> Value {
        return o.traditional
                   ? ChineseScriptConverter{ChineseScript::traditional}.convert(o.opening.name)
                   : std::string{o.opening.name};
      }},
     {"english", Kind::text, [](const NamedOpening& o) -> Value { return o.opening.english; }}});

constexpr std::array year_fields{
    FieldOf<YearOfGames>{"year", Kind::count, get<&YearOfGames::year>}};

class Answerer {
public:
  /// `earlier`: databases whose games are not told again.
  Answerer(const Question& question, GameFile* games, BookFile* book,
           std::span<const std::shared_ptr<GameFile>> earlier)
      : m_question{question}, m_games{games}, m_book{book}, m_earlier{earlier} {}

  [[nodiscard]] const Position& position() const noexcept { return m_question.line.position; }
  [[nodiscard]] const Findings& found() const noexcept { return m_found; }

  [[nodiscard]] ShownGame shown(std::uint32_t game, Move move) const {
    return {m_games->table(), game, move, m_question.style.ranks};
  }
  [[nodiscard]] Value moves() const;
  [[nodiscard]] Value games(const Places& games) const;
  [[nodiscard]] Value opening() const;
  [[nodiscard]] Value history() const;

  void find() {
    m_found.opening = m_question.opening;
    if (m_book != nullptr && m_question.choice.empty() && !m_question.only_games &&
        !(m_games != nullptr && is_behind(*m_book))) {
      const BookFile::Lease reader{m_book->readers()};
      for (const auto& move : reader->probe_all(position())) {
        m_found.moves.push_back({move, 0});
      }
    }
    const bool from_book = !m_found.moves.empty();
    if (m_games != nullptr) {
      find_games(from_book);
    }
    m_found.source = from_book ? "book" : m_found.moves.empty() ? "" : "games";
    for (const auto& [move, game] : m_found.moves) {
      m_found.all.games += move.counts.games;
      m_found.all.red_wins += move.counts.red_wins;
      m_found.all.draws += move.counts.draws;
      m_found.all.black_wins += move.counts.black_wins;
    }
    m_found.moves.resize(std::min(m_found.moves.size(), m_question.moves));
  }

private:
  /// Behind its last ply a book knows a position only from games that came there sooner.
  [[nodiscard]] bool is_behind(const BookFile& book) const {
    const int last = book.info().max_ply;
    return last > 0 && m_question.from_start &&
           m_question.line.moves.size() >= static_cast<std::size_t>(last);
  }

  void find_games(bool from_book) {
    Places games = games_reaching(*m_games, position());
    if (!m_question.from_start) {
      find_opening(games);
    }
    keep_chosen(*m_games, m_question.choice, games);
    for (const auto& other : m_earlier) {
      leave_out_games_of(*other, games);
    }
    const Places counted = m_question.repeats ? games : m_games->repeated().once(games);
    if (!from_book) {
      m_found.moves = count_moves(*m_games, position(), counted);
      m_counted = m_found.moves;
    } else if (shows_single_game()) {
      m_counted = count_moves(*m_games, position(), counted);
    }
    if (m_question.history) {
      m_found.years = count_years(*m_games, counted);
    }
    const GameTable& table = m_games->table();
    m_found.top_games =
        first_by(games, m_question.top_games, [&](std::uint32_t game) { return table.rank(game); });
    m_found.recent_games = first_by(games, m_question.recent_games,
                                    [&](std::uint32_t game) { return table.date_rank(game); });
  }

  /// What the other file counts for the same question.
  void leave_out_games_of(GameFile& other, Places& games) const {
    Places theirs = games_reaching(other, position());
    keep_chosen(other, m_question.choice, theirs);
    m_games->leave_out_games_of(other, theirs, games);
  }

  /// ECCO names openings by moves, not by positions: those of the first game that came here count.
  void find_opening(const Places& games) {
    const GameTable& table = m_games->table();
    const BoardScan scan{BoardPattern::exactly(position())};
    for (const auto game :
         first_by(games, 1, [&](std::uint32_t place) { return table.rank(place); })) {
      m_found.opening = last_opening(table.moves_to(scan, game));
    }
  }

  [[nodiscard]] bool shows_single_game() const {
    const auto shown = std::min(m_found.moves.size(), m_question.moves);
    return std::any_of(m_found.moves.begin(),
                       m_found.moves.begin() + static_cast<std::ptrdiff_t>(shown),
                       [](const CountedMove& m) { return m.move.counts.games == 1; });
  }

  /// The first `count` by rank, and of records of one game the first alone.
  template <typename Rank>
  Places first_by(const Places& games, std::size_t count, Rank rank) const {
    const GameTable& table = m_games->table();
    for (std::size_t looked_at = 4 * count;; looked_at *= 8) { // most are no repeats
      Places sorted(std::min(looked_at, games.size()));
      std::partial_sort_copy(games.begin(), games.end(), sorted.begin(), sorted.end(),
                             [&](std::uint32_t a, std::uint32_t b) { return rank(a) < rank(b); });
      Places first;
      for (const auto game : sorted) {
        if (first.size() < count && std::ranges::none_of(first, [&](std::uint32_t other) {
              return table.is_same_game(game, other);
            })) {
          first.push_back(game);
        }
      }
      if (first.size() == count || sorted.size() == games.size()) {
        return first;
      }
    }
  }

  const Question& m_question;
  GameFile* m_games;
  BookFile* m_book;
  std::span<const std::shared_ptr<GameFile>> m_earlier;
  Findings m_found;
  std::vector<CountedMove> m_counted; ///< of the games; empty when not needed
};

Value Answerer::moves() const {
  std::vector<NamedMove> names;
  std::vector<Counts> counts;
  std::vector<BookMove> moves;
  std::vector<OnlyGame> only;
  for (const auto& [move, unused] : m_found.moves) {
    names.emplace_back(position(), move.move, m_question.style);
    counts.push_back(move.counts);
    moves.push_back(move);
    const auto counted = std::ranges::find_if(
        m_counted, [&, played = move.move](const CountedMove& m) { return m.move.move == played; });
    auto& game = only.emplace_back().game;
    if (move.counts.games == 1 && counted != m_counted.end() && counted->move.counts.games == 1) {
      game.emplace(shown(counted->first_game, move.move));
    }
  }
  return beside(beside(rows_of(move_name_fields(), names), rows_of(total_fields, counts)),
                beside(rows_of(judged_fields, moves), rows_of(only_game_fields, only)));
}

Value Answerer::games(const Places& games) const {
  std::vector<ShownGame> rows;
  for (const auto game : games) {
    rows.push_back(shown(game, move_in(*m_games, position(), game)));
  }
  return rows_of(game_fields, rows);
}

Value Answerer::opening() const {
  const bool traditional = m_question.style.script == notation::Style::traditional;
  return m_found.opening == nullptr ? Value{}
                                    : Value{jobs::object_of<NamedOpening>(
                                          opening_fields, {*m_found.opening, traditional})};
}

Value Answerer::history() const {
  if (!m_found.years) {
    return {};
  }
  std::vector<Counts> counts;
  for (const YearOfGames& each : *m_found.years) {
    counts.push_back(each.counts);
  }
  return beside(rows_of(year_fields, *m_found.years), rows_of(total_fields, counts));
}

constexpr std::array place_fields{FieldOf<Answerer>{
    "fen", Kind::position, [](const Answerer& a) -> Value { return write_fen(a.position()); }}};
constexpr auto list_fields = std::to_array<FieldOf<Answerer>>(
    {{"source", Kind::word, [](const Answerer& a) -> Value { return a.found().source; }},
     {"moves", Kind::objects, get<&Answerer::moves>,
      parts<move_name_fields, total_fields, judged_fields, only_game_fields>},
     {"topGames", Kind::objects, [](const Answerer& a) { return a.games(a.found().top_games); },
      parts<game_fields>},
     {"recentGames", Kind::objects,
      [](const Answerer& a) { return a.games(a.found().recent_games); }, parts<game_fields>},
     {"history", Kind::objects, get<&Answerer::history>, parts<year_fields, total_fields>,
      Missing::left_out},
     {"opening", Kind::object, get<&Answerer::opening>, parts<opening_fields>, Missing::null}});

std::string answer_body(const Question& question, GameFile* games, BookFile* book,
                        std::span<const std::shared_ptr<GameFile>> earlier) {
  Answerer answerer{question, games, book, earlier};
  answerer.find();
  std::string out;
  JsonWriter json{out};
  json.begin_object();
  jobs::write_members(json, place_fields, answerer);
  jobs::write_members(json, total_fields, answerer.found().all);
  jobs::write_members(json, list_fields, answerer);
  json.end_object();
  return out;
}

/// Which states of which files an answer is of.
std::string files_digest(const std::shared_ptr<GameFile>& games,
                         const std::shared_ptr<BookFile>& book) {
  return fmt::format("{}{}", games == nullptr ? "" : games->digest(),
                     book == nullptr ? "" : book->digest());
}

/// Whose games are counted already where one asks for several databases together.
std::vector<std::shared_ptr<GameFile>> earlier_files(const Library& library,
                                                     const Parameters& query) {
  return query.flag("together") && !query.flag("repeats")
             ? library.databases_before(query.get("db"))
             : std::vector<std::shared_ptr<GameFile>>{};
}

std::string question_in(std::string_view digest, std::string_view query) {
  return fmt::format("{}\n/explorer?{}", digest, query);
}

std::string_view query_of(const Request& request) noexcept {
  const auto mark = request.target.find('?');
  return mark == std::string::npos ? std::string_view{}
                                   : std::string_view{request.target}.substr(mark + 1);
}

} // namespace

std::vector<jobs::Field> explorer_fields() {
  return described(place_fields, total_fields, list_fields);
}

Response Explorer::answer(const Call& call) {
  return Library::again_when_changed([&] {
    const auto games = m_library.database(call.query.get("db"));
    const auto book = m_library.book(call.query.get("book"));
    const auto earlier = earlier_files(m_library, call.query);
    auto digest = files_digest(games, book);
    for (const auto& file : earlier) {
      digest += file->digest();
    }
    // First by the letters of the question, which saves reading it.
    const auto body = m_cache.find_or_make(question_in(digest, query_of(call.request)), [&] {
      const Question question{call.query};
      return m_cache.find_or_make(fmt::format("{}\n{}", digest, question.normalised()), [&] {
        return std::make_shared<const std::string>(
            answer_body(question, games.get(), book.get(), earlier));
      });
    });
    Response response;
    response.body = body;
    response.etag = fmt::format("\"{}\"", digest);
    return response;
  });
}

bool Explorer::is_slow(std::string_view query) const {
  const Parameters parameters{query};
  const auto games = m_library.database_at_once(parameters.get("db"));
  const auto book = m_library.book_at_once(parameters.get("book"));
  return !games || !book || parameters.flag("together") ||
         !m_cache.contains(question_in(files_digest(*games, *book), query));
}

} // namespace xq::service
