#pragma once

#include "store/annotation_journal.hpp"

#include <xq/annotation.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace xq::jobs {

/// Write into a journal which part of a run it is, before its first piece of work. `settings` says
/// in words what all parts have in common. Throws UsageError when it is a part of another run.
void begin_part(store::AnnotationJournal& journal, std::string_view settings, Shard shard);
/// All pieces of the part are there; the whole run has `pieces`.
void end_part(store::AnnotationJournal& journal, std::uint64_t pieces);

/// All parts of one run, finished and undamaged.
class PartSet {
public:
  /// `command`: as people write it, `xq annotate`. Throws Error that names the part when one is no
  /// part, is not finished, is damaged, belongs to another run, comes twice or is missing.
  PartSet(const std::vector<std::string>& paths, std::string_view command);

  [[nodiscard]] const std::vector<std::string>& paths() const noexcept { return m_paths; }
  [[nodiscard]] const std::string& settings() const noexcept { return m_settings; }
  /// Pieces of work of the whole run.
  [[nodiscard]] std::uint64_t pieces() const noexcept { return m_pieces; }

private:
  std::vector<std::string> m_paths; ///< by index
  std::string m_settings;
  std::uint64_t m_pieces = 0;
};

/// What is kept of a part under a name; empty: nothing.
[[nodiscard]] std::string part_value(const std::string& path, std::string_view name);

} // namespace xq::jobs
