#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace xq {

/// Byte strings in ascending order, each once.
class ByteSource {
public:
  virtual ~ByteSource() = default;
  /// Replace `item` by the next one; false at the end.
  virtual bool next(std::string& item) = 0;
};

/// External sort of short byte strings, as unsigned bytes; equal ones count once. When `memory`
/// bytes are full, a sorted run goes to a temporary file in `folder`. For one thread.
class ByteSorter {
public:
  ByteSorter(std::size_t memory, std::string folder);
  ~ByteSorter();
  ByteSorter(const ByteSorter&) = delete;
  ByteSorter& operator=(const ByteSorter&) = delete;

  /// `item` has less than 65,536 bytes. Throws FileError when there is no room in the file.
  void add(std::string_view item);
  /// All items; the sorter must outlive it.
  [[nodiscard]] std::unique_ptr<ByteSource> finish();

private:
  class Runs;
  class InMemory;

  /// Where an item lies in m_bytes, and its first eight bytes as a number.
  struct Entry {
    std::uint64_t front = 0;
    std::uint32_t at = 0;
    std::uint32_t size = 0;
  };
  void sort();
  [[nodiscard]] std::string_view text(const Entry& entry) const noexcept {
    return std::string_view{m_bytes}.substr(entry.at, entry.size);
  }

  std::size_t m_memory;
  std::string m_folder;
  std::string m_bytes;
  std::vector<Entry> m_entries;
  std::unique_ptr<Runs> m_runs; ///< null while everything is in memory
};

/// The items of all sources, in order, each once.
[[nodiscard]] std::unique_ptr<ByteSource> merge(std::vector<std::unique_ptr<ByteSource>> sources);

} // namespace xq
