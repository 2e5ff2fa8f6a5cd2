#pragma once

#include <xq/board/types.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

/// The parts of CCBridge's files that reader and writer share; docs/formats/ccbridge.md explains
/// them.
namespace xq::format::ccbridge {

// ---- records (CBR) ---------------------------------------------------------------------------

inline constexpr std::string_view record_magic{"CCBridge Record\0", 16};
inline constexpr std::size_t layout_at = 19; ///< 1: older, 2: newer
inline constexpr std::size_t identifier_at = 20;
inline constexpr std::size_t identifier_size = 16;

/// A text field of fixed size, in UTF-16LE, which ends at its first NUL.
struct TextField {
  std::string_view tag;
  std::size_t at; ///< in the newer layout
  std::size_t size;
  std::size_t older_at; ///< in the older layout, which has no field at 0
};
inline constexpr auto text_fields = std::to_array<TextField>({
    {"Event", 692, 64, 564},
    {"Site", 948, 64, 820},
    {"Date", 884, 64, 756},
    {"Round", 756, 64, 628},
    {"Red", 1076, 64, 948},
    {"RedTeam", 1140, 64, 1012},
    {"Black", 1300, 64, 1172},
    {"BlackTeam", 1364, 64, 1236},
    {"Title", 180, 128, 52},
    {"Category", 308, 256, 180},
    {"Source", 564, 64, 436},
    {"EventType", 628, 64, 500},
    {"Group", 820, 32, 692},
    {"Table", 852, 32, 724},
    {"TimeControl", 1012, 64, 884},
    {"RedTime", 1204, 64, 1076},
    {"RedElo", 1268, 32, 1140},
    {"BlackTime", 1428, 64, 1300},
    {"BlackElo", 1492, 32, 1364},
    {"Referee", 1524, 64, 0},
    {"Recorder", 1588, 64, 0},
    {"Annotator", 1652, 64, 1396},
    {"AnnotatorAddress", 1716, 64, 1460},
    {"Author", 1780, 64, 1524},
    {"AuthorAddress", 1844, 64, 1588},
    {"Created", 1908, 40, 1652},
    {"Modified", 1972, 40, 1716},
    {"Nature", 2044, 32, 1788},
    {"Termination", 2080, 32, 1824},
    {"Script", 52, 128, 0},
});

/// What kind of record it is, by the number at Layout::kind_at; a whole game that was played is the
/// rule and has no name.
inline constexpr std::string_view kind_tag = "RecordType";
inline constexpr auto kinds =
    std::to_array<std::string_view>({"", "composed", "endgame", "composed endgame"});

/// Where the other fields stand in the two layouts.
struct Layout {
  std::size_t kind_at;
  std::size_t result_at; ///< as record::Result; 4: several results in one tree
  std::size_t side_at;   ///< 1 Red, 2 Black
  std::size_t number_at; ///< of the first move, two bytes
  std::size_t board_at;
  std::size_t tree_at;
  bool nibbles; ///< squares are file and rank in four bits each, else 0 to 89
};
inline constexpr Layout older{1784, 1820, 1856, 1860, 1864, 1958, true};
inline constexpr Layout newer{2040, 2076, 2112, 2116, 2120, 2214, false};
/// Greater numbers of the first move are no numbers: programs do not clear what they do not set.
inline constexpr std::uint32_t most_first_number = 999;
inline constexpr std::size_t replay_at = 2210; ///< four bytes, where the program was

/// The pieces by the lower half of their numbers; the upper half is 1 for Red, 2 for Black.
inline constexpr std::array pieces{PieceType::none,     PieceType::rook,    PieceType::horse,
                                   PieceType::elephant, PieceType::advisor, PieceType::king,
                                   PieceType::cannon,   PieceType::pawn};

// A move: flags, a byte that is not used, from-square, to-square; with a comment its size and text.
inline constexpr unsigned nothing_follows = 1;
inline constexpr unsigned has_alternative = 2;
inline constexpr unsigned has_comment = 4;

// ---- libraries of such records (CBL) ---------------------------------------------------------

inline constexpr std::string_view library_magic{"CCBridgeLibrary\0", 16};
inline constexpr std::size_t version_at = 16;
inline constexpr std::size_t limit_at = 52;    ///< FF FF FF 7F
inline constexpr std::size_t capacity_at = 60; ///< entries that the index has room for
inline constexpr std::size_t name_at = 64;
inline constexpr std::size_t name_size = 512;
inline constexpr std::size_t index_at = 66624;
inline constexpr std::size_t entry_size = 276;
inline constexpr std::size_t slot_size = 4096; ///< records fill whole slots

} // namespace xq::format::ccbridge
