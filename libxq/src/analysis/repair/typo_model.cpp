#include "analysis/repair/typo_model.hpp"

#include "base/text/ascii.hpp"
#include "base/text/text.hpp"
#include "notation/reading.hpp"
#include "notation/styles.hpp"

#include <algorithm>
#include <array>

namespace xq::analysis {

namespace {

using notation::Style;
using notation::Symbol;
using notation::SymbolClass;

/// A character of a move in Chinese, and what it means.
struct Glyph {
  char32_t character = 0;
  Symbol symbol;
};

struct Glyphs {
  std::array<Glyph, 6> at{};
  std::size_t size = 0;
};

Glyphs glyphs_of(std::string_view text) {
  Glyphs out;
  while (!text.empty() && out.size < out.at.size()) {
    const auto decoded = decode_utf8(text);
    out.at[out.size++] = {decoded.value, notation::symbol_of(decoded.value)};
    text.remove_prefix(std::max<std::size_t>(decoded.length, 1));
  }
  return out;
}

bool is_digit(const Symbol& s) noexcept {
  return s.kind == SymbolClass::chinese_digit || s.kind == SymbolClass::arabic_digit;
}

bool same_meaning(const Symbol& a, const Symbol& b) noexcept {
  return a.value == b.value && (a.kind == b.kind || (is_digit(a) && is_digit(b)));
}

/// Characters that are confused in typing and by character recognition.
struct LookAlike {
  char32_t wrong;
  std::u32string_view right;
};
constexpr auto look_alikes = std::to_array<LookAlike>({
    {U'土', U"士仕"}, {U'工', U"士"},   {U'上', U"士"},   {U'任', U"仕"}, {U'壬', U"士仕"},
    {U'干', U"平"},   {U'乎', U"平"},   {U'午', U"平"},   {U'半', U"平"}, {U'苹', U"平"},
    {U'评', U"平"},   {U'近', U"进進"}, {U'迸', U"进進"}, {U'讲', U"进"}, {U'井', U"进"},
    {U'逢', U"進"},   {U'推', U"進退"}, {U'腿', U"退"},   {U'追', U"退"}, {U'迫', U"退"},
    {U'跑', U"炮"},   {U'泡', U"炮砲"}, {U'包', U"炮"},   {U'饱', U"炮"}, {U'袍', U"炮"},
    {U'乌', U"马"},   {U'鸟', U"马"},   {U'吗', U"马"},   {U'码', U"马"}, {U'妈', U"马"},
    {U'鳥', U"馬"},   {U'烏', U"馬"},   {U'篤', U"馬"},   {U'军', U"车"}, {U'东', U"车"},
    {U'東', U"車"},   {U'軍', U"車"},   {U'申', U"車"},   {U'重', U"車"}, {U'相', U"象"},
    {U'像', U"象"},   {U'向', U"象相"}, {U'想', U"相"},   {U'箱', U"相"}, {U'项', U"相"},
    {U'卆', U"卒"},   {U'率', U"卒"},   {U'兴', U"兵"},   {U'乒', U"兵"}, {U'乓', U"兵"},
    {U'丘', U"兵"},   {U'师', U"帅"},   {U'師', U"帥"},   {U'归', U"帅"}, {U'奖', U"将"},
    {U'人', U"八"},   {U'入', U"八"},   {U'匕', U"七"},   {U'己', U"七"}, {U'丸', U"九"},
    {U'几', U"九"},   {U'力', U"九"},   {U'士', U"五"},   {U'王', U"五"}, {U'玉', U"五"},
    {U'西', U"四"},   {U'囚', U"四"},   {U'田', U"四"},   {U'穴', U"六"}, {U'大', U"六"},
    {U'-', U"一"},    {U'－', U"一"},   {U'—', U"一"},    {U'ー', U"一"}, {U'二', U"三一"},
    {U'l', U"１1"},   {U'I', U"１1"},   {U'Ｉ', U"１"},   {U'|', U"１1"}, {U'Z', U"２2"},
    {U'S', U"５5"},   {U'B', U"８8"},   {U'g', U"９9"},   {U'q', U"９9"}, {U'b', U"６6"},
    {U'G', U"６6"},   {U'O', U"９6"},   {U'i', U"１1"},   {U'后', U"前"}, {U'俊', U"後"},
    {U'钱', U"前"},   {U'候', U"后後"}, {U'後', U"前"},
});

bool look_alike(char32_t wrong, const Symbol& right) noexcept {
  return std::any_of(look_alikes.begin(), look_alikes.end(), [&](const LookAlike& pair) {
    return pair.wrong == wrong &&
           std::any_of(pair.right.begin(), pair.right.end(),
                       [&](char32_t c) { return same_meaning(notation::symbol_of(c), right); });
  });
}

bool resembles_something(char32_t wrong) noexcept {
  return std::any_of(look_alikes.begin(), look_alikes.end(),
                     [&](const LookAlike& pair) { return pair.wrong == wrong; });
}

/// Cost of writing `wrong` for `right`.
double typo_cost(const Glyph& wrong, const Glyph& right) {
  const Symbol& w = wrong.symbol;
  const Symbol& r = right.symbol;
  if (same_meaning(w, r)) {
    return 0;
  }
  if (w.kind == SymbolClass::none) {
    return look_alike(wrong.character, r) ? 0.4 : resembles_something(wrong.character) ? 1.6 : 0.9;
  }
  if (is_digit(w) && is_digit(r)) {
    return std::abs(static_cast<int>(w.value) - static_cast<int>(r.value)) == 1 ? 0.9 : 1.0;
  }
  if (w.kind == r.kind) {
    return w.kind == SymbolClass::piece ? 1.2 : 1.0;
  }
  return look_alike(wrong.character, r) ? 0.7 : 1.4;
}

/// Columns counted from the wrong side: every digit that differs is ten minus the right one.
bool mirrored(const Glyphs& wrong, const Glyphs& right) {
  bool any = false;
  for (std::size_t i = 0; i < right.size; ++i) {
    const Symbol& w = wrong.at[i].symbol;
    const Symbol& r = right.at[i].symbol;
    if (same_meaning(w, r)) {
      continue;
    }
    if (!is_digit(w) || !is_digit(r) || w.value + r.value != 10) {
      return false;
    }
    any = true;
  }
  return any;
}

double chinese_distance(std::string_view written, std::string_view name) {
  const Glyphs wrong = glyphs_of(written);
  const Glyphs right = glyphs_of(name);
  if (wrong.size == right.size) {
    constexpr double second_typo = 0.8; // two errors in one move are rare
    double sum = 0;
    for (std::size_t i = 0; i < right.size; ++i) {
      const double cost = typo_cost(wrong.at[i], right.at[i]);
      sum += sum > 0 && cost > 0 ? cost + second_typo : cost;
    }
    return mirrored(wrong, right) ? std::min(sum, 1.1) : sum;
  }
  if (wrong.size + 1 != right.size && wrong.size != right.size + 1) {
    return TypoModel::impossible;
  }
  // One character too many or too few: the best place for it.
  const Glyphs& longer = wrong.size > right.size ? wrong : right;
  const Glyphs& shorter = wrong.size > right.size ? right : wrong;
  double best = TypoModel::impossible;
  for (std::size_t skip = 0; skip < longer.size; ++skip) {
    double sum = 1.1;
    for (std::size_t i = 0; i < shorter.size; ++i) {
      const Glyph& l = longer.at[i + (i >= skip ? 1 : 0)];
      sum += &longer == &wrong ? typo_cost(l, shorter.at[i]) : typo_cost(shorter.at[i], l);
    }
    best = std::min(best, sum);
  }
  return best;
}

double letter_distance(std::string_view written, std::string_view name) {
  if (written.size() != name.size()) {
    return written.size() + 1 == name.size() || written.size() == name.size() + 1
               ? 2.5
               : TypoModel::impossible;
  }
  double sum = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto fold = [](char c) { return c == '=' ? '.' : lower(c); };
    sum += fold(written[i]) == fold(name[i]) ? 0.0 : 1.0;
  }
  return sum;
}

} // namespace

Move read_written(const Position& position, std::string_view text) {
  const auto fast = notation::read_chinese_fast(position, text);
  const Move move = fast.bytes == text.size() && fast.bytes != 0
                        ? fast.move
                        : notation::read_token(position, text).move;
  return move && type_of(position.at(move.to())) != PieceType::king ? move : Move::none();
}

TypoModel::TypoModel(const Position& start, std::span<const std::string_view> moves) {
  constexpr std::size_t enough = 16;
  std::array<int, notation::style_count> votes{};
  Position p = start;
  for (const auto text : moves.first(std::min(moves.size(), enough))) {
    const bool chinese = !text.empty() && static_cast<unsigned char>(text[0]) >= 0x80U;
    const Move move = read_written(p, text);
    for (const auto style : {Style::chinese, Style::traditional, Style::wxf, Style::iccs,
                             Style::uci, Style::coordinate}) {
      const bool of_kind = (style == Style::chinese || style == Style::traditional) == chinese;
      auto& vote = votes[static_cast<std::size_t>(style)];
      vote += of_kind ? 1 : 0;
      vote += move && of_kind && notation::to_text(p, move, style) == text ? 2 : 0;
    }
    if (!move) {
      break;
    }
    p.do_move(move);
  }
  // Traditional characters in any move count, also where only a few plies of a damaged game are
  // legal.
  for (const auto text : moves) {
    for (const std::string_view c : {"馬", "車", "進", "帥", "後", "砲"}) {
      votes[static_cast<std::size_t>(Style::traditional)] +=
          text.find(c) != std::string_view::npos ? 1 : 0;
    }
  }
  m_style = static_cast<Style>(std::max_element(votes.begin(), votes.end()) - votes.begin());
}

std::string TypoModel::write(const Position& position, Move move, std::string_view like) const {
  std::string name = notation::to_text(position, move, m_style);
  if (!is_chinese()) {
    return name;
  }
  bool chinese = false;
  bool ascii = false;
  bool wide = false;
  const Glyphs model = glyphs_of(like);
  for (std::size_t i = 0; i < model.size; ++i) {
    const Glyph& g = model.at[i];
    chinese = chinese || g.symbol.kind == SymbolClass::chinese_digit;
    ascii = ascii || (g.symbol.kind == SymbolClass::arabic_digit && g.character < 0x80);
    wide = wide || (g.symbol.kind == SymbolClass::arabic_digit && g.character >= 0x80);
  }
  if (!chinese && !ascii && !wide) {
    return name;
  }
  constexpr std::array<std::string_view, 9> numerals{"一", "二", "三", "四", "五",
                                                     "六", "七", "八", "九"};
  constexpr std::array<std::string_view, 9> wide_digits{"１", "２", "３", "４", "５",
                                                        "６", "７", "８", "９"};
  std::string out;
  const Glyphs glyphs = glyphs_of(name);
  std::size_t at = 0;
  for (std::size_t i = 0; i < glyphs.size; ++i) {
    const Symbol& s = glyphs.at[i].symbol;
    const std::size_t length = decode_utf8(std::string_view{name}.substr(at)).length;
    const bool first_of_pawns = i == 0; // an ordinal stays as it is written
    if (!is_digit(s) || first_of_pawns || s.value == 0) {
      out.append(name, at, length);
    } else if (chinese && !ascii && !wide) {
      out += numerals[s.value - 1U];
    } else if (ascii && !wide) {
      out += static_cast<char>('0' + s.value);
    } else {
      out += wide_digits[s.value - 1U];
    }
    at += length;
  }
  return out;
}

double TypoModel::distance(std::string_view written, const Position& position, Move move) const {
  const std::string name = notation::to_text(position, move, m_style);
  return is_chinese() ? chinese_distance(written, name) : letter_distance(written, name);
}

} // namespace xq::analysis
