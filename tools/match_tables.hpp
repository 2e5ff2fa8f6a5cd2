#pragma once

#include "engine_side.hpp"

#include <array>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace xq::cli {

/// The engines of one game at a time.
struct MatchTable {
  std::array<std::unique_ptr<engine::Searcher>, 2> players;
};

/// As many tables as games are played at once; made when first needed. When the user asks to stop,
/// a thread of its own makes the engines at all of them answer at once.
class MatchTables {
public:
  /// `sides` outlive the tables.
  explicit MatchTables(const std::array<EngineSide, 2>& sides);
  ~MatchTables();
  MatchTables(const MatchTables&) = delete;
  MatchTables& operator=(const MatchTables&) = delete;

  /// A table for as long as the seat lives.
  class Seat {
  public:
    explicit Seat(MatchTables& owner) : m_owner{owner}, m_table{owner.take()} {}
    ~Seat() { m_owner.give_back(std::move(m_table)); }
    Seat(const Seat&) = delete;
    Seat& operator=(const Seat&) = delete;
    [[nodiscard]] MatchTable& operator*() const noexcept { return *m_table; }

  private:
    MatchTables& m_owner;
    std::unique_ptr<MatchTable> m_table;
  };

private:
  std::unique_ptr<MatchTable> take();
  void give_back(std::unique_ptr<MatchTable> table);
  void watch(const std::stop_token& stop);

  const std::array<EngineSide, 2>& m_sides;
  std::mutex m_mutex;
  std::vector<std::unique_ptr<MatchTable>> m_idle;
  std::vector<MatchTable*> m_busy;
  std::jthread m_watcher;
};

} // namespace xq::cli
