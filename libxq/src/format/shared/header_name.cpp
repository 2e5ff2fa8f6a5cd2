#include "format/shared/header_name.hpp"

#include "base/script/latin.hpp"
#include "base/text/ascii.hpp"
#include "base/text/compose.hpp"
#include "base/text/text.hpp"
#include "format/shared/line_scan.hpp"
#include "format/shared/slice.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <optional>
#include <string>

namespace xq::format {
namespace {

constexpr std::string_view escape_begin = "_x";

bool is_hex(std::string_view digits) noexcept {
  return std::all_of(digits.begin(), digits.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
  });
}

/// The front of `text` would be read as an escape, perhaps together with what is written behind it.
bool resembles_escape(std::string_view text) noexcept {
  return text.starts_with(escape_begin) && text.size() >= 6 && is_hex(text.substr(2, 4));
}

struct Escape {
  char32_t character;
  std::size_t length;
};
std::optional<Escape> escape_at(std::string_view text) noexcept {
  for (const std::size_t digits : {std::size_t{4}, std::size_t{8}}) {
    const auto length = escape_begin.size() + digits + 1;
    if (!text.starts_with(escape_begin) || text.size() < length || text[length - 1] != '_' ||
        !is_hex(text.substr(2, digits))) {
      continue;
    }
    unsigned long value = 0;
    std::from_chars(text.data() + 2, text.data() + 2 + digits, value, 16);
    if (value <= 0x10FFFF && (value < 0xD800 || value > 0xDFFF)) {
      return Escape{static_cast<char32_t>(value), length};
    }
  }
  return std::nullopt;
}

std::string escape(std::string_view name, NameRule rule, bool taken) {
  std::string out;
  for (bool first = true; !name.empty(); first = false) {
    const auto c = decode_utf8(name);
    if ((taken && first) || !rule(c.value, first) || resembles_escape(name)) {
      const auto value = static_cast<unsigned long>(c.value);
      append_format(out, "_x{:0{}X}_", value, value > 0xFFFF ? 8 : 4);
    } else {
      out += name.substr(0, c.length);
    }
    name.remove_prefix(c.length);
  }
  return out;
}

} // namespace

bool in_pgn_name(char32_t c, bool /*first*/) noexcept {
  return c < 0x80 && is_name_character(static_cast<char>(c));
}

bool in_plain_name(char32_t c, bool first) noexcept {
  return in_pgn_name(c, first) && !(first && ((c >= '0' && c <= '9') || c == '-'));
}

bool is_plain_name(std::string_view name) noexcept {
  return !name.empty() && in_plain_name(static_cast<unsigned char>(name[0]), true) &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return in_plain_name(static_cast<unsigned char>(c), false); });
}

std::string escape_name(std::string_view name, NameRule rule) { return escape(name, rule, false); }

std::string escape_taken_name(std::string_view name, NameRule rule) {
  return escape(name, rule, true);
}

std::string unescape_name(std::string_view name) {
  std::string out;
  while (!name.empty()) {
    const auto found = escape_at(name);
    if (found) {
      append_utf8(out, found->character);
    } else {
      out += name[0];
    }
    name.remove_prefix(found ? found->length : 1);
  }
  return out;
}

namespace {

struct Field {
  std::string_view field, header;
};
constexpr auto fields = std::to_array<Field>({
    {"title", "Title"},          {"event", "Event"},          {"date", "Date"},
    {"place", "Site"},           {"round", "Round"},          {"group", "Group"},
    {"table", "Table"},          {"timerule", "TimeControl"}, {"red", "Red"},
    {"redteam", "RedTeam"},      {"redtime", "RedTime"},      {"redrating", "RedElo"},
    {"black", "Black"},          {"blackteam", "BlackTeam"},  {"blacktime", "BlackTime"},
    {"blackrating", "BlackElo"}, {"result", "Result"},        {"open", "Opening"},
    {"class", "Category"},       {"type", "RecordType"},      {"gametype", "RecordKind"},
    {"endtype", "Termination"},  {"remark", "Annotator"},     {"author", "Author"},
    {"owner", "Owner"},
});

} // namespace

std::string_view field_of_header(std::string_view header) noexcept {
  const auto* const found = std::find_if(fields.begin(), fields.end(), [&](const Field& f) {
    return equal_ignoring_case(f.header, header);
  });
  return found == fields.end() ? std::string_view{} : found->field;
}

std::string header_of_field(std::string_view field) {
  const auto* const found =
      std::find_if(fields.begin(), fields.end(), [&](const Field& f) { return f.field == field; });
  return found == fields.end() ? unescape_name(field) : std::string{found->header};
}

bool is_known_field(std::string_view name) noexcept {
  return std::any_of(fields.begin(), fields.end(),
                     [&](const Field& f) { return equal_ignoring_case(f.field, name); });
}

namespace {

struct Name {
  std::string_view name, header;
};
constexpr auto names = std::to_array<Name>({
    {"标题", "Title"},
    {"对局名称", "Title"},
    {"分类", "Category"},
    {"来源", "Source"},
    {"赛事类型", "EventType"},
    {"赛事", "Event"},
    {"比赛名称", "Event"},
    {"轮次", "Round"},
    {"组别", "Group"},
    {"台次", "Table"},
    {"日期", "Date"},
    {"比赛日期", "Date"},
    {"地点", "Site"},
    {"比赛地点", "Site"},
    {"时间规则", "TimeControl"},
    {"红方", "Red"},
    {"红等级分", "RedElo"},
    {"红方用时", "RedTime"},
    {"红队", "RedTeam"},
    {"黑方", "Black"},
    {"黑等级分", "BlackElo"},
    {"黑方用时", "BlackTime"},
    {"黑队", "BlackTeam"},
    {"解说", "Annotator"},
    {"录入", "Author"},
    {"创建日期", "DateCreated"},
    {"修改日期", "DateModified"},
    {"ECCO", "ECCO"},
    {"棋谱类型", "RecordType"},
    {"对局种类", "RecordKind"},
    {"结果", "Result"},
    {"比赛结果", "Result"},
    {"结束方式", "Termination"},
    {"裁判员", "Referee"},
    {"耗时", "Time"},
    {"FEN", "FEN"},
    {"局面", "Position"},
    {"起始局面", "Position"},
    {"初始局面", "Position"},
    {"开局局面", "Position"},
    {"起始局面FEN", "FEN"},
    {"初始局面FEN", "FEN"},
    {"局面FEN", "FEN"},
    {"比赛", "Event"},
    {"赛事名称", "Event"},
    {"红方姓名", "Red"},
    {"红方棋手", "Red"},
    {"红棋", "Red"},
    {"先手", "Red"},
    {"先手方", "Red"},
    {"黑方姓名", "Black"},
    {"黑方棋手", "Black"},
    {"黑棋", "Black"},
    {"后手", "Black"},
    {"后手方", "Black"},
    {"赛果", "Result"},
    {"比分", "Result"},
    {"对局结果", "Result"},
    {"胜负", "Result"},
    {"着法", "Moves"},
    {"招法", "Moves"},
    {"棋谱", "Moves"},
    {"局名", "Title"},
    {"名称", "Title"},
    {"棋谱名称", "Title"},
    {"对局类型", "RecordType"},
    {"棋局类型", "RecordType"},
    {"棋局性质", "RecordKind"},
    {"记时规则", "TimeControl"},
    {"计时规则", "TimeControl"},
    {"评论", "Annotator"},
    {"评论员", "Annotator"},
    {"棋谱评论员", "Annotator"},
    {"作者", "Author"},
    {"文件作者", "Author"},
    {"备注", "Remark"},
    {"棋谱主人", "Owner"},
    {"来源网站", "Source"},
    {"评注", "Annotator"},
    {"红", "Red"},
    {"黑", "Black"},
    {"执红", "Red"},
    {"执黑", "Black"},
    {"红方棋手姓名", "Red"},
    {"黑方棋手姓名", "Black"},
    {"红方队", "RedTeam"},
    {"黑方队", "BlackTeam"},
    {"红方团体", "RedTeam"},
    {"黑方团体", "BlackTeam"},
    {"时间", "Date"},
    {"比赛时间", "Date"},
    {"对局日期", "Date"},
    {"对局时间", "Date"},
    {"对局地点", "Site"},
    {"棋局结果", "Result"},
    {"开局", "Opening"},
    {"开局类型", "Opening"},
    {"布局", "Opening"},
    {"对局着法", "Moves"},
    {"行棋记录", "Moves"},
    {"正文", "Moves"},
});

/// Names of headers in Vietnamese records, in small letters without marks.
constexpr auto vietnamese_names = std::to_array<Name>({
    {"do", "Red"},          {"ben do", "Red"},        {"quan do", "Red"},    {"tien", "Red"},
    {"den", "Black"},       {"ben den", "Black"},     {"quan den", "Black"}, {"hau", "Black"},
    {"ket qua", "Result"},  {"ten", "Title"},         {"ten van", "Title"},  {"tieu de", "Title"},
    {"giai", "Event"},      {"giai dau", "Event"},    {"su kien", "Event"},  {"ngay", "Date"},
    {"thoi gian", "Date"},  {"dia diem", "Site"},     {"noi dau", "Site"},   {"vong", "Round"},
    {"vong dau", "Round"},  {"khai cuoc", "Opening"}, {"bien ban", "Moves"}, {"nuoc di", "Moves"},
    {"dien bien", "Moves"},
});

struct Character {
  char32_t traditional, simplified;
};
/// The characters of the names above that differ between the two scripts.
constexpr auto characters = std::to_array<Character>({
    {U'紅', U'红'}, {U'賽', U'赛'}, {U'標', U'标'}, {U'題', U'题'}, {U'結', U'结'}, {U'來', U'来'},
    {U'類', U'类'}, {U'輪', U'轮'}, {U'組', U'组'}, {U'點', U'点'}, {U'時', U'时'}, {U'間', U'间'},
    {U'則', U'则'}, {U'規', U'规'}, {U'隊', U'队'}, {U'種', U'种'}, {U'對', U'对'}, {U'稱', U'称'},
    {U'錄', U'录'}, {U'創', U'创'}, {U'員', U'员'}, {U'級', U'级'}, {U'開', U'开'}, {U'後', U'后'},
    {U'勝', U'胜'}, {U'負', U'负'}, {U'評', U'评'}, {U'註', U'注'}, {U'説', U'说'}, {U'說', U'说'},
    {U'場', U'场'}, {U'譜', U'谱'}, {U'臺', U'台'}, {U'日', U'日'}, {U'別', U'别'}, {U'決', U'决'},
    {U'棊', U'棋'}, {U'黒', U'黑'}, {U'論', U'论'}, {U'計', U'计'}, {U'記', U'记'}, {U'備', U'备'},
    {U'網', U'网'}, {U'質', U'质'},
});

/// The name in the simplified script, without the blanks that pad it: `红    方`.
std::string plain(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    if (const auto blank = blank_length(text); blank != 0) {
      text.remove_prefix(blank);
      continue;
    }
    const auto c = decode_utf8(text);
    const auto* const found =
        std::find_if(characters.begin(), characters.end(),
                     [&](const Character& one) { return one.traditional == c.value; });
    if (found == characters.end()) {
      out += text.substr(0, c.length);
    } else {
      append_utf8(out, found->simplified);
    }
    text.remove_prefix(c.length);
  }
  return out;
}

} // namespace

std::string_view header_of_chinese(std::string_view name) {
  if (has_marked_letter(name)) { // plain ASCII is another language's
    const auto written = without_marks(trim(name));
    const auto* const vietnamese = std::find_if(vietnamese_names.begin(), vietnamese_names.end(),
                                                [&](const Name& n) { return n.name == written; });
    return vietnamese == vietnamese_names.end() ? std::string_view{} : vietnamese->header;
  }
  const auto wanted = plain(name);
  const auto* const found =
      std::find_if(names.begin(), names.end(), [&](const Name& n) { return n.name == wanted; });
  return found == names.end() ? std::string_view{} : found->header;
}

} // namespace xq::format
