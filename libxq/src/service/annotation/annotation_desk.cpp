#include "service/annotation/annotation_desk.hpp"

#include "analysis/review/annotator.hpp"
#include "base/text/text.hpp"
#include "jobs/annotation/work_estimate.hpp"
#include "service/annotation/judged_game.hpp"
#include "service/annotation/queued_analyst.hpp"
#include "service/play/secret.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace xq::service {

namespace {

using analysis::Quality;
using TimePoint = std::chrono::steady_clock::time_point;

enum class Stage : std::uint8_t { queued, running, done, failed, cancelled };

std::string_view word_of(Stage stage) noexcept {
  constexpr std::array<std::string_view, 5> names{"queued", "running", "done", "failed",
                                                  "cancelled"};
  return names[static_cast<std::size_t>(stage)];
}

/// A game that somebody wants to have judged. What changes is under the desk's mutex, except where
/// it says otherwise.
struct Work {
  explicit Work(Quality q) : quality{q} {}

  std::string id;
  std::string client; ///< one game at a time; empty: not limited
  std::string visitor;
  const Language* language = nullptr;
  Quality quality;
  JudgedGame game; ///< not changed
  std::uint64_t positions = 0;
  /// Any thread.
  jobs::WorkEstimate estimate{jobs::searches_a_position(analysis::looks_of(quality))};

  Stage stage = Stage::queued;
  TimePoint asked; ///< somebody asked last how far it is
  TimePoint ended;
  std::atomic<bool> wanted{true};
  std::string result; ///< members of JSON, see judge()
  std::string error;
  std::shared_ptr<QueuedAnalyst> analyst; ///< while it runs
};
using WorkPointer = std::shared_ptr<Work>;

struct Progress {
  std::string_view id, state;
  std::size_t place = 0; ///< 0: it does not wait
  std::uint64_t done = 0, total = 0;
  std::string_view error;
};
constexpr auto progress_fields = std::to_array<jobs::FieldOf<Progress>>(
    {{"id", jobs::Kind::text, jobs::get<&Progress::id>},
     {"state", jobs::Kind::word, jobs::get<&Progress::state>},
     {"place", jobs::Kind::count,
      [](const Progress& p) { return p.place == 0 ? jobs::Value{} : jobs::Value{p.place}; },
      jobs::Missing::left_out},
     {"done", jobs::Kind::count, jobs::get<&Progress::done>},
     {"total", jobs::Kind::count, jobs::get<&Progress::total>},
     {"problem", jobs::Kind::text, [](const Progress& p) { return jobs::told(p.error); },
      jobs::Missing::left_out}});

Quality read_quality(const Parameters& query) {
  const auto name = query.get("quality", "night");
  if (name == "night") {
    return Quality::night;
  }
  if (name == "quick") {
    return Quality::quick;
  }
  if (name != "normal") {
    throw HttpError{400, localized("quality={} is not understood. Give night, quick or normal.",
                                   excerpt(name, 20))};
  }
  return Quality::normal;
}

HttpError stopping() {
  return HttpError{503, localized("The server is being stopped. Ask again when it runs.")};
}

} // namespace

std::vector<jobs::Field> annotation_progress_fields() {
  return jobs::described(progress_fields, judged_game_fields());
}

struct AnnotationDesk::State {
  State(Setup wanted, std::shared_ptr<SearchQueue> engines)
      : setup{std::move(wanted)}, queue{std::move(engines)} {
    for (std::size_t i = 0; i < std::max<std::size_t>(setup.limits.games_at_once, 1); ++i) {
      threads.emplace_back([this] { work(); });
    }
  }

  // with the mutex
  void clean_up();
  void end(Work& one, Stage stage);
  [[nodiscard]] bool is_busy(const std::string& client) const;
  [[nodiscard]] WorkPointer find(std::string_view id) const;
  [[nodiscard]] std::string text(const WorkPointer& one);

  void work();
  void judge_one(const WorkPointer& one);
  [[nodiscard]] const analysis::AnalystSource& source(Quality quality);

  const Setup setup;
  const std::shared_ptr<SearchQueue> queue;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<WorkPointer> waiting;
  std::map<std::string, WorkPointer, std::less<>> all; ///< by id
  bool closing = false;
  std::mutex making;
  std::map<Quality, analysis::AnalystSource> sources; ///< under `making`
  std::vector<std::thread> threads;                   ///< last: they use the others
};

/// Drops what nobody asks for any more.
void AnnotationDesk::State::clean_up() {
  const auto now = setup.now();
  for (const auto& [id, one] : all) {
    if (one->stage <= Stage::running && one->asked + setup.limits.abandon_after < now) {
      end(*one, Stage::cancelled);
    }
  }
  std::erase_if(all, [&](const auto& entry) {
    return entry.second->stage > Stage::running &&
           entry.second->ended + setup.limits.forget_after < now;
  });
  std::vector<const Work*> ended;
  for (const auto& [id, one] : all) {
    if (one->stage > Stage::running) {
      ended.push_back(one.get());
    }
  }
  std::ranges::sort(ended, {}, &Work::ended);
  for (std::size_t i = 0; i + setup.limits.most_results < ended.size(); ++i) {
    all.erase(all.find(ended[i]->id));
  }
}

void AnnotationDesk::State::end(Work& one, Stage stage) {
  one.wanted = false;
  one.stage = stage;
  one.ended = setup.now();
  if (one.analyst != nullptr) {
    one.analyst->stop();
  }
  std::erase_if(waiting, [&](const WorkPointer& each) { return each.get() == &one; });
}

bool AnnotationDesk::State::is_busy(const std::string& client) const {
  return !client.empty() && std::ranges::any_of(all, [&](const auto& entry) {
    return entry.second->client == client && entry.second->stage <= Stage::running;
  });
}

WorkPointer AnnotationDesk::State::find(std::string_view id) const {
  const auto at = all.find(id);
  if (at == all.end()) {
    throw HttpError{404, localized("There is no such analysis, or it was forgotten a while after "
                                   "its end. Ask for another one.")};
  }
  return at->second;
}

std::string AnnotationDesk::State::text(const WorkPointer& one) {
  Progress progress{one->id, word_of(one->stage), 0, 0, one->positions, one->error};
  if (one->stage == Stage::queued) {
    progress.place =
        static_cast<std::size_t>(std::ranges::find(waiting, one) - waiting.begin()) + 1;
  }
  progress.done = one->stage == Stage::done ? one->positions : one->estimate.done();
  std::string out = jobs::json_object<Progress>(progress_fields, progress);
  if (one->stage == Stage::done) {
    out.back() = ',';
    out += one->result;
    out += '}';
  }
  return out;
}

const analysis::AnalystSource& AnnotationDesk::State::source(Quality quality) {
  const std::lock_guard lock{making};
  auto known = sources.find(quality);
  if (known == sources.end()) {
    engine::Limits limits;
    limits.nodes = nodes_of(quality);
    engine::Options options;
    options.hash_megabytes = 0; // what the limits need
    known = sources
                .emplace(quality, analysis::own_analysts(analysis::review_limits(limits), options,
                                                         setup.version))
                .first;
  }
  return known->second;
}

void AnnotationDesk::State::judge_one(const WorkPointer& one) {
  const auto& analysts = source(one->quality);
  const auto analyst = std::make_shared<QueuedAnalyst>(analysts.make(), queue, one->visitor);
  {
    const std::lock_guard lock{mutex};
    one->analyst = analyst;
    if (!one->wanted) {
      analyst->stop();
    }
  }
  const auto part = one->estimate.begin(one->positions);
  analysis::ReviewTools tools;
  tools.analyst = analyst.get();
  tools.looks = analysis::looks_of(one->quality);
  tools.keep_going = [&one] { return one->wanted.load(); };
  tools.on_question = [&](const analysis::Question& question, bool /*known*/) {
    one->estimate.add(part, analysis::cost_of(question.effort()));
  };
  const LanguageScope scope{one->language};
  auto& game = one->game;
  engine::Limits limits;
  limits.nodes = nodes_of(one->quality);
  game.annotate.annotator = analysis::annotator_of(analysts.name, limits, tools.looks);
  auto result = judge(game, tools);
  const std::lock_guard lock{mutex};
  if (one->stage == Stage::running) {
    one->result = std::move(result);
    end(*one, Stage::done);
  }
}

void AnnotationDesk::State::work() {
  std::unique_lock lock{mutex};
  while (true) {
    changed.wait(lock, [&] { return closing || !waiting.empty(); });
    if (closing) {
      return;
    }
    const WorkPointer one = waiting.front();
    waiting.pop_front();
    one->stage = Stage::running;
    lock.unlock();
    std::string problem;
    try {
      judge_one(one);
    } catch (const std::exception& e) { // it was stopped, or there is no memory
      problem = e.what();
    }
    lock.lock();
    one->analyst.reset();
    if (one->stage == Stage::running) {
      one->error = problem;
      end(*one, Stage::failed);
    }
  }
}

AnnotationDesk::AnnotationDesk(Setup setup, std::shared_ptr<SearchQueue> queue)
    : m_state{std::make_unique<State>(std::move(setup), std::move(queue))} {}
AnnotationDesk::~AnnotationDesk() { shut_down(); }

Response AnnotationDesk::create(const Call& call) {
  State& state = *m_state;
  auto one = std::make_shared<Work>(read_quality(call.query));
  one->id = make_secret<16>();
  one->client = call.request.client;
  one->visitor = call.request.visitor;
  one->language =
      state.setup.languages == nullptr ? nullptr : state.setup.languages->find(call.request);
  one->game = read_judged_game(call.query, call.request.body, state.setup.limits.most_plies);
  one->positions = static_cast<std::uint64_t>(one->game.game.plies()) + 1;
  const std::lock_guard lock{state.mutex};
  if (state.closing) {
    throw stopping();
  }
  state.clean_up();
  if (state.is_busy(one->client)) {
    throw HttpError{429,
                    localized("A game of yours is being analysed. Wait for it, or cancel it.")};
  }
  if (state.waiting.size() >= state.setup.limits.most_waiting) {
    throw HttpError{429,
                    localized("Too many games wait to be analysed. Ask again in some minutes.")};
  }
  one->asked = state.setup.now();
  state.all.emplace(one->id, one);
  state.waiting.push_back(one);
  state.changed.notify_one();
  return json_response(state.text(one));
}

Response AnnotationDesk::progress(const Call& call) {
  const std::lock_guard lock{m_state->mutex};
  const auto one = m_state->find(call.rest);
  one->asked = m_state->setup.now();
  m_state->clean_up();
  return json_response(m_state->text(one));
}

Response AnnotationDesk::cancel(const Call& call) {
  const std::lock_guard lock{m_state->mutex};
  const auto one = m_state->find(call.rest);
  if (one->stage <= Stage::running) {
    m_state->end(*one, Stage::cancelled);
  }
  return json_response(m_state->text(one));
}

void AnnotationDesk::shut_down() {
  {
    const std::lock_guard lock{m_state->mutex};
    m_state->closing = true;
    for (const auto& [id, one] : m_state->all) {
      if (one->stage <= Stage::running) {
        m_state->end(*one, Stage::cancelled);
      }
    }
  }
  m_state->changed.notify_all();
  for (auto& thread : m_state->threads) {
    if (thread.joinable()) {
      thread.join();
    }
  }
}

} // namespace xq::service
