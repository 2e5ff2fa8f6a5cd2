#include "service/cloud/cloud_book.hpp"

#include "base/text/text.hpp"
#include "service/cloud/cloud_answers.hpp"
#include "service/move_json.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/board/movegen.hpp>

#include <random>

namespace xq::service {

namespace {

Response text_response(std::shared_ptr<const std::string> body, bool json) {
  Response response;
  response.content_type = json ? "application/json" : "text/plain; charset=utf-8";
  response.body = std::move(body);
  return response;
}

Response text_response(std::string body, bool json) {
  return text_response(std::make_shared<const std::string>(std::move(body)), json);
}

/// The parameters of the query and of the form in the body, which count in that order.
std::string question_of(const Request& request) {
  const auto mark = request.target.find('?');
  std::string text = mark == std::string::npos ? std::string{} : request.target.substr(mark + 1);
  if (request.method == "POST" && !request.body.empty()) {
    text += text.empty() ? "" : "&";
    text += request.body;
  }
  return text;
}

/// The moves of `ban=move:M|move:M`, also without `move:`.
std::vector<Move> read_banned(std::string_view text) {
  std::vector<Move> banned;
  while (!text.empty()) {
    auto word = text.substr(0, text.find_first_of("|,"));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    if (word.starts_with("move:")) {
      word.remove_prefix(5);
    }
    if (const Move move = uci::parse_move(trim(word), uci::RankBase::zero)) {
      banned.push_back(move);
    }
  }
  return banned;
}

/// Nothing when it is no position.
std::optional<Position> read_board(std::string_view text) {
  try {
    return text.empty() ? std::nullopt : std::optional{read_position(text)};
  } catch (const HttpError&) {
    return std::nullopt;
  }
}

/// Nothing when they are not legal moves from there.
std::optional<std::vector<Move>> read_movelist(const Position& board, std::string_view text) {
  try {
    return read_moves(board, text, {});
  } catch (const HttpError&) {
    return std::nullopt;
  }
}

std::uint64_t random_number() {
  thread_local std::mt19937_64 generator{std::random_device{}()};
  return generator();
}

Response rule(const Position& board, const Parameters& parameters, bool json) {
  const auto moves = read_movelist(board, parameters.get("movelist"));
  if (!moves || moves->size() < 4) {
    return text_response(status_word("invalid movelist", json), json);
  }
  const auto repetitions = static_cast<int>(parameters.number("reptimes", 1, 1, 10));
  return text_response(answer_rule(board, *moves, repetitions, json), json);
}

} // namespace

CloudBook::CloudBook(const Library& library, AnswerCache& cache, const std::string& queue,
                     Unjudged unjudged)
    : m_library{library}, m_cache{cache}, m_unjudged{unjudged} {
  if (!queue.empty()) {
    m_queue.emplace(queue);
  }
}

/// What a client asks.
struct CloudBook::Asked {
  const Parameters& parameters;
  std::string_view action;
  Position board;
  bool json;

  [[nodiscard]] Response word(std::string_view text) const {
    return text_response(status_word(text, json), json);
  }
};

Response CloudBook::answer(const Call& call) {
  std::optional<Parameters> form;
  if (call.request.method == "POST") {
    form.emplace(question_of(call.request));
  }
  const Parameters& parameters = form ? *form : call.query;
  const bool json = parameters.flag("json");
  const auto action = parameters.get("action");
  if (!is_cloud_action(action)) {
    throw HttpError{400, localized("action={} is not understood. Give one of queryall, "
                                   "querybest, query, querysearch, queryscore, querypv, "
                                   "queryrule, queue, store.",
                                   excerpt(action, 40))};
  }
  const auto board = read_board(parameters.get("board"));
  if (!board) {
    return text_response(status_word("invalid board", json), json);
  }
  if (action == "queryrule") {
    return rule(*board, parameters, json);
  }
  const Asked asked{parameters, action, *board, json};
  return action == "queue" || action == "store" ? queue(call, asked) : probe(asked);
}

Response CloudBook::queue(const Call& call, const Asked& asked) {
  if (!m_queue) {
    throw HttpError{403,
                    localized("This server keeps no list of positions to be judged. Start xq serve "
                              "with --queue FILE.")};
  }
  if (call.request.foreign) {
    throw HttpError{403, localized("A page of another site or a link asks to write. Let a program "
                                   "ask, or start the server with --allow-origin ORIGIN.")};
  }
  if (!has_legal_move(asked.board)) { // clients wait for a status that is known
    return text_response(asked.json ? "{}" : "", asked.json);
  }
  m_queue->add(asked.board);
  return asked.word("ok");
}

Response CloudBook::probe(const Asked& asked) {
  if (!has_legal_move(asked.board)) {
    return asked.word(asked.board.in_check() ? "checkmate" : "stalemate");
  }
  const auto& parameters = asked.parameters;
  const CloudQuestion question{
      asked.board, asked.action, read_banned(parameters.get("ban")), parameters.flag("showall"),
      asked.json,  m_unjudged};
  return Library::again_when_changed([&] {
    const auto file = m_library.book(parameters.get("book"));
    if (file == nullptr) {
      return text_response(answer_unknown(question), asked.json);
    }
    const auto make = [&] {
      const BookFile::Lease reader{file->readers()};
      return std::make_shared<const std::string>(answer_book(question, *reader, random_number));
    };
    if (asked.action == "querybest" || asked.action == "query") { // chance decides each time
      return text_response(make(), asked.json);
    }
    const auto key = fmt::format("{}\n{} {} {} {}\n{}", file->digest(), asked.action,
                                 write_short_fen(asked.board), question.show_all ? 1 : 0,
                                 asked.json ? 1 : 0, parameters.get("ban"));
    auto response = text_response(m_cache.find_or_make(key, make), asked.json);
    response.etag = fmt::format("\"{}\"", file->digest());
    return response;
  });
}

} // namespace xq::service
