#pragma once

#include "service/data/file_state.hpp"

#include <xq/board/position.hpp>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_set>

namespace xq::service {

/// The file of positions that clients ask to have judged, a line for each: board and side of a FEN.
/// Each line is written whole and no position twice, its mirror image included; what another
/// program takes out or writes meanwhile is seen. Thread-safe.
class PositionQueue {
public:
  static constexpr std::size_t most_positions = 250'000;

  /// Opens no file yet.
  explicit PositionQueue(std::string path, std::size_t most = most_positions)
      : m_path{std::move(path)}, m_most{most} {}

  /// False when it stands there already. Throws HttpError 503 when the file is full, FileError when
  /// it cannot be read or written.
  bool add(const Position& position);

private:
  void read_file();
  void write_line(const std::string& line);

  std::string m_path;
  std::size_t m_most;
  std::mutex m_mutex;
  std::optional<FileState> m_state; ///< of the file that m_known was read from
  std::unordered_set<std::uint64_t> m_known;
};

} // namespace xq::service
