#pragma once

#include "annotation_input.hpp"
#include "store/annotation_journal.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace xq::cli {

/// What every part of one run has in common, and what the whole begins and ends with.
struct PartFrame {
  std::string settings; ///< in words; parts with other settings do not belong together
  std::string header;
  std::string footer;
  std::string annotator;
  std::string title; ///< of the report
};

/// Say in the journal what part this is, before its first game; throws UsageError when it is one of
/// another run.
void begin_part(store::AnnotationJournal& journal, const PartFrame& frame, Shard shard);
/// All games of the part are there; the whole input has `games`.
void end_part(store::AnnotationJournal& journal, std::uint64_t games);

/// The parts of one run, put together. Throws Error for parts that do not belong together, are not
/// finished, or are not all there.
class PartMerge {
public:
  explicit PartMerge(const std::vector<std::string>& paths);

  [[nodiscard]] const PartFrame& frame() const noexcept { return m_frame; }
  [[nodiscard]] std::uint64_t games() const noexcept { return m_games; }
  /// Call `visit` with the text and the report line of each game, in the order of the input.
  void for_each(const std::function<void(std::string_view text, std::string_view page)>& visit);

private:
  std::vector<std::string> m_paths; ///< by index
  PartFrame m_frame;
  std::uint64_t m_games = 0;
};

} // namespace xq::cli
