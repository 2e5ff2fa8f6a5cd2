#pragma once

#include <xq/book/row.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace xq::book {

/// Adds up the moves of openings as they come: a table of rows that stays in the cache, in which a
/// move that comes often keeps its place. Most records of the first plies end here and need not be
/// sorted. One object a thread.
class HotMoves {
public:
  HotMoves() : m_rows(slots), m_credits(slots) {}

  /// False when the record has no place here and is for the sorter.
  [[nodiscard]] bool add(const Record& record);

  /// Append what was added up, in no order, and begin anew.
  void take(std::vector<Row>& out);

private:
  static constexpr std::size_t slots = 8192;
  static constexpr std::size_t most_replaced = 16384; ///< bounds the memory
  static constexpr std::uint8_t most_credit = 16;

  std::vector<Row> m_rows;             ///< games 0: free
  std::vector<std::uint8_t> m_credits; ///< misses that a row survives
  std::vector<Row> m_replaced;
};

/// The tables of a build; whoever wants one takes it for a while.
class HotPool {
public:
  struct Return {
    HotPool* pool = nullptr;
    void operator()(HotMoves* table) const noexcept { pool->give_back(table); }
  };
  using Handle = std::unique_ptr<HotMoves, Return>;

  [[nodiscard]] Handle take();
  /// What all tables have added up, those in use included: no thread may add to one meanwhile.
  [[nodiscard]] std::vector<Row> rows();

private:
  void give_back(HotMoves* table) noexcept;

  std::mutex m_mutex;
  std::vector<std::unique_ptr<HotMoves>> m_all;
  std::vector<HotMoves*> m_free; ///< has room for all
};

} // namespace xq::book
