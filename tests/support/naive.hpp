#pragma once

// A second, slow and obvious set of rules: letters in a 10 x 9 array, no tables, no bitboards. It
// shares no code with libxq and is what the fast code is compared with.

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

namespace naive {

struct Move {
  int from_file, from_rank, to_file, to_rank;
  [[nodiscard]] std::string uci() const {
    return {static_cast<char>('a' + from_file), static_cast<char>('0' + from_rank),
            static_cast<char>('a' + to_file), static_cast<char>('0' + to_rank)};
  }
};

class Board {
public:
  /// Board field and side of a well-formed FEN.
  explicit Board(const std::string& fen) {
    for (auto& row : m_at) {
      row.fill('.');
    }
    int file = 0;
    int rank = 9;
    std::size_t i = 0;
    for (; fen[i] != ' '; ++i) {
      if (fen[i] == '/') {
        --rank;
        file = 0;
      } else if (std::isdigit(static_cast<unsigned char>(fen[i])) != 0) {
        file += fen[i] - '0';
      } else {
        at(file++, rank) = fen[i];
      }
    }
    m_red_to_move = fen[i + 1] == 'w';
  }

  [[nodiscard]] bool red_to_move() const { return m_red_to_move; }

  [[nodiscard]] std::set<std::string> legal() const {
    std::set<std::string> out;
    for (const Move& m : pseudo(m_red_to_move)) {
      Board next = *this;
      next.play(m);
      if (!next.king_hangs(m_red_to_move)) {
        out.insert(m.uci());
      }
    }
    return out;
  }

  [[nodiscard]] bool in_check() const { return king_hangs(m_red_to_move); }

  void play(const Move& m) {
    at(m.to_file, m.to_rank) = at(m.from_file, m.from_rank);
    at(m.from_file, m.from_rank) = '.';
    m_red_to_move = !m_red_to_move;
  }
  void play(const std::string& uci) {
    play(Move{uci[0] - 'a', uci[1] - '0', uci[2] - 'a', uci[3] - '0'});
  }

  [[nodiscard]] std::string short_fen() const {
    std::string out;
    for (int rank = 9; rank >= 0; --rank) {
      int empty = 0;
      for (int file = 0; file < 9; ++file) {
        const char c = at(file, rank);
        if (c == '.') {
          ++empty;
        } else {
          if (empty > 0) {
            out += std::to_string(empty);
          }
          empty = 0;
          out += c;
        }
      }
      if (empty > 0) {
        out += std::to_string(empty);
      }
      out += rank > 0 ? '/' : ' ';
    }
    return out + (m_red_to_move ? 'w' : 'b');
  }

private:
  char& at(int file, int rank) {
    return m_at[static_cast<std::size_t>(rank)][static_cast<std::size_t>(file)];
  }
  [[nodiscard]] char at(int file, int rank) const {
    return m_at[static_cast<std::size_t>(rank)][static_cast<std::size_t>(file)];
  }
  static bool inside(int file, int rank) { return file >= 0 && file < 9 && rank >= 0 && rank < 10; }
  static bool is_red(char c) { return c >= 'A' && c <= 'Z'; }
  static bool palace(int file, int rank, bool red) {
    return file >= 3 && file <= 5 && (red ? rank >= 0 && rank <= 2 : rank >= 7 && rank <= 9);
  }

  void step(std::vector<Move>& out, int f, int r, int tf, int tr, bool red) const {
    if (inside(tf, tr) && (at(tf, tr) == '.' || is_red(at(tf, tr)) != red)) {
      out.push_back({f, r, tf, tr});
    }
  }

  void slide(std::vector<Move>& out, int f, int r, bool red, bool cannon) const {
    const int directions[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    for (const auto& d : directions) {
      bool jumped = false;
      for (int tf = f + d[0], tr = r + d[1]; inside(tf, tr); tf += d[0], tr += d[1]) {
        if (at(tf, tr) == '.') {
          if (!jumped) {
            out.push_back({f, r, tf, tr});
          }
          continue;
        }
        if (cannon && !jumped) {
          jumped = true;
          continue;
        }
        step(out, f, r, tf, tr, red);
        break;
      }
    }
  }

  [[nodiscard]] std::vector<Move> pseudo(bool red) const {
    std::vector<Move> out;
    for (int r = 0; r < 10; ++r) {
      for (int f = 0; f < 9; ++f) {
        const char c = at(f, r);
        if (c == '.' || is_red(c) != red) {
          continue;
        }
        const char kind = static_cast<char>(std::tolower(c));
        if (kind == 'r' || kind == 'c') {
          slide(out, f, r, red, kind == 'c');
          continue;
        }
        for (int dr = -2; dr <= 2; ++dr) {
          for (int df = -2; df <= 2; ++df) {
            if (reaches(kind, red, f, r, df, dr)) {
              step(out, f, r, f + df, r + dr, red);
            }
          }
        }
      }
    }
    return out;
  }

  [[nodiscard]] bool reaches(char kind, bool red, int f, int r, int df, int dr) const {
    const int tf = f + df;
    const int tr = r + dr;
    const int a = std::abs(df);
    const int b = std::abs(dr);
    const int forward = red ? 1 : -1;
    const bool crossed = red ? r >= 5 : r <= 4;
    switch (kind) {
    case 'k':
      return a + b == 1 && palace(tf, tr, red);
    case 'a':
      return a == 1 && b == 1 && palace(tf, tr, red);
    case 'b':
      return a == 2 && b == 2 && (red ? tr <= 4 : tr >= 5) && inside(tf, tr) &&
             at(f + df / 2, r + dr / 2) == '.';
    case 'n':
      return a + b == 3 && a * b == 2 && inside(tf, tr) &&
             at(a == 2 ? f + df / 2 : f, b == 2 ? r + dr / 2 : r) == '.';
    case 'p':
      return (df == 0 && dr == forward) || (crossed && a == 1 && dr == 0);
    default:
      return false;
    }
  }

  /// The king of this colour can be taken, or faces the other one.
  [[nodiscard]] bool king_hangs(bool red) const {
    int kf = -1;
    int kr = -1;
    for (int r = 0; r < 10; ++r) {
      for (int f = 0; f < 9; ++f) {
        if (at(f, r) == (red ? 'K' : 'k')) {
          kf = f;
          kr = r;
        }
      }
    }
    for (const Move& m : pseudo(!red)) {
      if (m.to_file == kf && m.to_rank == kr) {
        return true;
      }
    }
    const int step = red ? 1 : -1;
    for (int r = kr + step; r >= 0 && r < 10; r += step) {
      if (at(kf, r) != '.') {
        return at(kf, r) == (red ? 'k' : 'K');
      }
    }
    return false;
  }

  std::array<std::array<char, 9>, 10> m_at{};
  bool m_red_to_move = true;
};

} // namespace naive
