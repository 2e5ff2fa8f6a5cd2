#include "engine/bench.hpp"
#include "engine/outcomes.hpp"

#include <xq/analysis/analyst.hpp>
#include <xq/board/fen.hpp>
#include <xq/engine/engine.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <iterator>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace xq::analysis {

namespace {

constexpr std::uint64_t entries_a_megabyte = 65536; // of the transposition table
constexpr std::size_t largest_fitted_table = 256;
/// How many searches an analyst keeps at most, for questions that are asked again with more effort:
/// review() comes back to a position after those of four others; and how large their tables are.
constexpr std::size_t most_kept = 8;
constexpr std::size_t most_kept_megabytes = 64;

/// The values of the lines of a search, by depth.
class ScoresByDepth {
public:
  /// What a search says on its way: bounds are no values.
  void add(const engine::Report& report) {
    const auto is_bound = [](const engine::Line& l) { return l.lower_bound || l.upper_bound; };
    if (std::ranges::any_of(report.lines, is_bound)) {
      return;
    }
    if (report.depth != m_depth) {
      m_before = std::move(m_last);
    }
    m_depth = report.depth;
    m_last.clear();
    for (const engine::Line& line : report.lines) {
      m_last.push_back(line.score);
    }
  }

  /// Give the lines the mean of what the last two depths say of the line in their place, unless one
  /// of them is decided.
  void average(engine::Report& report) const {
    const auto decided = [](engine::Score score) { return engine::is_decided(score); };
    const auto decided_line = [](const engine::Line& line) {
      return engine::is_decided(line.score);
    };
    if (m_before.size() != report.lines.size() || m_last.size() != report.lines.size() ||
        std::ranges::any_of(m_before, decided) || std::ranges::any_of(m_last, decided) ||
        std::ranges::any_of(report.lines, decided_line)) {
      return;
    }
    for (std::size_t i = 0; i < report.lines.size(); ++i) {
      report.lines[i].score = (m_before[i] + m_last[i]) / 2;
    }
  }

private:
  int m_depth = 0;
  std::vector<engine::Score> m_before; ///< of the depth before
  std::vector<engine::Score> m_last;
};

/// The search of one question, which can go on where the same is asked with more effort.
class QuestionSearch {
public:
  explicit QuestionSearch(const engine::Options& options) : m_engine{options} {}

  /// The answer is that of a search from the beginning.
  [[nodiscard]] bool can_go_on(const Question& question) const {
    return m_resumable && allows_all(question) && m_question == Identity{question} &&
           cost_of(question.effort()) >= m_cost;
  }
  [[nodiscard]] bool is_resumable() const { return m_resumable; }
  engine::Report run(const Question& question, const engine::Limits& limits) {
    const auto on_report = [this](const engine::Report& r) { m_scores.add(r); };
    engine::Report report;
    const bool goes_on = can_go_on(question);
    m_resumable = false;
    if (goes_on) {
      report = m_engine.resume(limits, on_report);
    } else {
      m_engine.clear();
      m_scores = {};
      report = m_engine.search(question.base(), question.moves(), limits, on_report);
    }
    m_question = Identity{question};
    m_cost = cost_of(question.effort());
    m_resumable = report.resumable && allows_all(question) && limits.move_time.count() == 0;
    m_scores.average(report);
    return report;
  }
  void stop() noexcept { m_engine.stop(); }

private:
  struct Identity {
    Identity() = default;
    explicit Identity(const Question& question)
        : key{question.key()},
          lock{question.lock()},
          context{question.with(Effort::full).context()} {}
    bool operator==(const Identity&) const = default;

    Key key{};
    Key lock{};
    std::uint64_t context = 0;
  };
  static bool allows_all(const Question& question) {
    return question.banned().empty() && !question.required();
  }

  engine::Engine m_engine;
  ScoresByDepth m_scores;
  Identity m_question;
  double m_cost = 0;
  bool m_resumable = false;
};

/// Keeps the searches of the questions that were answered last.
class OwnAnalyst final : public Analyst {
public:
  OwnAnalyst(engine::Options options, engine::Limits limits)
      : m_options{std::move(options)},
        m_limits{std::move(limits)},
        m_kept{std::clamp<std::size_t>(most_kept_megabytes /
                                           std::max<std::size_t>(m_options.hash_megabytes, 1),
                                       1, most_kept)} {}

  Evaluation analyse(const Question& question) override {
    auto report = search_for(question).run(question, limits_of(m_limits, question));
    return evaluation_of(report, question.position().side_to_move());
  }
  void stop() noexcept override {
    const std::lock_guard lock{m_mutex};
    for (const auto& search : m_searches) {
      search->stop();
    }
  }

private:
  /// The search that can go on, else one that never will, else a new one, else the one that was
  /// used longest ago; it becomes the first.
  QuestionSearch& search_for(const Question& question) {
    const std::lock_guard lock{m_mutex};
    auto found = std::ranges::find_if(
        m_searches, [&question](const auto& search) { return search->can_go_on(question); });
    if (found == m_searches.end()) {
      found = std::ranges::find_if(m_searches,
                                   [](const auto& search) { return !search->is_resumable(); });
    }
    if (found == m_searches.end()) {
      if (m_searches.size() < m_kept) {
        m_searches.push_back(std::make_unique<QuestionSearch>(m_options));
      }
      found = std::prev(m_searches.end());
    }
    std::rotate(m_searches.begin(), found, std::next(found));
    return *m_searches.front();
  }

  engine::Options m_options;
  engine::Limits m_limits;
  std::size_t m_kept;
  std::mutex m_mutex; ///< for m_searches, whose first element only the thread that asks changes
  std::vector<std::unique_ptr<QuestionSearch>> m_searches; ///< last used first
};

/// Twice as many entries as nodes, in powers of two: small tables are cleared sooner and stay in
/// the processor's cache.
std::size_t fitted_table(const engine::Limits& limits) {
  if (limits.nodes == 0) {
    return 16;
  }
  const auto wanted =
      std::clamp<std::uint64_t>(limits.nodes * 2 / entries_a_megabyte, 1, largest_fitted_table);
  return static_cast<std::size_t>(std::bit_ceil(wanted));
}

/// What a small search of some positions answers, as a number.
std::uint32_t fingerprint(engine::Options options) {
  options.hash_megabytes = 1;
  engine::Engine engine{options};
  engine::Limits limits;
  limits.nodes = 1500;
  std::uint64_t hash = 0;
  const auto add = [&hash](std::uint64_t n) {
    hash = (hash ^ n) * 0x100000001B3U; // FNV-1a over words
    hash ^= hash >> 29U;
  };
  for (const auto fen : engine::bench_positions()) {
    engine.clear();
    const auto reading = read_fen(fen);
    const auto report = engine.search(reading->position, {}, limits);
    add(static_cast<std::uint64_t>(report.depth));
    for (const auto& line : report.lines) {
      add(static_cast<std::uint64_t>(line.score));
      for (const Move m : line.moves) {
        add(m.disk());
      }
    }
  }
  return static_cast<std::uint32_t>(hash ^ (hash >> 32U));
}

} // namespace

Evaluation ask(const Question& question, const Asking& asking) {
  const auto check = [&asking] {
    if (asking.keep_going && !asking.keep_going()) {
      throw make_error<Interrupted>("the engine was stopped");
    }
  };
  const auto count = [&](bool known) {
    if (asking.on_question) {
      asking.on_question(question, known);
    }
  };
  const auto search = [&] {
    auto answer = asking.analyst->analyse(question);
    check(); // the answer of a search that was stopped is not used
    count(false);
    return answer;
  };
  check();
  if (asking.store == nullptr) {
    return question.oriented(search());
  }
  if (auto known = asking.store->find(question)) {
    count(true);
    return question.oriented(std::move(*known));
  }
  try {
    auto answer = search();
    asking.store->add(question, answer);
    return question.oriented(std::move(answer));
  } catch (...) {
    asking.store->give_up(question);
    throw;
  }
}

Evaluation evaluation_of(const engine::Report& report, Color side) {
  Evaluation out;
  out.depth = report.depth;
  out.nodes = report.nodes;
  for (const engine::Line& line : report.lines) {
    out.lines.push_back({engine::seen_by(side, line.score), line.moves});
  }
  assert(!out.lines.empty());
  out.score = out.lines.front().score;
  return out;
}

namespace {

/// What an effort adds to or takes from the limits of a full one.
struct Share {
  int times = 1; ///< nodes and time
  int part = 1;  ///< ... or one in so many of them
  int plies = 0;
};

constexpr Share share_of(Effort effort) noexcept {
  switch (effort) {
  case Effort::quick:
    return {1, 4, -3};
  case Effort::deep:
    return {4, 1, 3};
  case Effort::thorough:
    return {8, 1, 4};
  case Effort::extensive:
    return {16, 1, 5};
  case Effort::exhaustive:
    return {64, 1, 7};
  default:
    return {};
  }
}

} // namespace

double cost_of(Effort effort) noexcept {
  const Share share = share_of(effort);
  return static_cast<double>(share.times) / share.part;
}

engine::Limits limits_of(const engine::Limits& limits, const Question& question) {
  auto out = limits;
  if (!question.banned().empty()) {
    out.banned_moves.assign(question.banned().begin(), question.banned().end());
    out.multipv = 1;
  }
  if (question.required()) {
    out.search_moves = {question.required()};
    out.multipv = 1;
  }
  if (const Share share = share_of(question.effort()); question.effort() != Effort::full) {
    const auto scaled = [&share](std::int64_t limit) {
      return limit == 0 ? 0 : std::max<std::int64_t>(limit * share.times / share.part, 1);
    };
    out.nodes = static_cast<std::uint64_t>(scaled(static_cast<std::int64_t>(limits.nodes)));
    out.soft_nodes =
        static_cast<std::uint64_t>(scaled(static_cast<std::int64_t>(limits.soft_nodes)));
    out.move_time = std::chrono::milliseconds{scaled(limits.move_time.count())};
    out.depth = limits.depth == 0 ? 0 : std::max(limits.depth + share.plies, 1);
  }
  return out;
}

std::string to_text(const engine::Limits& limits) {
  std::string out;
  const auto add = [&out](const std::string& part) {
    out += out.empty() ? part : fmt::format(", {}", part);
  };
  if (limits.nodes != 0) {
    add(fmt::format("{} nodes", limits.nodes));
  }
  if (limits.depth != 0) {
    add(fmt::format("depth {}", limits.depth));
  }
  if (limits.move_time.count() != 0) {
    add(fmt::format("{} ms", limits.move_time.count()));
  }
  return out;
}

AnalystSource own_analysts(const engine::Limits& limits, engine::Options options,
                           std::string version) {
  if (options.hash_megabytes == 0) {
    options.hash_megabytes = fitted_table(limits);
  }
  options.threads = 1;
  constexpr std::array<std::string_view, 3> rules{"draw", "check", "wxf"};
  AnalystSource source;
  source.name = fmt::format("xq {}", version);
  source.identity = fmt::format(
      "xq {} ({:08x}), mean of two depths; {}{}; multipv {}; hash {} MB; natural limit {}; "
      "repetition {}",
      version, fingerprint(options), to_text(limits),
      limits.soft_nodes == 0 ? std::string{}
                             : fmt::format(", no iteration from {} nodes on", limits.soft_nodes),
      limits.multipv, options.hash_megabytes, options.natural_limit,
      rules[static_cast<std::size_t>(options.repetition)]);
  source.make = [limits, options] { return std::make_unique<OwnAnalyst>(options, limits); };
  return source;
}

} // namespace xq::analysis
