#pragma once

#include "format/binary/binary.hpp"
#include "format/shared/losses.hpp"
#include "format/shared/slice.hpp"

#include <xq/format/format.hpp>

#include <memory>
#include <string_view>

namespace xq::format {

/// A format once: what help says about it, and what reads and writes it. Text formats that are cut
/// into games before they are parsed have a splitter and a parser; others are read whole (`binary`)
/// or as a stream (xml.hpp).
struct FormatEntry {
  FormatInfo info;
  std::unique_ptr<Writer> (*make_writer)(const WriteOptions&) = nullptr;
  std::unique_ptr<Splitter> (*make_splitter)() = nullptr;
  std::unique_ptr<SliceParser> (*make_parser)(const ReadOptions&) = nullptr;
  BinaryFormat binary{}; ///< without functions in a format of text
  /// For a format whose purpose is a part of the game, in place of Writer::losses(): tells what it
  /// leaves out of any game.
  LeftOut (*left_out)(const record::Game&) = nullptr;
};

/// Null for an unknown name.
[[nodiscard]] const FormatEntry* find_entry(std::string_view name) noexcept;

} // namespace xq::format
