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

  std::vector<std::uint16_t> moves;
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int8_t> results;
  std::vector<std::int32_t> dates;
  std::vector<std::int32_t> red;
  std::vector<std::int32_t> black;
  std::vector<std::int64_t> numbers;
  std::vector<std::string> players;        ///< by number
  std::map<std::int64_t, Position> starts; ///< of games that begin elsewhere than usual

private:
  std::int32_t player(std::string_view name);

  std::unordered_map<std::string, std::int32_t> m_ids;
  std::string m_name; ///< memory of player()
};

} // namespace xq::python
