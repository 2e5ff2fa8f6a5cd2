#pragma once

// Small files of binary formats, put together by hand for tests and fuzzing corpora.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace support {

inline std::string u32(std::uint32_t value) {
  std::string out;
  for (int i = 0; i < 4; ++i) {
    out += static_cast<char>(value >> (8 * i));
  }
  return out;
}

inline void put(std::string& file, std::size_t at, std::string_view bytes) {
  std::copy(bytes.begin(), bytes.end(), file.begin() + static_cast<std::ptrdiff_t>(at));
}

/// ASCII as UTF-16LE.
inline std::string wide(std::string_view text) {
  std::string out;
  for (const char c : text) {
    out += c;
    out += '\0';
  }
  return out;
}

// -- CCBridge ------------------------------------------------------------------------------------

/// Squares of a CBR stream: file and row from Black's side.
struct CbrMove {
  int flags;
  int from_file, from_row, to_file, to_row;
  std::string comment = {}; ///< UTF-16LE
};

/// A record of the usual start position; `older` is the layout of kind 1.
inline std::string cbr_record(bool older, const std::vector<CbrMove>& moves) {
  const std::size_t shift = older ? 128 : 0;
  const std::size_t side_at = older ? 1856 : 2112;
  std::string out(side_at + 102, '\0');
  put(out, 0, "CCBridge Record");
  out[19] = older ? '\1' : '\2';
  put(out, 180 - shift, wide("A title"));
  put(out, 692 - shift, wide("Cup"));
  put(out, 1076 - shift, std::string{"\x15\x54\xA6\x94\0\0", 6}); // 吕钦, in UTF-16LE
  put(out, 1300 - shift, wide("Black player"));
  out[side_at - 36] = '\1'; // Red won
  out[side_at] = '\1';
  constexpr std::string_view home = "\1\2\3\4\5\4\3\2\1";
  for (std::size_t i = 0; i < 9; ++i) {
    out[side_at + 8 + i] = static_cast<char>(0x20 + home[i]);
    out[side_at + 8 + 81 + i] = static_cast<char>(0x10 + home[i]);
    if (i % 2 == 0) {
      out[side_at + 8 + 27 + i] = '\x27';
      out[side_at + 8 + 54 + i] = '\x17';
    }
  }
  out[side_at + 8 + 19] = out[side_at + 8 + 25] = '\x26';
  out[side_at + 8 + 64] = out[side_at + 8 + 70] = '\x16';
  out += std::string(4, '\0'); // the root: no comment, a move follows
  const auto square = [&](int file, int row) {
    return static_cast<char>(older ? file * 16 + row : row * 9 + file);
  };
  for (const auto& m : moves) {
    out += static_cast<char>(m.flags | (m.comment.empty() ? 0 : 4));
    out += '\0';
    out += square(m.from_file, m.from_row);
    out += square(m.to_file, m.to_row);
    if (!m.comment.empty()) {
      out += u32(static_cast<std::uint32_t>(m.comment.size()));
      out += m.comment;
    }
  }
  return out;
}

/// 炮二平五 马8进7, and 炮八平五 instead of the first move.
inline std::vector<CbrMove> cbr_moves() {
  return {{2, 7, 7, 4, 7, wide("good\r\nmove")}, {1, 7, 0, 6, 2}, {1, 1, 7, 4, 7}};
}

/// A library of such records, the first of which is too long for one slot.
inline std::string cbl_library(const std::vector<std::string>& records) {
  std::string out(66624 + records.size() * 276, '\0');
  put(out, 0, "CCBridgeLibrary");
  put(out, 60, u32(static_cast<std::uint32_t>(records.size())));
  put(out, 64, wide("My library"));
  for (const auto& record : records) {
    const auto slots = (record.size() + 4095) / 4096;
    out += record;
    out.append(slots * 4096 - record.size(), '\0');
  }
  return out;
}

/// A record of the packed libraries: number, from and to of each move, squares as in the file.
struct CblMove {
  int number;
  int from, to;
  std::string comment = {};
};
inline std::string packed_cbl_record(const std::vector<CblMove>& moves,
                                     std::string_view event = "Cup",
                                     std::string_view remark = "A remark") {
  const auto text = [](std::string_view t) {
    return u32(static_cast<std::uint32_t>(t.size())).append(t);
  };
  std::string out;
  out += "\x1A\x2A\x3A\x4A\x5A\x6A\x7A\x8A\x9A\x28\x88\x17\x37\x57\x77\x97";
  out += "\x11\x21\x31\x41\x51\x61\x71\x81\x91\x23\x83\x14\x34\x54\x74\x94";
  out += u32(1) + text(event) + u32(1);
  for (const std::string_view header : {"Opening", "", "", "Hall", "79-4-30", "First", "Second"}) {
    out += text(header);
  }
  out += u32(3); // drawn
  for (const std::string_view header :
       {std::string_view{"A. Notator"}, std::string_view{}, std::string_view{"A. Uthor"},
        std::string_view{"a@b"}, remark}) {
    out += text(header);
  }
  out.append(1 + 38, '1');
  out += u32(static_cast<std::uint32_t>(moves.size()));
  std::string comments;
  for (const auto& m : moves) {
    out += {static_cast<char>(m.number), '\0', static_cast<char>(m.from),
            static_cast<char>(m.to),     '\0', '\0'};
    comments += m.comment + "\r\n";
  }
  out += comments;
  return u32(static_cast<std::uint32_t>(out.size() + 4)) + out;
}

/// What is packed into an older library.
inline std::string packed_cbl_body(const std::vector<std::string>& records) {
  std::string out = u32(4) + "Book" + std::string(16, '\0') + std::string(38, ' ');
  out += u32(static_cast<std::uint32_t>(records.size())) + u32(0);
  for (const auto& record : records) {
    out += record;
  }
  return out;
}

/// `body` as a zlib stream of stored blocks, behind the library's header.
inline std::string packed_cbl(std::string_view body) {
  std::string out{"CCBridge\x15\0\0\0\1\0\0\0", 16};
  out += u32(static_cast<std::uint32_t>(body.size()));
  out += "\x78\x01";
  std::uint32_t a = 1;
  std::uint32_t b = 0;
  for (const char c : body) {
    a = (a + static_cast<unsigned char>(c)) % 65521;
    b = (b + a) % 65521;
  }
  while (true) {
    const auto part = body.substr(0, 0xFFFF);
    body.remove_prefix(part.size());
    const auto size = static_cast<std::uint32_t>(part.size());
    out += body.empty() ? '\1' : '\0';
    out += u32(size).substr(0, 2) + u32(~size).substr(0, 2);
    out += part;
    if (body.empty()) {
      break;
    }
  }
  for (const auto value : {b, a}) {
    out += static_cast<char>(value >> 8U);
    out += static_cast<char>(value);
  }
  return out;
}

// -- playing programs ----------------------------------------------------------------------------

/// 炮二平五 马8进7 in each of the formats.
inline std::string small_mxq() {
  std::string out;
  for (const std::string_view text :
       {std::string_view{"Room"}, std::string_view{"2020.01.02"},
        std::string_view{"Li-\xCA\xA4-Wang"}, std::string_view{"1500"}, std::string_view{"1400"},
        std::string_view{"Moves"}, std::string_view{"7C-4C"}, std::string_view{"7J-6H"},
        std::string_view{"Ends"}, std::string_view{"CommentsEnd"}}) {
    out += static_cast<char>(text.size());
    out += text;
  }
  return out;
}

inline std::string small_ccm() {
  std::string out{"\1\0\x12\0", 4};
  out += u32(1577923200) + u32(2); // 2020-01-02 in UTC
  out += std::string{"\x0F\1\6\7\7\4\7\0\0", 9};
  out += std::string{"\7\2\4\7\0\6\2\0\0", 9};
  return out;
}

/// The newer form, with an alternative to the second move.
inline std::string small_new_che() {
  return "0 4 -1 32 1 3 8 3 5 0 1 0 -1 32 1 10 8 8 7 0 2 0 -1 32 1 10 2 8 3 0 2 0 "
         "-1 32 1 1 8 3 7 0 3 0 ";
}
inline std::string small_sg() {
  std::string out = "Team Li";
  out.resize(32, ' ');
  out += "Wang";
  out.resize(64, ' ');
  out += "B+c     2020-01-02";
  out += "148 150 152 154 156 165 171 197 203 196 204 198 202 199 201 200 "
         "100 102 104 106 108 085 091 053 059 052 060 054 058 055 057 056 ";
  out += "W9PH\t";
  out.resize(1192, ' ');
  return out;
}
inline std::string small_che() { return "1 2 26 32 1 2 7 2 4 0 1 0 6 32 0 9 7 7 6 0 2 0\n"; }

inline std::string small_chn() {
  std::string out(508, '\0');
  put(out, 0, std::string_view{"GL\xD0\x07\xD4\x07\1\0Thu Jan  2 20:57:56 2020\n", 33});
  put(out, 0x24, "Li - Wang");
  put(out, 0x78, "Li");
  put(out, 0xA0, "Wang");
  constexpr std::string_view home = "\1\2\6\5\4\5\6\2\1"; // R N B A K A B N R
  for (std::size_t file = 0; file < 9; ++file) {
    const auto column = 0xB4 + 10 * file;
    out[column] = static_cast<char>(0x18 + home[file]);
    out[column + 9] = static_cast<char>(0x10 + home[file]);
    if (file % 2 == 0) {
      out[column + 3] = '\x1F';
      out[column + 6] = '\x17';
    }
    if (file == 1 || file == 7) {
      out[column + 2] = '\x1B';
      out[column + 7] = '\x13';
    }
  }
  out[0x16C] = '\2';
  for (const auto& [from, to] : {std::pair{'\x77', '\x74'}, std::pair{'\x07', '\x26'}}) {
    std::string move(36, '\0');
    move[14] = from;
    move[15] = to;
    out += move;
  }
  return out;
}

inline std::string small_xgf() {
  std::string out = "\x06\x0B";
  int number = 0;
  for (const std::string_view text : {"Cup", "", "2020-01-02", "", "Li", "", "Wang", ""}) {
    out += static_cast<char>(++number);
    out += static_cast<char>(text.size());
    out += text;
  }
  out += std::string{"\x09\0\0\0\0\x0A\2\x0B\0\0\1", 11};
  out.append(13 * 16, '\0');
  constexpr std::string_view squares =
      "\x6B\x7B\x5B\x8B\x4B\x9B\x3B\xAB\x2B\x99\x39\x28\x48\x68\x88\xA8"
      "\x62\x72\x52\x82\x42\x92\x32\xA2\x22\x94\x34\x25\x45\x65\x85\xA5";
  out += u32(0);
  for (const char square : squares) {
    out += u32(static_cast<unsigned char>(square));
  }
  out += u32(0) + u32(2) + u32(2);
  for (const auto& [from, to] : {std::pair{'\x39', '\x69'}, std::pair{'\x32', '\x44'}}) {
    std::string move(20, '\0');
    move[0] = from;
    move[2] = to;
    out += move;
  }
  return out;
}

} // namespace support
