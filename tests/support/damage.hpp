#pragma once

// Records as they look after a hasty typist or a scanner.

#include <xq/notation/notation.hpp>
#include <xq/record/game.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace support {

/// What may happen to a record, with how often it does in a hundred. There is no survey of typists
/// behind the numbers: they follow what one sees in files that were typed in by hand. FEN damage
/// takes the place of others in games that have a FEN.
enum class Damage : std::uint8_t {
  value,      ///< the last digit of a move is another (22)
  column,     ///< the column of the piece is another (18)
  direction,  ///< 进, 退 and 平 exchanged (14)
  mirror,     ///< columns counted from the wrong side: left for right (8)
  piece,      ///< another piece, or front for rear (8)
  look_alike, ///< a character that looks the same (12)
  missing,    ///< a move left out (6)
  doubled,    ///< a move or a round typed twice (6)
  swapped,    ///< two moves in the wrong order (6)
  start,      ///< the FEN: side to move, a letter, a digit (in games with a FEN: 10)
};
inline constexpr std::size_t damage_kinds = 10;
inline constexpr std::array<std::string_view, damage_kinds> damage_names{
    "value",      "column",  "direction", "mirror",  "piece",
    "look-alike", "missing", "doubled",   "swapped", "start"};

/// The text of a game's main line.
struct TypedGame {
  std::string fen; ///< empty: the usual start
  std::vector<std::string> moves;
};

class Typist {
public:
  explicit Typist(std::uint32_t seed) : m_random{seed} {}

  /// Damage the game once; the kind that was done, or nothing when the attempt did not change the
  /// text.
  std::optional<Damage> damage(TypedGame& game) {
    const TypedGame before = game;
    const Damage kind = choose(!game.fen.empty());
    switch (kind) {
    case Damage::start:
      damage_fen(game.fen);
      break;
    case Damage::missing:
      game.moves.erase(game.moves.begin() + offset(game.moves.size() - 1));
      break;
    case Damage::doubled: {
      const auto at = offset(game.moves.size() - 1);
      const auto count = number(2) == 0 ? 1 : 2;
      const std::vector<std::string> again{game.moves.begin() + at,
                                           game.moves.begin() + at + count};
      game.moves.insert(game.moves.begin() + at, again.begin(), again.end());
      break;
    }
    case Damage::swapped: {
      const auto at = number(game.moves.size() - 2);
      std::swap(game.moves[at], game.moves[at + 1 + number(2)]);
      break;
    }
    default:
      damage_move(game.moves[number(game.moves.size())], kind);
    }
    return game.fen == before.fen && game.moves == before.moves ? std::nullopt
                                                                : std::optional{kind};
  }

private:
  using Characters = std::vector<std::string>;

  std::size_t number(std::size_t below) { return m_random() % below; }
  std::ptrdiff_t offset(std::size_t below) { return static_cast<std::ptrdiff_t>(number(below)); }

  Damage choose(bool has_fen) {
    constexpr std::array<unsigned, damage_kinds> parts{22, 18, 14, 8, 8, 12, 6, 6, 6, 0};
    auto lot = number(100);
    if (has_fen && number(10) == 0) {
      return Damage::start;
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (lot < parts[i]) {
        return static_cast<Damage>(i);
      }
      lot -= parts[i];
    }
    return Damage::value;
  }

  static Characters characters_of(const std::string& text) {
    Characters out;
    for (const char c : text) {
      if ((static_cast<unsigned char>(c) & 0xC0U) == 0x80U) {
        out.back() += c;
      } else {
        out.emplace_back(1, c);
      }
    }
    return out;
  }

  using Row = std::vector<std::string>;
  /// Characters of one kind, which take each other's place.
  static const std::vector<Row>& rows() {
    static const std::vector<Row> all{{"一", "二", "三", "四", "五", "六", "七", "八", "九"},
                                      {"１", "２", "３", "４", "５", "６", "７", "８", "９"},
                                      {"进", "退", "平"},
                                      {"前", "后"},
                                      {"车", "马", "炮", "兵"},
                                      {"仕", "相", "帅"},
                                      {"士", "象", "将"},
                                      {"卒", "车", "马", "炮"}};
    return all;
  }

  /// Another character of its row, or with `opposite` the one as far from the other end.
  std::string exchange(const std::string& character, bool opposite) {
    for (const Row& row : rows()) {
      for (std::size_t i = 0; i < row.size(); ++i) {
        if (row[i] == character) {
          return opposite ? row[row.size() - 1 - i]
                          : row[(i + 1 + number(row.size() - 1)) % row.size()];
        }
      }
    }
    return character;
  }

  std::string look_alike(const std::string& character) {
    static const std::vector<Row> like{
        {"士", "土", "工"}, {"仕", "任", "什"}, {"平", "干", "手"}, {"进", "近", "井"},
        {"退", "腿", "返"}, {"炮", "泡", "抱"}, {"马", "鸟", "与"}, {"车", "东", "年"},
        {"相", "想", "柏"}, {"象", "像", "家"}, {"卒", "辛", "率"}, {"兵", "乒", "岳"},
        {"八", "人", "入"}, {"六", "大", "穴"}, {"九", "丸", "几"}, {"七", "匕", "士"},
        {"五", "互", "王"}, {"四", "西", "匹"}, {"１", "l", "I"},   {"２", "Z", "乙"},
        {"５", "S", "５."}, {"８", "B", "８,"}, {"一", "-", "—"},   {"将", "奖", "蒋"}};
    for (const Row& row : like) {
      if (row[0] == character) {
        return row[1 + number(2)];
      }
    }
    return character;
  }

  void damage_move(std::string& text, Damage kind) {
    Characters c = characters_of(text);
    if (c.size() != 4) {
      return;
    }
    switch (kind) {
    case Damage::value:
      c[3] = exchange(c[3], false);
      break;
    case Damage::column:
      c[1] = exchange(c[1], false); // of a front or rear piece: the piece
      break;
    case Damage::direction:
      c[2] = exchange(c[2], false);
      break;
    case Damage::mirror:
      c[1] = exchange(c[1], true);
      if (c[2] == "平" || number(2) == 0) {
        c[3] = exchange(c[3], true);
      }
      break;
    case Damage::piece:
      c[0] = exchange(c[0], false);
      break;
    case Damage::look_alike: {
      const auto at = number(4);
      c[at] = look_alike(c[at]);
      break;
    }
    default:
      break;
    }
    text = c[0] + c[1] + c[2] + c[3];
  }

  void damage_fen(std::string& fen) {
    const std::size_t board = fen.find(' ');
    if (number(3) == 0) {
      fen[board + 1] = fen[board + 1] == 'w' ? 'b' : 'w';
      return;
    }
    constexpr std::string_view pieces = "KABNRCPkabnrcp";
    auto& c = fen[number(board)];
    if (c >= '1' && c <= '9') {
      c = static_cast<char>(c == '9' ? '8' : c + 1);
    } else if (c != '/') {
      c = number(2) == 0 ? static_cast<char>(c ^ 0x20) : pieces[number(pieces.size())];
    }
  }

  std::mt19937 m_random;
};

} // namespace support
