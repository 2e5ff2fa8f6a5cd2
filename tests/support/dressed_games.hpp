#pragma once

// Games written as people paste them: the moves of a valid game in any style, in the dress of web
// pages, chats and keyboards, two dresses at a time.

#include "scratch_folder.hpp"

#include <xq/format/format.hpp>
#include <xq/notation/notation.hpp>

#include <array>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace support {

/// What a text of one game looks like. 0 of each is the plain one.
struct Dress {
  unsigned numbers = 0;   ///< before the moves
  unsigned blanks = 0;    ///< between them
  unsigned head = 0;      ///< before all
  unsigned tail = 0;      ///< behind the last move
  unsigned prose = 0;     ///< between two moves
  unsigned bytes = 0;     ///< of the whole file
  unsigned container = 0; ///< text, table, JSON
};

inline std::string number_in_dress(unsigned dress, unsigned n) {
  const auto digits = std::to_string(n);
  switch (dress) {
  case 0:
    return digits + ". ";
  case 1:
    return "";
  case 2:
    return "(" + digits + ")";
  case 3:
    return "（" + digits + "）";
  case 4:
    return digits + ") ";
  case 5:
    return "第" + digits + "回合 ";
  case 6:
    return digits + "、";
  case 7:
    return digits + "．";
  case 8:
    return "[" + digits + "]";
  case 9:
    return "【" + digits + "】";
  case 10:
    return "Round " + digits + ": ";
  case 11:
    return "#" + digits + " ";
  default: // ① to ⑳, then in parentheses
    return n > 20 ? "(" + digits + ")"
                  : std::string{"\xE2\x91", 2} + static_cast<char>(0x9F + static_cast<int>(n));
  }
}
inline constexpr unsigned number_dresses = 13;

inline constexpr auto blank_dresses = std::to_array<std::string_view>(
    {" ", "  ", "　", "，", ", ", " -> ", "→", "\n", "\r\n", "\t", " / ", "；", "; "});
inline constexpr auto head_dresses = std::to_array<std::string_view>(
    {"", "[Event \"x\"]\n[Red \"甲\"]\n\n", "红方：甲  黑方：乙\n", "紅方:甲\n黑方:乙\n結果:*\n\n",
     "［Event \"x\"］\n［Red “甲”］\n\n", "[红方 \"甲\"]\n[黑方 \"乙\"]\n\n", "顺炮名局一例\n\n",
     "2004年全国个人赛第3轮\n红方: 甲\n黑方: 乙\n"});
inline constexpr auto tail_dresses = std::to_array<std::string_view>(
    {"", " *", " 红方认输", "\n双方议和", "（以下略）", " 1-0",
     "\n\n棋谱由 http://www.dpxq.com/ 生成\n", " (黑胜)", "\n------\n"});
inline constexpr auto prose_dresses =
    std::to_array<std::string_view>({"", "\n红方开局稳健，黑方应法正常。\n", "（好棋）", "｛好棋｝",
                                     "{good}", "！", "\u200B", " ± "});
inline constexpr unsigned byte_dresses = 5;
inline constexpr unsigned containers = 4;

/// The names of the moves: in the six styles that are told apart, and between squares with ranks
/// from 1.
inline std::vector<std::string> written_moves(const xq::record::Game& game, unsigned style) {
  using namespace xq;
  std::vector<std::string> out;
  Position position = game.start();
  for (auto id = game.node(record::root_node).first_child; id != record::no_node;
       id = game.node(id).first_child) {
    const Move move = game.node(id).move;
    if (style < 6) {
      out.push_back(notation::to_text(position, move, static_cast<notation::Style>(style)));
    } else {
      const auto square = [](Square s) {
        return std::string(1, static_cast<char>('a' + file_of(s))) + std::to_string(rank_of(s) + 1);
      };
      out.push_back(square(move.from()) + square(move.to()));
    }
    position.do_move(move);
  }
  return out;
}
inline constexpr unsigned written_styles = 7;

inline std::string in_dress(const std::vector<std::string>& moves, const Dress& dress) {
  std::string text;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (i % 2 == 0) {
      text += number_in_dress(dress.numbers, static_cast<unsigned>(i / 2 + 1));
    }
    text += moves[i];
    if (i == moves.size() / 2) {
      text += prose_dresses[dress.prose];
    }
    text += i + 1 < moves.size() ? blank_dresses[dress.blanks] : "";
  }
  text += tail_dresses[dress.tail];
  if (dress.container == 1) {
    return "红方\t黑方\t结果\t着法\n甲\t乙\t红胜\t" + text + "\n";
  }
  if (dress.container >= 2) {
    const std::string object = "{\"red\":\"甲\",\"winner\":\"black\",\"moves\":\"" + text + "\"}";
    return dress.container == 2 ? object + "\n" : "[\n" + object + "\n]\n";
  }
  text = std::string{head_dresses[dress.head]} + text + "\n";
  switch (dress.bytes) {
  case 1:
    return "\xEF\xBB\xBF" + text;
  case 2:
    return text + std::string(700, '\0');
  case 3:
    return text + "\x1A";
  case 4:
    return "\n\n" + text + "\n\n\n";
  default:
    return text;
  }
}

/// Two kinds of dress at random; in a table or a JSON string there is no line end and no quote.
inline Dress random_dress(std::mt19937& random) {
  Dress dress;
  for (int i = 0; i < 2; ++i) {
    const auto pick = [&](std::size_t size) { return static_cast<unsigned>(random() % size); };
    switch (random() % 7) {
    case 0:
      dress.numbers = pick(number_dresses);
      break;
    case 1:
      dress.blanks = pick(blank_dresses.size());
      break;
    case 2:
      dress.head = pick(head_dresses.size());
      break;
    case 3:
      dress.tail = pick(tail_dresses.size());
      break;
    case 4:
      dress.prose = pick(prose_dresses.size());
      break;
    case 5:
      dress.bytes = pick(byte_dresses);
      break;
    default:
      dress.container = pick(containers);
    }
  }
  if (dress.container != 0) {
    const auto one_line = [](std::string_view text) {
      return text.find_first_of("\r\n\t\"") == std::string_view::npos;
    };
    dress.blanks = one_line(blank_dresses[dress.blanks]) ? dress.blanks : 0;
    dress.tail = one_line(tail_dresses[dress.tail]) ? dress.tail : 0;
    dress.prose = one_line(prose_dresses[dress.prose]) ? dress.prose : 0;
  }
  return dress;
}

/// How a file was read.
struct ReadBack {
  std::vector<std::vector<xq::Move>> games; ///< the usable ones
  std::vector<std::string> problems;
};

inline ReadBack read_text(const ScratchFolder& folder, const std::string& text) {
  using namespace xq;
  const auto path = folder.file("pasted.txt");
  std::ofstream{path, std::ios::binary} << text;
  ReadBack out;
  format::ReadOptions options;
  options.threads = 1;
  const std::vector<std::string> inputs{path};
  format::read_games<ReadBack>(
      inputs, options,
      [](record::Game& game, ReadBack& found) {
        for (const auto& problem : game.problems) {
          found.problems.push_back(problem.message);
        }
        if (game.usable()) {
          game.main_moves(found.games.emplace_back());
        }
      },
      [&](ReadBack&& found) {
        out.games.insert(out.games.end(), found.games.begin(), found.games.end());
        out.problems.insert(out.problems.end(), found.problems.begin(), found.problems.end());
      },
      [&](const format::FileProblem& problem) { out.problems.push_back(problem.problem.message); });
  return out;
}

} // namespace support
