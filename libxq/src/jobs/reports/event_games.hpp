#pragma once

#include "record/date_range.hpp"
#include "record/same_game.hpp"

#include <xq/board/position.hpp>
#include <xq/record/aliases.hpp>
#include <xq/reports.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xq::reports {

/// A Round header.
struct RoundName {
  std::string label; ///< `3` for 3, 第3轮, 第三輪, Round 3; else the header as it is
  int number = 0;    ///< the only number in it; 0: there is none, or several
};
[[nodiscard]] RoundName read_round(std::string_view header);

/// The games of an event as they come, without the records of games that were there before.
class EventGames {
public:
  /// `names` must outlive the object.
  explicit EventGames(const record::Aliases& names) : m_aliases{names} {}

  /// In rising order of Game::number.
  void add(const record::Game& game);
  /// Sort out what does not count. Nothing can be added afterwards.
  void finish();

  /// The rest is valid after finish(). EventGame::red and ::black count places in names().
  [[nodiscard]] std::vector<EventGame>& games() noexcept { return m_games; }
  [[nodiscard]] const std::vector<std::string>& names() const noexcept { return m_names; }
  [[nodiscard]] const std::vector<EventReport::Name>& events() const noexcept { return m_events; }
  [[nodiscard]] std::vector<LeftOutGame>& left_out() noexcept { return m_left_out; }

private:
  struct Record {
    EventGame game;
    std::string red, black, event;
    record::DateRange days;
    Position start;
    std::string moves; ///< packed, see record/same_game.hpp
  };
  [[nodiscard]] static std::optional<LeftOutGame::Why> contradiction(const Record& a,
                                                                     const Record& b);
  [[nodiscard]] static bool one_game(const Record& longer, const Record& shorter);
  [[nodiscard]] static record::Occasion occasion(const Record& r);
  [[nodiscard]] static bool is_part(const Record& whole, const Record& part);
  static void complete(Record& kept, const Record& other);
  void join_records(std::vector<Record*>& of_one_pair);
  void name_players(const std::vector<const Record*>& counted);

  const record::Aliases& m_aliases;
  std::vector<Record> m_records;
  std::vector<EventGame> m_games;
  std::vector<std::string> m_names;
  std::vector<EventReport::Name> m_events;
  std::vector<LeftOutGame> m_left_out;
};

} // namespace xq::reports
