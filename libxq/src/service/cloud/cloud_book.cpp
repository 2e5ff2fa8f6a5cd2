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

/// Actions whose answers are the same until the files change.
bool may_be_kept(std::string_view action) noexcept {
  return action == "queryall" || action == "querysearch" || action == "queryscore" ||
         action == "querypv";
}

} // namespace

CloudBook::CloudBook(const Library& library, AnswerCache& cache, const std::string& queue,
                     Unjudged unjudged)
    : m_library{library}, m_cache{cache}, m_unjudged{unjudged} {
  if (!queue.empty()) {
    m_queue.emplace(queue);
  }
}

Response CloudBook::answer(const Call& call) {
  const auto question = question_of(call.request);
  if (call.request.method != "POST") {
    return answer_text(call, call.query);
  }
  return answer_text(call, Parameters{question});
}

Response CloudBook::answer_text(const Call& call, const Parameters& parameters) {
  const bool json = parameters.flag("json");
  const auto word = [&](std::string_view text) {
    return text_response(status_word(text, json), json);
  };
  const auto action = parameters.get("action");
  if (!is_cloud_action(action)) {
    throw HttpError{400, localized("action={} is not understood. Give one of queryall, "
                                   "querybest, query, querysearch, queryscore, querypv, "
                                   "queryrule, queue, store.",
                                   excerpt(action, 40))};
  }
  const auto board = read_board(parameters.get("board"));
  if (!board) {
    return word("invalid board");
  }
  if (action == "queryrule") {
    const auto moves = read_movelist(*board, parameters.get("movelist"));
    if (!moves || moves->size() < 4) {
      return word("invalid movelist");
    }
    const auto repetitions = static_cast<int>(parameters.number("reptimes", 1, 1, 10));
    return text_response(answer_rule(*board, *moves, repetitions, json), json);
  }
  const bool over = !has_legal_move(*board);
  if (action == "queue" || action == "store") {
    if (!m_queue) {
      throw HttpError{
          403, localized("This server keeps no list of positions to be judged. Start xq serve "
                         "with --queue FILE.")};
    }
    if (call.request.foreign) {
      throw HttpError{403,
                      localized("A page of another site or a link asks to write. Let a program "
                                "ask, or start the server with --allow-origin ORIGIN.")};
    }
    if (over) {
      return text_response(json ? "{}" : "", json); // clients wait for a status that is known
    }
    m_queue->add(*board);
    return word("ok");
  }
  if (over) {
    return word(board->in_check() ? "checkmate" : "stalemate");
  }
  return Library::again_when_changed([&] {
    const CloudQuestion question{
        *board, action,    read_banned(parameters.get("ban")), parameters.flag("showall"),
        json,   m_unjudged};
    const auto file = m_library.book(parameters.get("book"));
    if (file == nullptr) {
      return text_response(answer_unknown(question), json);
    }
    const auto make = [&] {
      const BookFile::Lease reader{file->readers()};
      return answer_book(question, *reader, random_number);
    };
    if (!may_be_kept(action)) {
      return text_response(make(), json);
    }
    const auto key =
        fmt::format("{}\n{} {} {} {}\n{}", file->digest(), action, write_short_fen(*board),
                    parameters.flag("showall") ? 1 : 0, json ? 1 : 0, parameters.get("ban"));
    auto response = text_response(
        m_cache.find_or_make(key, [&] { return std::make_shared<const std::string>(make()); }),
        json);
    response.etag = fmt::format("\"{}\"", file->digest());
    return response;
  });
}

} // namespace xq::service
