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

/// Steps over the moves of a record, in the order of the file, without looking at them.
class RecordSteps {
public:
  /// `tree_at` as in ccbridge::Layout.
  RecordSteps(Bytes record, std::size_t tree_at) noexcept : m_reader{record, tree_at} {}

  /// The comment of the next move, empty where it has none; nothing behind the last move, and
  /// where the data end early.
  [[nodiscard]] std::optional<Bytes> next() noexcept;
  /// Behind the move that next() gave.
  [[nodiscard]] std::size_t offset() const noexcept { return m_reader.offset(); }

private:
  ByteReader m_reader;
  std::size_t m_promised = 0; ///< alternatives to moves before
  bool m_is_root = true;
  bool m_ended = false;
};

/// Cut a library into the records of its games; what is returned says why nothing of it can be
/// read.
[[nodiscard]] std::optional<Problem> open_cbl(BinaryFile& library);
/// Read one game of a library; like read_cbr().
[[nodiscard]] Expected<TreeCounts, Problem> read_cbl_record(Bytes record, record::Game& game);

/// Records in the newer layout, and libraries of them.
[[nodiscard]] std::unique_ptr<Writer> make_cbr_writer(const WriteOptions& options);
[[nodiscard]] std::unique_ptr<Writer> make_cbl_writer(const WriteOptions& options);

} // namespace xq::format
