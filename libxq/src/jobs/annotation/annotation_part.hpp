#pragma once

#include "store/annotation_journal.hpp"

#include <xq/jobs/annotation.hpp>

#include <cstdint>

namespace xq::jobs {

/// Write into the journal which part it is, before its first game; throws UsageError when it is one
/// of another run.
void begin_part(store::AnnotationJournal& journal, const AnnotationFrame& frame, Shard shard);
/// All games of the part are there; the whole input has `games`.
void end_part(store::AnnotationJournal& journal, std::uint64_t games);

} // namespace xq::jobs
