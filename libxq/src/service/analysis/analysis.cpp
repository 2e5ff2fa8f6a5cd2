#include "service/analysis/analysis.hpp"

#include "base/text/json_writer.hpp"
#include "base/text/text.hpp"
#include "service/analysis/mate_proof.hpp"
#include "service/json/members.hpp"
#include "service/move_json.hpp"

#include <xq/base/translate.hpp>

#include <algorithm>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace xq::service {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

/// `{"type":TYPE,"id":ID` and what `members` writes.
template <typename Members>
std::shared_ptr<const std::string> message(std::string_view type, const JsonValue& id,
                                           Members members) {
  std::string text;
  JsonWriter json{text};
  json.begin_object().member("type", type);
  if (!id.is_null()) {
    json.key("id");
    id.write(json);
  }
  members(json);
  json.end_object();
  return to_message(std::move(text));
}

void write_moves(JsonWriter& json, const Position& root, std::span<const Move> moves) {
  constexpr std::size_t most_moves = 30;
  json.key("moves").begin_array();
  Position position = root;
  for (const Move move : moves.first(std::min(moves.size(), most_moves))) {
    jobs::write_object(json, move_name_fields(), NamedMove{position, move, {}});
    position.do_move(move);
  }
  json.end_array();
}

/// The values of a line are those of the side to move at the root.
void write_line(JsonWriter& json, const Position& root, const engine::Line& line) {
  const int mate = engine::mate_plies(line.score);
  json.begin_object().member("score",
                             mate != 0 ? line.score : engine::shown_centipawns(line.score));
  json.key("mate");
  if (mate == 0) {
    json.null();
  } else {
    json.value(mate > 0 ? (mate + 1) / 2 : -((1 - mate) / 2));
  }
  write_moves(json, root, line.moves);
  json.end_object();
}

/// One search for one client, until the client wants another one.
class ClientSearch final : public SearchTask {
public:
  ClientSearch(JsonValue id, SearchQuestion question, Outlet outlet, milliseconds pause,
               const void* owner)
      : m_id{std::move(id)},
        m_question{std::move(question)},
        m_outlet{std::move(outlet)},
        m_pause{pause},
        m_owner{owner},
        m_root{m_question.start} {
    for (const Move move : m_question.moves) {
      m_root.do_move(move);
    }
  }

  std::optional<SearchQuestion> question() override {
    if (!std::exchange(m_proof_sought, true)) {
      send_proof();
    }
    const std::lock_guard lock{m_mutex};
    return m_over ? std::nullopt : std::optional{m_question};
  }
  void queued(std::size_t place) override {
    send("queued", [&](JsonWriter& json) { json.member("place", place); });
  }
  void found(const engine::Report& report) override {
    const auto now = steady_clock::now();
    if (now < m_next_info) {
      m_unsent = report;
      return;
    }
    m_next_info = now + m_pause;
    m_unsent.reset();
    send_info(report);
  }
  void finished(const engine::Report& report, bool shut_down) override {
    if (m_unsent) {
      send_info(*m_unsent);
    }
    const bool over = report.lines.empty() && !shut_down;
    end(over ? "over" : shut_down ? "shutdown" : "limit");
  }
  void displaced() override {
    const std::lock_guard lock{m_mutex};
    if (!std::exchange(m_over, true)) {
      m_outlet.send(message("error", m_id, [](JsonWriter& json) {
        json.member("error", std::string_view{localized(
                                 "too many analyses wait already. Ask again in a minute.")});
      }));
    }
  }
  [[nodiscard]] const void* owner() const noexcept override { return m_owner; }

  /// The last message of this search, if it has not had it.
  void end(std::string_view reason) {
    const std::lock_guard lock{m_mutex};
    if (!std::exchange(m_over, true)) {
      m_outlet.send(
          message("done", m_id, [&](JsonWriter& json) { json.member("reason", reason); }));
    }
  }
  /// No message any more.
  void forget() {
    const std::lock_guard lock{m_mutex};
    m_over = true;
  }

private:
  template <typename Members>
  void send(std::string_view type, Members members) {
    const std::lock_guard lock{m_mutex};
    if (!m_over) {
      m_outlet.send(message(type, m_id, members));
    }
  }
  [[nodiscard]] bool is_over() {
    const std::lock_guard lock{m_mutex};
    return m_over;
  }
  void send_proof() {
    const auto proof = prove_mate(m_root, [this] { return is_over(); });
    if (proof) {
      send("proof", [&](JsonWriter& json) {
        json.member("mate", proof->moves).member("shortest", proof->shortest);
        write_moves(json, m_root, proof->line);
      });
    }
  }
  void send_info(const engine::Report& report) {
    send("info", [&](JsonWriter& json) {
      const auto time = std::max<std::int64_t>(report.time.count(), 1);
      json.member("depth", report.depth)
          .member("selective", report.selective_depth)
          .member("nodes", report.nodes)
          .member("nps", report.nodes * 1000 / static_cast<std::uint64_t>(time))
          .member("time", report.time.count());
      json.key("lines").begin_array();
      for (const engine::Line& line : report.lines) {
        write_line(json, m_root, line);
      }
      json.end_array();
    });
  }

  JsonValue m_id;
  SearchQuestion m_question;
  Outlet m_outlet;
  milliseconds m_pause;
  const void* m_owner;
  Position m_root;
  bool m_proof_sought = false; ///< of the searching thread, as are the next two
  steady_clock::time_point m_next_info;
  std::optional<engine::Report> m_unsent;
  std::mutex m_mutex;
  bool m_over = false;
};

class Analysis final : public Conversation {
public:
  Analysis(std::shared_ptr<SearchQueue> queue, Outlet outlet, const AnalysisLimits& limits,
           TimeSource now, std::string visitor)
      : m_queue{std::move(queue)},
        m_visitor{std::move(visitor)},
        m_outlet{std::move(outlet)},
        m_limits{limits},
        m_now{std::move(now)},
        m_rate{limits.messages_a_second} {}
  ~Analysis() override {
    if (m_search) {
      m_search->forget();
      m_queue->cancel(m_ticket);
    }
  }

  void receive(std::string_view text) override {
    if (!m_rate.take(m_now())) {
      m_outlet.close(1008, "too many messages");
      return;
    }
    const auto read = read_json(text, {m_limits.message_bytes, 3, m_limits.most_moves + 50});
    if (!read) {
      refuse({}, read.error().message);
      return;
    }
    const JsonValue* const sent_id = read->find("id");
    const bool simple = sent_id != nullptr && sent_id->object() == nullptr &&
                        sent_id->array() == nullptr &&
                        (sent_id->string() == nullptr || sent_id->string()->size() <= 100);
    const JsonValue id = simple ? *sent_id : JsonValue{};
    try {
      if (sent_id != nullptr && !simple) {
        throw Refusal{
            localized("id is no number and no text of at most 100 bytes. Send a short one.")};
      }
      handle(*read, id);
    } catch (const Error& e) {
      refuse(id, e.what());
    }
  }

private:
  void refuse(const JsonValue& id, std::string_view why) {
    m_outlet.send(message("error", id, [&](JsonWriter& json) { json.member("error", why); }));
  }

  void handle(const JsonValue& message, const JsonValue& id) {
    const std::string_view type = read_text(message, "type");
    if (type == "go") {
      go(message, id);
    } else if (type == "stop") {
      stop();
    } else if (type == "ping") {
      m_outlet.send(to_message(R"({"type":"pong"})"));
    } else {
      throw Refusal{localized("the type \"{}\" is not known here. Send go, stop or ping.",
                              excerpt(type, 20))};
    }
  }

  void stop() {
    if (m_search) {
      m_search->end("stopped");
      m_queue->cancel(m_ticket);
      m_search.reset();
    }
  }

  void go(const JsonValue& message, const JsonValue& id) {
    SearchQuestion question = read_question(message);
    stop();
    auto search = std::make_shared<ClientSearch>(id, std::move(question), m_outlet,
                                                 m_limits.report_pause, this);
    m_ticket = m_queue->add(SearchQueue::Kind::analysis, search, m_visitor);
    if (m_ticket == 0) {
      search->forget();
      throw Refusal{localized("too many analyses wait already. Ask again in a minute.")};
    }
    m_search = std::move(search);
  }

  [[nodiscard]] SearchQuestion read_question(const JsonValue& message) const {
    SearchQuestion question;
    question.start = read_position(read_text(message, "fen"));
    if (const JsonValue* const moves = message.find("moves")) {
      question.moves = read_moves(question.start, *moves, m_limits.most_moves);
    }
    engine::Limits& limits = question.limits;
    limits.multipv = static_cast<int>(read_whole(message, "multipv", 1, 1, 10));
    limits.depth = static_cast<int>(read_whole(message, "depth", 0, 1, 100));
    limits.nodes =
        static_cast<std::uint64_t>(read_whole(message, "nodes", 0, 1, 1'000'000'000'000));
    limits.move_time = m_limits.longest;
    if (const JsonValue* const seconds = message.find("seconds")) {
      const auto number = seconds->number();
      if (!number || !(*number > 0)) {
        throw Refusal{localized("seconds is no number above 0. Send one such as 10.")};
      }
      const auto longest = static_cast<double>(m_limits.longest.count());
      limits.move_time =
          std::max(milliseconds{1},
                   milliseconds{static_cast<std::int64_t>(std::min(*number * 1000, longest))});
    }
    return question;
  }

  std::shared_ptr<SearchQueue> m_queue;
  std::string m_visitor;
  Outlet m_outlet;
  AnalysisLimits m_limits;
  TimeSource m_now;
  MessageRate m_rate;
  std::shared_ptr<ClientSearch> m_search;
  SearchQueue::Ticket m_ticket = 0;
};

} // namespace

std::unique_ptr<Conversation> make_analysis(std::shared_ptr<SearchQueue> queue, Outlet outlet,
                                            const AnalysisLimits& limits, TimeSource now,
                                            std::string visitor) {
  return std::make_unique<Analysis>(std::move(queue), std::move(outlet), limits, std::move(now),
                                    std::move(visitor));
}

} // namespace xq::service
