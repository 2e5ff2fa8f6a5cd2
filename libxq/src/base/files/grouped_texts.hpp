#pragma once

#include "base/files/unnamed_file.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xq {

/// Takes bytes part by part.
using ByteSink = std::function<void(std::string_view)>;

/// Texts that come in any order and leave group by group, each in the order in which it came. What
/// does not fit into the memory goes to a temporary file without a name. Throws FileError.
class GroupedTexts {
public:
  /// `folder`: for the temporary file; `memory`: bytes of texts that are kept besides it.
  explicit GroupedTexts(std::string folder, std::size_t memory = std::size_t{64} << 20U);

  void add(const std::string& group, std::string_view text);
  /// Calls `visit` for each group in the order of their names, with a function that gives its text.
  using Read = std::function<void(const ByteSink&)>;
  void for_each(const std::function<void(const std::string& group, const Read& read)>& visit) const;

private:
  struct Piece {
    std::uint64_t offset = 0, size = 0; ///< in the file
  };
  struct Group {
    std::vector<Piece> pieces;
    std::string waiting; ///< what comes behind them
  };
  void spill();
  void read(const Group& group, const ByteSink& sink) const;

  std::string m_folder;
  std::size_t m_memory;
  std::map<std::string, Group> m_groups;
  std::size_t m_waiting = 0; ///< bytes
  std::optional<UnnamedFile> m_file;
  std::uint64_t m_end = 0; ///< of the file
};

} // namespace xq
