#pragma once

#include "format/shared/byte_reader.hpp"
#include "format/shared/move_tree.hpp"

#include <xq/base/expected.hpp>
#include <xq/base/problem.hpp>
#include <xq/format/format.hpp>
#include <xq/record/game.hpp>

#include <memory>
#include <string>
#include <vector>

namespace xq::format {

/// `file` begins like an XQF file (XQStudio).
[[nodiscard]] bool looks_like_xqf(Bytes file) noexcept;

/// Read a whole XQF file, version 1 to 18, into a cleared `game`. An error means that there is no
/// game: not XQF, a version that is not known, no complete header. Damage further on is a finding
/// in game.problems, and the game holds what came before it. The layout is in docs/formats/xqf.md.
/// Thread safe; linear in the size of the file.
[[nodiscard]] Expected<TreeCounts, Problem> read_xqf(Bytes file, record::Game& game);

/// An XQF file of version 10 (not enciphered), text in GB18030. Appends to `losses` a warning for
/// each thing that XQF cannot hold. An error: the start position has pieces that XQF has no room
/// for.
[[nodiscard]] Expected<std::string, Problem> write_xqf(const record::Game& game,
                                                       std::vector<Problem>& losses);

/// write_xqf() as a writer.
[[nodiscard]] std::unique_ptr<Writer> make_xqf_writer(const WriteOptions& options);

} // namespace xq::format
