#include "uci/protocol.hpp"

#include "base/text/text.hpp"
#include "engine/bench.hpp"
#include "uci/go_command.hpp"
#include "uci/report_text.hpp"
#include "uci/words.hpp"

#include <xq/base/error.hpp>
#include <xq/board/fen.hpp>
#include <xq/board/movegen.hpp>
#include <xq/engine/engine.hpp>
#include <xq/engine/settings.hpp>
#include <xq/uci/external.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace xq::uci {

namespace {

enum class Spoken : std::uint8_t { unknown, uci, ucci };

} // namespace

struct Session::Impl {
  std::function<void(std::string_view)> write;
  engine::BookOpener open_book;
  std::string name;
  std::chrono::milliseconds longest_wait{};
  engine::BookProbe book;
  std::mutex out_mutex;

  Spoken protocol = Spoken::unknown;
  engine::Settings settings;
  RankBase ranks = RankBase::zero;
  bool variant_set = false; ///< by the GUI: ranks may be counted either way, see choose_ranks()
  engine::Engine engine;

  Position start = Position::start();
  Position current = Position::start();
  std::vector<Move> moves;
  std::vector<Move> banned;

  std::jthread searcher; ///< runs a search or a count
  std::mutex answered_mutex;
  std::condition_variable answered;
  bool searching = false;  ///< guarded by answered_mutex
  bool open_ended = false; ///< the running search ends only when told to
  bool unlimited = false;  ///< it would go on even after ponderhit
  bool counting = false;   ///< `go perft` or `bench` was the last to begin
  std::atomic<bool> stop_counting{false};
  std::atomic<bool> draw_offered{false};

  ~Impl() { stop_search(); }

  // -- output --
  void say(std::string_view line) {
    const std::lock_guard lock{out_mutex};
    write(line);
  }
  void complain(std::string_view what) {
    say(fmt::format("info {} {}", protocol == Spoken::ucci ? "message" : "string", what));
  }

  // -- searches and counts in the background --
  void join() {
    if (searcher.joinable()) {
      searcher.join();
    }
    counting = false;
  }
  void stop_search() {
    if (searcher.joinable()) {
      stop_counting.store(true);
      engine.stop();
    }
    join();
  }
  void begin(std::function<void()> work) {
    {
      const std::lock_guard lock{answered_mutex};
      searching = true;
    }
    searcher = std::jthread{[this, work = std::move(work)] {
      work();
      {
        const std::lock_guard lock{answered_mutex};
        searching = false;
      }
      answered.notify_all();
    }};
  }
  /// `work` answers by itself, and soon after stop_counting.
  void begin_count(std::function<void()> work) {
    open_ended = false;
    stop_counting.store(false);
    begin(std::move(work));
    counting = true;
  }
  void wait_for_answer() {
    std::unique_lock lock{answered_mutex};
    answered.wait_for(lock, longest_wait, [this] { return !searching; });
  }

  /// End of the input: wait for the answer of a limited search, stop an unlimited one.
  void finish() {
    if (!open_ended) {
      wait_for_answer();
    }
    stop_search();
  }

  /// Before a command that needs the search to have ended: stop it, or in batch mode wait for it.
  void settle() {
    if (settings.batch && !open_ended) {
      join();
    } else {
      stop_search();
    }
  }

  void hand_over_options() { engine.set_options(settings.options()); }

  bool handle(std::string_view line);
  void introduce(Spoken chosen);
  void set_option(Words words);
  void set_position(Words words);
  void choose_ranks(const Position& from, Words words, bool short_fen);
  bool read_position(Words& words, Position& from, Position& to, std::vector<Move>& played);
  void ban_moves(Words words);
  void go(Words words);
  bool play_from_book();
  void run_perft(const Position& position, int depth, RankBase base);
  void search(const engine::Limits& limits);
  void add_ponder_move(engine::Report& report) const;
  void say_all(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) {
      say(line);
    }
  }
  [[nodiscard]] ReportStyle style() const {
    return {protocol == Spoken::ucci, ranks, settings.show_wdl};
  }
  void probe(Words words);
  void show_position();
  void bench(Words words);
  void run_bench(int depth, const engine::Options& options);
};

Session::Session(std::function<void(std::string_view line)> out, engine::BookOpener open_book,
                 std::string name, std::chrono::milliseconds longest_wait)
    : m_impl{std::make_unique<Impl>()} {
  m_impl->write = std::move(out);
  m_impl->open_book = std::move(open_book);
  m_impl->name = std::move(name);
  m_impl->longest_wait = longest_wait;
}
Session::~Session() = default;

bool Session::handle(std::string_view line) {
  try {
    return m_impl->handle(line);
  } catch (const Error& e) { // a book or a network that cannot be read
    m_impl->complain(e.what());
  } catch (const std::bad_alloc&) {
    m_impl->settings.hash = 1;
    m_impl->hand_over_options();
    m_impl->complain("not enough memory; Hash is 1 now");
  }
  return true;
}

void Session::finish() { m_impl->finish(); }

// ---- commands ----------------------------------------------------------------------------------

bool Session::Impl::handle(std::string_view line) {
  Words words{line};
  const std::string_view command = words.next();
  if (command.empty()) {
    return true;
  }
  const bool quit = command == "quit" || command == "bye";
  if (counting && !quit && command != "stop") {
    wait_for_answer(); // a script may give one count after another
  }
  if (quit) {
    if (settings.batch || counting) {
      finish();
    }
    stop_search();
    if (protocol == Spoken::ucci) {
      say("bye");
    }
    return false;
  }
  if (command == "stop") {
    stop_search();
  } else if (command == "ponderhit") {
    draw_offered.store(words.next() == "draw");
    open_ended = unlimited;
    if (searcher.joinable()) {
      engine.ponder_hit();
    }
  } else if (command == "isready") {
    say("readyok");
  } else if (command == "uci" || command == "ucci") {
    introduce(command == "uci" ? Spoken::uci : Spoken::ucci);
  } else if (command == "setoption") {
    set_option(words);
  } else if (command == "ucinewgame") {
    settle();
    engine.clear();
  } else if (command == "position") {
    set_position(words);
  } else if (command == "fen" || command == "startpos") {
    set_position(Words{line});
  } else if (command == "banmoves") {
    ban_moves(words);
  } else if (command == "go") {
    go(words);
  } else if (command == "probe") {
    probe(words);
  } else if (command == "d") {
    show_position();
  } else if (command == "eval") {
    say(fmt::format("info string evaluation {} centipawns for the side to move",
                    engine.evaluate(current)));
  } else if (command == "bench") {
    bench(words);
  } else {
    complain(fmt::format("unknown command '{}'", excerpt(command)));
  }
  return true;
}

void Session::Impl::introduce(Spoken chosen) {
  protocol = chosen;
  const bool uci = chosen == Spoken::uci;
  say(fmt::format("id name {}", name));
  say("id author the xq project");
  for (const engine::SettingInfo& info : engine::settings_table()) {
    const bool about_book = info.flag == &engine::Settings::own_book ||
                            info.string == &engine::Settings::book_file ||
                            info.string == &engine::Settings::book_move;
    if (info.hidden || (uci ? info.uci : info.ucci).empty() || (about_book && !open_book)) {
      continue;
    }
    say(uci ? describe_uci(info) : describe_ucci(info));
  }
  say(uci ? "uciok" : "ucciok");
}

void Session::Impl::set_option(Words words) {
  std::string_view option;
  std::string_view value;
  if (words.peek() == "name") {
    words.next();
    option = words.until("value");
    words.next();
    value = words.rest();
  } else { // UCCI
    option = words.next();
    value = words.rest();
  }
  const engine::SettingInfo* const info = engine::find_setting(option);
  if (info == nullptr) {
    complain(fmt::format("unknown option '{}'", excerpt(option)));
    return;
  }
  settle();
  if (info->type == engine::SettingType::button) {
    engine.clear();
    return;
  }
  const engine::Settings before = settings;
  if (const std::string wrong = change(settings, *info, value); !wrong.empty()) {
    complain(wrong);
    return;
  }
  if (info->string == &engine::Settings::variant) {
    ranks = RankBase::one;
    variant_set = true;
  } else if (info->string == &engine::Settings::book_file) {
    book = nullptr;
    if (open_book && !settings.book_file.empty()) {
      book = open_book(settings.book_file);
    }
  }
  try {
    hand_over_options();
  } catch (const std::bad_alloc&) {
    complain(fmt::format("not enough memory for {} {}; it stays as it was",
                         protocol == Spoken::ucci ? info->ucci : info->uci, excerpt(value)));
    settings = before;
    return hand_over_options();
  }
  if (const std::string missing = settings.missing();
      !missing.empty() && (info->string == &engine::Settings::evaluation ||
                           info->string == &engine::Settings::eval_file)) {
    complain(missing);
  }
}

/// GUIs that set UCI_Variant count ranks from 1, except XBoard's adapter uci2wb, which counts from
/// 0: recognised by moves that are legal only so and, before the first move, by its FEN of two
/// fields.
void Session::Impl::choose_ranks(const Position& from, Words words, bool short_fen) {
  if (!variant_set) {
    return;
  }
  const auto all_legal = [&](RankBase base) {
    Position position = from;
    Words rest = words;
    for (std::string_view word = rest.next(); !word.empty(); word = rest.next()) {
      const Move m = parse_move(word, base);
      if (!m || !position.is_legal(m)) {
        return false;
      }
      position.do_move(m);
    }
    return true;
  };
  const RankBase other = ranks == RankBase::one ? RankBase::zero : RankBase::one;
  if (words.peek().empty()) {
    ranks = short_fen ? RankBase::zero : ranks;
  } else if (!all_legal(ranks) && all_legal(other)) {
    ranks = other;
  }
}

bool Session::Impl::read_position(Words& words, Position& from, Position& to,
                                  std::vector<Move>& played) {
  const std::string_view kind = words.next();
  bool short_fen = false;
  if (kind == "startpos") {
    from = Position::start();
  } else if (kind == "fen") {
    const std::string_view fen = words.until("moves");
    const auto reading = read_fen(fen);
    if (!reading) {
      complain(fmt::format("the position stays: {}", reading.error().message));
      return false;
    }
    from = reading->position;
    short_fen = std::count(fen.begin(), fen.end(), ' ') == 1;
  } else {
    complain("expected 'startpos' or 'fen ...'; the position stays");
    return false;
  }
  to = from;
  played.clear();
  if (words.peek() == "moves") {
    words.next();
  }
  choose_ranks(from, words, short_fen);
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    const Move m = parse_move(word, ranks);
    if (!m || !to.is_legal(m)) {
      complain(fmt::format("move {} '{}' is not legal; it and those after it are left out",
                           played.size() + 1, excerpt(word)));
      break;
    }
    to.do_move(m);
    played.push_back(m);
  }
  return true;
}

void Session::Impl::set_position(Words words) {
  settle();
  Position from;
  Position to;
  std::vector<Move> played;
  if (read_position(words, from, to, played)) {
    start = from;
    current = to;
    moves = std::move(played);
    banned.clear();
  }
}

void Session::Impl::ban_moves(Words words) {
  settle();
  banned.clear();
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    if (const Move m = parse_move(word, ranks)) {
      banned.push_back(m);
    } else {
      complain(fmt::format("'{}' is no move", excerpt(word)));
    }
  }
}

void Session::Impl::go(Words words) {
  settle();
  const GoCommand command =
      parse_go(words, current.side_to_move(), ranks, protocol == Spoken::ucci && settings.seconds);
  draw_offered.store(command.draw_offered);
  if (!command.remark.empty()) {
    complain(command.remark);
  }
  if (command.perft_depth) {
    begin_count([this, position = current, depth = *command.perft_depth, base = ranks] {
      run_perft(position, depth, base);
    });
    return;
  }
  engine::Limits limits = command.limits;
  const bool ponder = command.ponder;
  if (!limits.search_moves.empty()) {
    std::erase_if(limits.search_moves, [this](Move m) { return !current.is_legal(m); });
    if (limits.search_moves.empty()) {
      complain("no move of searchmoves is legal; all moves are searched");
    }
  }
  limits.banned_moves = banned;
  limits.multipv = settings.multipv;
  if (!ponder && !limits.infinite && limits.search_moves.empty() && play_from_book()) {
    return;
  }
  if (!limits.infinite) { // an analysis is always a full one
    limits.handicap = settings.handicap();
  }
  const bool limited = limits.depth > 0 || limits.nodes > 0 || limits.mate > 0 ||
                       limits.handicap.nodes > 0 || limits.move_time.count() > 0 ||
                       limits.time_left.count() > 0;
  limits.infinite = limits.infinite || !limited;
  unlimited = limits.infinite;
  open_ended = unlimited || ponder;
  engine.prepare(ponder);
  begin([this, limits] { search(limits); });
}

bool Session::Impl::play_from_book() {
  if (!book || !settings.own_book) {
    return false;
  }
  std::vector<engine::BookChoice> choices = book(current);
  std::erase_if(choices, [this](const engine::BookChoice& c) {
    return !current.is_legal(c.move) ||
           std::find(banned.begin(), banned.end(), c.move) != banned.end();
  });
  const Move m = choose_book_move(choices, settings.book_policy(), current);
  if (!m) {
    return false;
  }
  complain("book move");
  say(fmt::format("bestmove {}", move_text(m, ranks)));
  return true;
}

void Session::Impl::run_perft(const Position& position, int depth, RankBase base) {
  MoveList legal;
  generate_legal(position, legal);
  std::uint64_t total = depth == 0 ? 1 : 0;
  for (const Move m : legal) {
    if (depth == 0) {
      break;
    }
    Position after = position;
    after.do_move(m);
    const auto count = perft(after, depth - 1, [this] { return stop_counting.load(); });
    if (!count) {
      return complain("stopped before everything was counted");
    }
    total += *count;
    say(fmt::format("{}: {}", move_text(m, base), *count));
  }
  say(fmt::format("Nodes searched: {}", total));
}

void Session::Impl::search(const engine::Limits& limits) {
  engine::Report report = engine.search(
      start, moves, limits, [this](const engine::Report& r) { say_all(info_lines(r, style())); });
  add_ponder_move(report);
  say_all(answer_lines(report, style(), draw_offered.load()));
}

/// Adds the reply that the table has, if any, to a line that ends with the best move.
void Session::Impl::add_ponder_move(engine::Report& report) const {
  if (report.lines.empty() || report.lines.front().moves.size() != 1) {
    return;
  }
  std::vector<Move>& line = report.lines.front().moves;
  Position after = current;
  after.do_move(line.front());
  if (const Move reply = engine.probe(after).move) {
    line.push_back(reply);
  }
}

void Session::Impl::probe(Words words) {
  Position from;
  Position to;
  std::vector<Move> played;
  if (!read_position(words, from, to, played)) {
    return;
  }
  const engine::Engine::Known known = engine.probe(to);
  std::string out = "pophash";
  if (known.move) {
    out += fmt::format(" bestmove {}", move_text(known.move, ranks));
  }
  if (known.depth > 0 && !known.upper_bound) {
    out += fmt::format(" lowerbound {} depth {}", known.score, known.depth);
  }
  if (known.depth > 0 && !known.lower_bound) {
    out += fmt::format(" upperbound {} depth {}", known.score, known.depth);
  }
  say(out);
}

void Session::Impl::show_position() {
  const std::string board = draw_board(current);
  std::string_view rest = board;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    say(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  say(fmt::format("Fen: {}", write_fen(current)));
  say(fmt::format("Key: {:016X}", to_integer(current.key())));
  std::string checkers = "Checkers:";
  for (const Square s : current.checkers()) {
    checkers += ' ';
    checkers += move_text({s, s}, ranks).substr(0, 2);
  }
  say(checkers);
}

void Session::Impl::bench(Words words) {
  settle();
  const std::string_view word = words.next();
  const auto depth =
      word.empty() ? std::optional<std::uint64_t>{engine::default_bench_depth} : parse_number(word);
  if (!depth || *depth < 1 || *depth > 30) {
    complain("bench takes a depth from 1 to 30");
    return;
  }
  engine::Options options; // the same nodes whatever else is set
  options.hash_megabytes = static_cast<std::size_t>(settings.hash);
  options.network = settings.options().network;
  begin_count([this, depth = static_cast<int>(*depth), options] { run_bench(depth, options); });
}

void Session::Impl::run_bench(int depth, const engine::Options& options) try {
  const auto result = engine::run_bench(depth, options, [this] { return stop_counting.load(); });
  if (!result) {
    return complain("stopped before everything was searched");
  }
  const auto ms = static_cast<std::uint64_t>(std::max<std::int64_t>(result->time.count(), 1));
  say(fmt::format("Nodes searched: {}", result->nodes));
  say(fmt::format("Nodes/second: {}", result->nodes * 1000 / ms));
} catch (const std::bad_alloc&) {
  complain("not enough memory for the bench. Set a smaller Hash");
}

} // namespace xq::uci
