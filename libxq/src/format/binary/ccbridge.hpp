#pragma once

#include "format/binary/binary.hpp"
#include "format/shared/byte_reader.hpp"
#include "format/shared/move_tree.hpp"

#include <xq/base/expected.hpp>
#include <xq/base/problem.hpp>
#include <xq/format/format.hpp>
#include <xq/record/game.hpp>

#include <memory>
#include <optional>

namespace xq::format {

/// Records (CBR) and libraries (CBL) of CCBridge, old and new. The layouts are in
/// docs/formats/ccbridge.md.
[[nodiscard]] bool looks_like_cbr(Bytes file) noexcept;
[[nodiscard]] bool looks_like_cbl(Bytes file) noexcept;

/// Read one record into a cleared `game`. An error means that there is no game; damage further on
/// is a finding in game.problems, and the game holds what came before it.
[[nodiscard]] Expected<TreeCounts, Problem> read_cbr(Bytes record, record::Game& game);

/// Cut a library into the records of its games; what is returned says why nothing of it can be
/// read.
[[nodiscard]] std::optional<Problem> open_cbl(BinaryFile& library);
/// Read one game of a library; like read_cbr().
[[nodiscard]] Expected<TreeCounts, Problem> read_cbl_record(Bytes record, record::Game& game);

/// Records in the newer layout, and libraries of them.
[[nodiscard]] std::unique_ptr<Writer> make_cbr_writer(const WriteOptions& options);
[[nodiscard]] std::unique_ptr<Writer> make_cbl_writer(const WriteOptions& options);

} // namespace xq::format
