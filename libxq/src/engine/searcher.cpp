#include <xq/base/translate.hpp>
#include <xq/engine/searcher.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace xq::engine {

std::string_view to_text(Fault fault) noexcept {
  constexpr std::array<std::string_view, 5> names{"", to_translate("no move"),
                                                  to_translate("illegal move"),
                                                  to_translate("timeout"), to_translate("crash")};
  return names[static_cast<std::size_t>(fault)];
}

InternalEngine::InternalEngine(const Settings& settings, BookProbe book)
    : m_settings{settings}, m_book{std::move(book)}, m_engine{settings.options()} {}

Move InternalEngine::book_move(const Position& start, std::span<const Move> moves) const {
  Position now = start;
  for (const Move m : moves) {
    now.do_move(m);
  }
  std::vector<BookChoice> choices = m_book(now);
  std::erase_if(choices, [&](const BookChoice& c) { return !now.is_legal(c.move); });
  return choose_book_move(choices, m_settings.book_policy(), now);
}

Answer InternalEngine::search(const Position& start, std::span<const Move> moves,
                              const Limits& limits,
                              const std::function<void(const Report&)>& on_report) {
  const auto begin = std::chrono::steady_clock::now();
  Limits allowed = limits;
  allowed.multipv = std::max(limits.multipv, m_settings.multipv);
  if (!limits.infinite) {
    allowed.handicap = m_settings.handicap();
  }
  Answer answer;
  if (m_book && m_settings.own_book && !limits.infinite && allowed.multipv == 1 &&
      limits.search_moves.empty() && limits.banned_moves.empty()) {
    answer.best = book_move(start, moves);
    if (answer.best) {
      return answer;
    }
  }
  m_engine.prepare();
  answer.report = m_engine.search(start, moves, allowed, on_report);
  answer.wall = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::steady_clock::now() - begin);
  if (answer.report.lines.empty()) {
    answer.fault = Fault::no_move;
    answer.detail = localized("no legal move");
  } else {
    answer.best = answer.report.lines.front().moves.front();
  }
  return answer;
}

} // namespace xq::engine
