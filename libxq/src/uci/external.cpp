#include "base/os/child_process.hpp"
#include "base/os/path.hpp"
#include "base/text/ascii.hpp"
#include "base/text/command_line.hpp"
#include "base/text/text.hpp"
#include "uci/info_line.hpp"
#include "uci/search_request.hpp"
#include "uci/words.hpp"

#include <xq/base/error.hpp>
#include <xq/uci/external.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <mutex>

namespace xq::uci {

namespace {

using namespace std::chrono_literals;

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::milliseconds;
using Protocol = ExternalOptions::Protocol;

constexpr std::string_view variant_option = "uci_variant";
constexpr Milliseconds stop_time{2'000}; ///< for the answer after `stop`
constexpr Milliseconds quit_time{500};

std::string_view first_word(std::string_view line) { return Words{line}.next(); }

std::string_view after_word(std::string_view line) {
  Words words{line};
  words.next();
  return words.rest();
}

bool has_word(std::string_view line, std::string_view word) {
  Words words{line};
  for (std::string_view w = words.next(); !w.empty(); w = words.next()) {
    if (w == word) {
      return true;
    }
  }
  return false;
}

/// `option name Move Overhead type spin ...` or, in UCCI, `option usemillisec type check`.
std::string option_name(std::string_view line) {
  line = after_word(line);
  if (first_word(line) == "name") {
    line = after_word(line);
  }
  const std::size_t type = std::min(line.find(" type "), line.size());
  return lower(trim(line.substr(0, type)));
}

} // namespace

struct ExternalEngine::Impl {
  explicit Impl(ExternalOptions o)
      : options{std::move(o)},
        command{split_command(options.command)},
        name{os::name_of(os::path_of(command[0]).filename())} {}

  ExternalOptions options;
  std::vector<std::string> command;
  std::string name;
  Protocol protocol = Protocol::detect;
  RankBase ranks = RankBase::zero;
  std::vector<std::string> offered; ///< names, lower case
  bool has_variants = false;
  bool heard_uci = false;
  bool heard_ucci = false;
  std::unique_ptr<os::ChildProcess> process; ///< null: gone
  int starts = 0;
  int multipv = 1;
  std::atomic<bool> stop_asked{false};
  bool searching = false;
  std::mutex mutex; ///< over the end of a process and of a search against stop()

  [[nodiscard]] bool ucci() const { return protocol == Protocol::ucci; }
  [[nodiscard]] bool offers(std::string_view option) const {
    return std::find(offered.begin(), offered.end(), lower(option)) != offered.end();
  }

  // -- start --
  void start();
  void introduce();
  [[nodiscard]] bool await_introduction(Clock::time_point deadline);
  void hear(std::string_view line);
  [[nodiscard]] engine::Fault await_ready();
  void need_ready();
  void send_settings();
  void set(std::string_view option, std::string_view value) const;
  void end_process() {
    const std::lock_guard lock{mutex};
    process.reset();
  }
  void set_searching(bool yes) {
    const std::lock_guard lock{mutex};
    searching = yes;
    stop_asked.store(false);
  }
  void need_process() {
    if (!process) {
      start();
    }
  }
  [[noreturn]] void refuse(std::string_view what);

  // -- search --
  [[nodiscard]] bool stops_by_hand(const engine::Limits& limits) const {
    return ucci() && limits.move_time.count() > 0;
  }
  [[nodiscard]] std::optional<Milliseconds> patience(const engine::Limits& limits) const;
  engine::Answer ask(const Position& start, std::span<const Move> moves,
                     const engine::Limits& limits,
                     const std::function<void(const engine::Report&)>& on_report);
  engine::Answer converse(const engine::Limits& limits, const Position& now,
                          const std::function<void(const engine::Report&)>& on_report);
  void read_best(std::string_view line, const Position& now, engine::Answer& answer) const;
  void give_up(engine::Answer& answer, engine::Fault fault, std::string detail);
};

// ---- start -------------------------------------------------------------------------------------

void ExternalEngine::Impl::refuse(std::string_view what) {
  end_process();
  throw make_error("engine {}: {}. Start it by hand and type uci to see what it says.",
                   excerpt(options.command), what);
}

void ExternalEngine::Impl::start() {
  process = std::make_unique<os::ChildProcess>(command, options.folder);
  ++starts;
  multipv = 1;
  introduce();
  if (has_variants && options.ranks != RankBase::zero) {
    set("UCI_Variant", "xiangqi");
  }
  ranks = options.ranks.value_or(has_variants && !ucci() ? RankBase::one : RankBase::zero);
  if (ucci() && offers("usemillisec")) {
    set("usemillisec", "true");
  }
  send_settings();
  need_ready();
}

void ExternalEngine::Impl::hear(std::string_view line) {
  const std::string_view word = first_word(line);
  if (word == "id" && first_word(after_word(line)) == "name") {
    name = after_word(after_word(line));
  } else if (word == "option") {
    offered.push_back(option_name(line));
    has_variants = has_variants || (offered.back() == variant_option && has_word(line, "xiangqi"));
  } else if (word == "uciok") {
    heard_uci = true;
  } else if (word == "ucciok") {
    heard_ucci = true;
  }
}

/// Wait for the introduction; false when there is none before the deadline.
bool ExternalEngine::Impl::await_introduction(Clock::time_point deadline) {
  std::string line;
  while (!heard_uci && !heard_ucci) {
    const auto event = process->read_line(line, deadline);
    if (event == os::ChildProcess::Event::end) {
      refuse(localized("it ended before it introduced itself"));
    }
    if (event == os::ChildProcess::Event::line) {
      hear(line);
    }
    if (Clock::now() >= deadline) {
      return heard_uci || heard_ucci;
    }
  }
  return true;
}

void ExternalEngine::Impl::introduce() {
  const auto begin = Clock::now();
  const auto ask = [this](std::string_view word) {
    offered.clear();
    has_variants = false;
    heard_uci = false;
    heard_ucci = false;
    process->write_line(word);
  };
  const bool detect = options.protocol == Protocol::detect;
  ask(options.protocol == Protocol::ucci ? "ucci" : "uci");
  if (!await_introduction(begin + (detect ? options.detect_time : options.start_time))) {
    if (detect) {
      process->write_line("ucci");
    }
    if (!detect || !await_introduction(begin + options.start_time)) {
      refuse(localized("it does not introduce itself in UCI or UCCI"));
    }
    need_ready(); // then all answers to both words have been read
    if (heard_uci && heard_ucci) {
      // A slow start of an engine that has both protocols. It uses the last one asked for: choose
      // UCI, so that the protocol does not depend on the time of its start.
      ask("uci");
      static_cast<void>(await_introduction(Clock::now() + options.start_time));
    }
  }
  protocol = heard_uci ? Protocol::uci : Protocol::ucci;
}

/// `isready` until `readyok`, which also discards the remaining output of earlier searches.
engine::Fault ExternalEngine::Impl::await_ready() {
  process->write_line("isready");
  const auto deadline = Clock::now() + options.start_time;
  std::string line;
  while (true) {
    const auto event = process->read_line(line, deadline);
    if (event == os::ChildProcess::Event::end) {
      return engine::Fault::crash;
    }
    if (event == os::ChildProcess::Event::line) {
      if (first_word(line) == "readyok") {
        return engine::Fault::none;
      }
      hear(line);
    }
    if (Clock::now() >= deadline) {
      return engine::Fault::timeout;
    }
  }
}

void ExternalEngine::Impl::need_ready() {
  switch (await_ready()) {
  case engine::Fault::crash:
    refuse(localized("it ended instead of getting ready"));
  case engine::Fault::timeout:
    refuse(localized("it does not get ready"));
  default:
    break;
  }
}

void ExternalEngine::Impl::set(std::string_view option, std::string_view value) const {
  if (ucci()) {
    process->write_line(fmt::format("setoption {} {}", option, value));
  } else if (value.empty()) { // a button
    process->write_line(fmt::format("setoption name {}", option));
  } else {
    process->write_line(fmt::format("setoption name {} value {}", option, value));
  }
}

void ExternalEngine::Impl::send_settings() {
  for (const auto& [option, value] : options.settings) {
    set(option, value);
    if (lower(option) == "multipv") {
      multipv = 0; // keep the value set until a search asks for several variations
    } else if (lower(option) == variant_option && !options.ranks && !ucci()) {
      ranks = RankBase::one;
    }
  }
}

// ---- search ------------------------------------------------------------------------------------

std::optional<Milliseconds> ExternalEngine::Impl::patience(const engine::Limits& limits) const {
  std::optional<Milliseconds> time;
  const auto at_most = [&](Milliseconds t) { time = time ? std::min(*time, t) : t; };
  if (limits.move_time.count() > 0) {
    at_most(limits.move_time + options.grace);
  }
  if (limits.time_left.count() > 0) {
    at_most(limits.time_left + options.grace);
  }
  const bool bounded = limits.nodes > 0 || limits.depth > 0 || limits.mate > 0;
  if (!time && bounded && !limits.infinite && options.answer_time.count() > 0) {
    time = options.answer_time;
  }
  return time;
}

void ExternalEngine::Impl::give_up(engine::Answer& answer, engine::Fault fault,
                                   std::string detail) {
  answer.fault = fault;
  answer.detail = std::move(detail);
  end_process();
}

void ExternalEngine::Impl::read_best(std::string_view line, const Position& now,
                                     engine::Answer& answer) const {
  const std::string_view word =
      first_word(line) == "bestmove" ? first_word(after_word(line)) : std::string_view{};
  if (word.empty() || word == "(none)" || word == "none" || word == "0000" || word == "null") {
    answer.fault = engine::Fault::no_move;
    answer.detail = localized("answered \"{}\"", excerpt(line, 60));
    return;
  }
  const Move m = parse_move(word, ranks);
  if (!m || !now.is_legal(m)) {
    answer.fault = engine::Fault::illegal_move;
    answer.detail = localized("illegal move \"{}\"", excerpt(word, 60));
    return;
  }
  answer.best = m;
  answer.resigns = has_word(line, "resign");
  answer.offers_draw = has_word(line, "draw");
}

/// Put the variation of the best move first; the move alone when no variation begins with it.
void put_best_first(engine::Answer& answer) {
  auto& lines = answer.report.lines;
  const auto it = std::find_if(lines.begin(), lines.end(), [&](const engine::Line& l) {
    return l.moves.front() == answer.best;
  });
  if (it != lines.end()) {
    std::rotate(lines.begin(), it, it + 1);
  } else if (!lines.empty()) {
    lines.front().moves = {answer.best};
  }
}

engine::Answer
ExternalEngine::Impl::converse(const engine::Limits& limits, const Position& now,
                               const std::function<void(const engine::Report&)>& on_report) {
  const auto begin = Clock::now();
  const auto by_hand =
      stops_by_hand(limits) ? std::optional{begin + limits.move_time} : std::nullopt;
  const auto time = patience(limits);
  auto deadline = time ? begin + *time : Clock::time_point::max();
  engine::Answer answer;
  bool told = false;
  std::string line;
  while (true) {
    const bool alarm = by_hand && !told;
    // limited to 24 hours: time_point::max() would overflow
    const auto event =
        process->read_line(line, alarm ? *by_hand : std::min(deadline, Clock::now() + 24h));
    if (event == os::ChildProcess::Event::end) {
      give_up(answer, engine::Fault::crash, localized("ended during a search"));
      return answer;
    }
    if (event == os::ChildProcess::Event::line) {
      const std::string_view word = first_word(line);
      if (word == "bestmove" || word == "nobestmove") {
        read_best(line, now, answer);
        break;
      }
      if (word == "info") {
        update(answer.report, parse_info(after_word(line), now, ranks));
        if (on_report && !answer.report.lines.empty()) {
          on_report(answer.report);
        }
      }
    }
    if (!told && ((by_hand && Clock::now() >= *by_hand) || stop_asked.load())) {
      told = true;
      process->write_line("stop");
      deadline = std::min(deadline, Clock::now() + std::max(stop_time, options.grace));
    }
    if (Clock::now() >= deadline) {
      give_up(answer, engine::Fault::timeout, localized("no answer in time"));
      return answer;
    }
  }
  answer.wall = std::chrono::duration_cast<Milliseconds>(Clock::now() - begin);
  if (answer.best) {
    put_best_first(answer);
  }
  return answer;
}

engine::Answer
ExternalEngine::Impl::ask(const Position& start, std::span<const Move> moves,
                          const engine::Limits& limits,
                          const std::function<void(const engine::Report&)>& on_report) {
  const Course course = since_last_capture(start, moves);
  if (const int wanted = std::max(limits.multipv, 1);
      wanted != multipv && offers("MultiPV") && (wanted > 1 || multipv != 0)) {
    set("MultiPV", fmt::format("{}", wanted));
    multipv = wanted;
  }
  engine::Answer answer;
  if (const engine::Fault fault = await_ready(); fault != engine::Fault::none) {
    give_up(answer, fault, localized("gone before the search"));
    return answer;
  }
  const Dialect dialect{ucci(), ranks, !offers("usemillisec")};
  process->write_line(position_line(start, moves, course, dialect));
  if (ucci() && !limits.banned_moves.empty()) {
    process->write_line(ban_line(limits, dialect));
  }
  process->write_line(go_line(limits, course, dialect));
  return converse(limits, course.now, on_report);
}

// ---- interface ---------------------------------------------------------------------------------

ExternalEngine::ExternalEngine(ExternalOptions options)
    : m_impl{std::make_unique<Impl>(std::move(options))} {
  m_impl->start();
}

ExternalEngine::~ExternalEngine() {
  if (m_impl->process) {
    m_impl->process->write_line("quit");
    m_impl->process->finish(quit_time);
  }
}

const std::string& ExternalEngine::name() const noexcept { return m_impl->name; }
Protocol ExternalEngine::protocol() const noexcept { return m_impl->protocol; }
RankBase ExternalEngine::ranks() const noexcept { return m_impl->ranks; }
bool ExternalEngine::offers(std::string_view option) const noexcept {
  return m_impl->offers(option);
}
int ExternalEngine::restarts() const noexcept { return m_impl->starts - 1; }

void ExternalEngine::new_game() {
  m_impl->need_process();
  const auto begin_game = [&] {
    if (!m_impl->ucci()) {
      m_impl->process->write_line("ucinewgame");
    } else if (m_impl->offers("newgame")) {
      m_impl->process->write_line("setoption newgame");
    }
    m_impl->need_ready();
  };
  try {
    begin_game();
  } catch (const Error&) { // ended since its last answer: restart once
    m_impl->start();
    begin_game();
  }
}

engine::Answer ExternalEngine::search(const Position& start, std::span<const Move> moves,
                                      const engine::Limits& limits,
                                      const std::function<void(const engine::Report&)>& on_report) {
  m_impl->need_process();
  m_impl->set_searching(true);
  engine::Answer answer = m_impl->ask(start, moves, limits, on_report);
  m_impl->set_searching(false);
  return answer;
}

void ExternalEngine::stop() noexcept {
  const std::lock_guard lock{m_impl->mutex};
  if (m_impl->searching && m_impl->process) {
    m_impl->stop_asked.store(true);
    m_impl->process->wake();
  }
}

} // namespace xq::uci
