#include "format/pgn/pgn.hpp"
#include "format/shared/line_scan.hpp"
#include "support/catch.hpp"

#include <array>
#include <random>
#include <string>
#include <string_view>

using namespace xq::format;

namespace {

/// Lines as PGN has them, and lines that almost look like them.
std::string some_lines(std::mt19937_64& random, std::size_t count) {
  constexpr auto kinds = std::to_array<std::string_view>({
      "[Red \"许银川\"]",
      "[Black \"\"]",
      "[Event \"a long name, so that a line has more than one block\"]",
      "[Event \"x\"]",
      "[Round \"[3]\"]",
      "[Site \"x\"] [Date \"y\"]",
      "[A \"\"]",
      "[]",
      "[-]",
      "[Date \"1999\"",
      "[Date 1999]",
      " [Result \"*\"]",
      "[Result \"*\"]\r",
      "",
      "\r",
      "%[Red \"x\"]",
      "1. 炮二平五 马8进7",
      "2. C2.5 {好",
      "3. 马二进三} 车9平8",
      "4. 马二进三 [x",
      "1-0",
      "12",
      "*",
      "炮二平五",
      "2. 一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十",
  });
  std::string text;
  std::size_t kind = 0;
  for (std::size_t i = 0; i < count; ++i) {
    kind = random() % 3 != 0 ? kind : random() % kinds.size(); // runs of a kind, too
    text += kinds[kind];
    text += '\n';
  }
  return text;
}

/// The lines at the front for which `belongs(line)` holds, of those that are whole.
template <typename F>
LineRun naive_run(std::string_view text, F&& belongs) {
  LineRun run;
  for (auto end = text.find('\n'); end != std::string_view::npos;
       end = text.find('\n', run.bytes)) {
    if (!belongs(text.substr(run.bytes, end - run.bytes))) {
      break;
    }
    run.bytes = end + 1;
    ++run.count;
  }
  return run;
}

bool is_numbered(std::string_view line) {
  const auto is_digit = [&](std::size_t i) {
    return i < line.size() && line[i] >= '0' && line[i] <= '9';
  };
  return is_digit(0) && (line[0] != '1' || is_digit(1)) &&
         line.find_first_of("{[") == std::string_view::npos;
}

bool is_other_header(std::string_view line, char first) {
  return line.size() > 4 && line[0] == '[' && line[1] != first && is_name_character(line[1]) &&
         line.ends_with("\"]") && line.find('[', 1) == std::string_view::npos;
}

} // namespace

TEST_CASE("runs of lines are those that one line after another gives", "[pgn]") {
  std::mt19937_64 random{11};
  std::size_t passed = 0;
  for (int i = 0; i < 20'000; ++i) {
    const auto text = some_lines(random, random() % 12);
    INFO(text);
    // A run may end early, but never within the last 64 bytes of what it would have.
    const auto check = [&](const LineRun& run, const LineRun& whole) {
      CHECK(run.bytes <= whole.bytes);
      CHECK(run.count <= whole.count);
      CHECK((run.bytes == whole.bytes) == (run.count == whole.count));
      passed += run.count;
#ifdef __SSE2__
      const bool line_end_far = text.size() - whole.bytes > 128;
      CHECK((run.bytes == whole.bytes || !line_end_far));
#endif
    };
    check(numbered_lines(text), naive_run(text, is_numbered));
    for (const char first : {'\0', 'E', 'R'}) {
      check(header_lines(text, first),
            naive_run(text, [&](auto line) { return is_other_header(line, first); }));
    }
  }
#ifdef __SSE2__
  CHECK(passed > 10'000);
#endif
}

TEST_CASE("games begin at the same places whether lines come in runs or byte by byte", "[pgn]") {
  std::mt19937_64 random{12};
  for (int i = 0; i < 3000; ++i) {
    const auto text = some_lines(random, random() % 60);
    INFO(text);
    std::vector<Splitter::Start> whole;
    PgnSplitter{}.scan(text, true, whole);
    std::vector<Splitter::Start> pieces;
    PgnSplitter splitter;
    for (std::size_t end = 1; end <= text.size(); ++end) {
      splitter.scan(std::string_view{text}.substr(0, end), end == text.size(), pieces);
    }
    REQUIRE(whole.size() == pieces.size());
    for (std::size_t k = 0; k < whole.size(); ++k) {
      CHECK(whole[k].offset == pieces[k].offset);
      CHECK(whole[k].line == pieces[k].line);
    }
  }
}
