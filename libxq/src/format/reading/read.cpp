#include "format/reading/read.hpp"

#include "base/files/input.hpp"
#include "base/workers.hpp"
#include "format/reading/game_source.hpp"
#include "format/reading/read_jobs.hpp"

#include <xq/base/error.hpp>
#include <xq/base/problem_code.hpp>
#include <xq/format/format.hpp>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <utility>

namespace xq::format {
namespace {

/// Reads an input batch by batch.
class BatchReader {
public:
  BatchReader(Input& input, const ReadOptions& options, const BatchHandler& handler)
      : m_source{input, options, handler},
        m_jobs{options.threads, [this]() -> std::unique_ptr<Job> { return m_source.next(); }} {}

  /// Hand the next batch, or what there is to say about a file, to the handler; false after the
  /// last.
  bool deliver_next() {
    auto base = m_jobs.pop();
    m_totals.files = m_source.files();
    m_totals.bytes = m_source.input().bytes_read();
    if (!base) {
      return false;
    }
    std::unique_ptr<ReadJob> job{static_cast<ReadJob*>(base.release())};
    job->deliver();
    m_totals.games += job->games;
    m_totals.rejected += job->rejected;
    m_totals.plies += job->plies;
    if (auto* const text = dynamic_cast<TextJob*>(job.get())) {
      static_cast<void>(job.release());
      m_source.recycle(std::unique_ptr<TextJob>{text});
    }
    return true;
  }

  [[nodiscard]] const ReadTotals& totals() const noexcept { return m_totals; }
  [[nodiscard]] ReadProgress progress() const noexcept {
    return {m_source.input().bytes_read(), m_source.input().bytes_total(), m_totals.games};
  }

private:
  GameSource m_source;
  JobStream m_jobs;
  ReadTotals m_totals;
};

ReadTotals read_input(Input& input, const ReadOptions& options, const BatchHandler& handler,
                      const ProgressFunction& progress) {
  using Clock = std::chrono::steady_clock;
  BatchReader reader{input, options, handler};
  auto last_report = Clock::now();
  while (reader.deliver_next()) {
    const auto now = Clock::now();
    if (progress && now - last_report >= std::chrono::milliseconds{100}) {
      last_report = now;
      if (!progress(reader.progress())) {
        throw make_error<Interrupted>("interrupted");
      }
    }
  }
  return reader.totals();
}

Input input_of_bytes(std::string bytes) {
  InputOptions limits; // of what is pasted or sent
  limits.max_expanded_bytes = std::uint64_t{64} << 20U;
  limits.max_members = 1000;
  return Input{{}, std::move(bytes), limits};
}

} // namespace

/// Games of one batch wait here until they are asked for.
class GameReader::State {
public:
  State(const std::vector<std::string>& inputs, const ReadOptions& options)
      : m_handler{handler(options)}, m_input{inputs}, m_reader{m_input, options, m_handler} {}
  State(std::string bytes, const ReadOptions& options)
      : m_handler{handler(options)},
        m_input(input_of_bytes(std::move(bytes))),
        m_reader{m_input, options, m_handler} {}

  record::Game* next() {
    while (m_next == m_ready.count) {
      m_next = m_ready.count = 0;
      if (!m_reader.deliver_next()) {
        return nullptr;
      }
    }
    return &m_ready.games[m_next++];
  }

  [[nodiscard]] const std::vector<FileProblem>& file_problems() const noexcept {
    return m_file_problems;
  }
  [[nodiscard]] const BatchReader& reader() const noexcept { return m_reader; }

private:
  /// Copied into games that keep their memory: the parser goes on with its own.
  struct Games final : BatchOutput {
    record::Game& add() {
      if (count == games.size()) {
        games.emplace_back();
      }
      return games[count++];
    }
    std::vector<record::Game> games;
    std::size_t count = 0;
  };

  [[nodiscard]] BatchHandler handler(const ReadOptions& options) {
    BatchHandler out;
    out.wanted = options.wanted;
    out.make = [this] {
      const std::lock_guard lock{m_mutex};
      auto games = m_spare.empty() ? std::make_unique<Games>() : std::move(m_spare.back());
      if (!m_spare.empty()) {
        m_spare.pop_back();
      }
      return games;
    };
    out.work = [](record::Game& game, BatchOutput& games) {
      static_cast<Games&>(games).add() = game;
    };
    out.emit = [this](BatchOutput& games) {
      auto used = std::make_unique<Games>();
      used->games = std::exchange(m_ready.games, std::move(static_cast<Games&>(games).games));
      m_ready.count = static_cast<Games&>(games).count;
      const std::lock_guard lock{m_mutex};
      m_spare.push_back(std::move(used));
    };
    out.file_problem = [this](const FileProblem& found) {
      m_file_problems.push_back(found);
      if (found.problem.severity == Severity::error) {
        auto& game = m_ready.add();
        game.clear();
        game.source = found.source;
        game.problems = {found.problem};
      }
    };
    return out;
  }

  Games m_ready;
  std::size_t m_next = 0;
  std::vector<FileProblem> m_file_problems;
  std::mutex m_mutex;
  std::vector<std::unique_ptr<Games>> m_spare; ///< under the mutex
  BatchHandler m_handler;
  Input m_input;
  BatchReader m_reader; ///< last: its threads use the others
};

GameReader::GameReader(std::unique_ptr<State> state) noexcept : m_state{std::move(state)} {}
GameReader::GameReader(std::string input, const ReadOptions& options)
    : GameReader{std::vector{std::move(input)}, options} {}
GameReader::GameReader(const std::vector<std::string>& inputs, const ReadOptions& options)
    : m_state{std::make_unique<State>(inputs, options)} {}
GameReader GameReader::of_bytes(std::string bytes, const ReadOptions& options) {
  return GameReader{std::make_unique<State>(std::move(bytes), options)};
}
GameReader::~GameReader() = default;
GameReader::GameReader(GameReader&& other) noexcept = default;
GameReader& GameReader::operator=(GameReader&& other) noexcept = default;

record::Game* GameReader::next() { return m_state->next(); }
const std::vector<FileProblem>& GameReader::file_problems() const noexcept {
  return m_state->file_problems();
}
const ReadTotals& GameReader::totals() const noexcept { return m_state->reader().totals(); }
ReadProgress GameReader::progress() const noexcept { return m_state->reader().progress(); }

ReadTotals read_batches(std::span<const std::string> inputs, const ReadOptions& options,
                        const BatchHandler& handler, const ProgressFunction& progress) {
  Input input{inputs};
  return read_input(input, options, handler, progress);
}

ReadTotals read_bytes(std::string bytes, const ReadOptions& options, const BatchHandler& handler,
                      const ProgressFunction& progress) {
  auto input = input_of_bytes(std::move(bytes));
  return read_input(input, options, handler, progress);
}

bool is_unread_input(const FileProblem& found, std::span<const std::string> inputs) {
  return found.problem.code == ProblemCode::unreadable_file ||
         std::find(inputs.begin(), inputs.end(), found.source) != inputs.end();
}

} // namespace xq::format
