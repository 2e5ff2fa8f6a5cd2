#pragma once

#include "bindings.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace xq::python {

/// The main lines of games as arrays, without an object a game. A batch is filled on any thread;
/// batches are appended in the order of the games, and become xq.GameArrays in the end.
class ArrayBatch {
public:
  void add(const record::Game& game);
  void append(const ArrayBatch& next);
  /// An xq.GameArrays that owns the numbers. With the GIL.
  [[nodiscard]] static py::object to_python(ArrayBatch&& batch);

private:
  std::int32_t player(std::string_view name);

  std::vector<std::uint16_t> m_moves;
  std::vector<std::int64_t> m_offsets{0};
  std::vector<std::int8_t> m_results;
  std::vector<std::int32_t> m_dates;
  std::vector<std::int32_t> m_red;
  std::vector<std::int32_t> m_black;
  std::vector<std::int64_t> m_numbers;
  std::vector<std::string> m_players;
  std::unordered_map<std::string, std::int32_t> m_ids;
  std::map<std::int64_t, Position> m_starts;
};

} // namespace xq::python
