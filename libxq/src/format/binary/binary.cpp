#include "format/binary/binary.hpp"

#include "format/binary/ccbridge.hpp"
#include "format/binary/client_files.hpp"
#include "format/binary/xqf.hpp"

#include <algorithm>
#include <array>

namespace xq::format {
namespace {

using Read = Expected<TreeCounts, Problem> (*)(Bytes, record::Game&);

std::optional<Problem> one_game(BinaryFile& file) {
  file.records.push_back(as_bytes(file.file));
  return std::nullopt;
}

/// A game that cannot be read at all is one with that finding.
template <Read read>
void parse(Bytes record, record::Game& game) {
  const auto counts = read(record, game);
  if (!counts) {
    game.problems.push_back(counts.error());
  }
}

constexpr auto binary_formats = std::to_array<BinaryFormat>({
    {"xqf", looks_like_xqf, one_game, parse<read_xqf>},
    {"cbr", looks_like_cbr, one_game, parse<read_cbr>},
    {"cbl", looks_like_cbl, open_cbl, parse<read_cbl_record>, 32},
    {"chn", looks_like_chn, one_game, parse<read_chn>},
    {"xgf", looks_like_xgf, one_game, parse<read_xgf>},
    {"ccm", looks_like_ccm, one_game, parse<read_ccm>},
    {"che", looks_like_che, one_game, parse<read_che>},
    {"sg", looks_like_sg, one_game, parse<read_sg>},
    {"mxq", looks_like_mxq, one_game, parse<read_mxq>},
});

} // namespace

const BinaryFormat* detect_binary(Bytes head) {
  const auto* const found = std::find_if(binary_formats.begin(), binary_formats.end(),
                                         [&](const auto& f) { return f.recognises(head); });
  return found == binary_formats.end() ? nullptr : found;
}

const BinaryFormat* find_binary(std::string_view name) noexcept {
  const auto* const found = std::find_if(binary_formats.begin(), binary_formats.end(),
                                         [&](const auto& f) { return f.name == name; });
  return found == binary_formats.end() ? nullptr : found;
}

} // namespace xq::format
