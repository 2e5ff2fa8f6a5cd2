#include "cli/help/help.hpp"
#include "cli/next_step.hpp"
#include "cli/progress.hpp"
#include "support/catch.hpp"

#include <string>

using namespace xq::cli;

TEST_CASE("progress says part, rate and time left") {
  CHECK(progress_line("reading", "{} games", 25, 100, 123456, 10) ==
        "reading: [=====               ]  25 %, 123,456 games, 12,345/s, 0:30 left");
  CHECK(progress_line("reading", "{} games", 0, 0, 7, 3700) ==
        "reading: 7 games, 0.0/s, 1:01:40"); // a pipe: nobody knows how long
  CHECK(progress_line("x", "{} games", 200, 100, 1, 1) ==
        "x: [====================] 100 %, 1 games, 1.0/s, 0:00 left");
  CHECK(progress_line("x", "", 25, 100, 0, 10) == "x: [=====               ]  25 %, 0:30 left");
  CHECK(progress_line("x", "", 0, 0, 0, 65) == "x: 1:05");
  CHECK(progress_line("x", "{} games", 0, 100, 0, 0) ==
        "x: [                    ]   0 %, 0 games, 0.0/s");
}

TEST_CASE("after a minute of work it is said how long the rest takes") {
  CHECK(time_left_line("{} positions", 1200, 48000, 60) ==
        "1,200 of 48,000 positions done, 20/s: about 39 min left");
  CHECK(time_left_line("{} positions", 310, 500'000, 62) ==
        "310 of 500,000 positions done, 5.0/s: about 27 h 46 min left");
  // What was known before the clock was started took no time.
  CHECK(time_left_line("{} positions", 40'600, 48'000, 60, {40'000, 40'000}) ==
        "40,600 of 48,000 positions done, 10/s: about 12 min left");
  CHECK(time_left_line("{} positions", 600, 620, 60).empty());             // seconds
  CHECK(time_left_line("{} positions", 100, 620, 60, {100, 100}).empty()); // nothing measured
  CHECK(time_left_line("{} positions", 620, 620, 60).empty());
}

TEST_CASE("words of a command that is proposed are quoted for a shell") {
  CHECK(shell_word("games/2024.pgn") == "games/2024.pgn");
  CHECK(shell_word("棋谱.pgn") == "棋谱.pgn");
  const std::string quotes = shell_word(""); // '' for POSIX's shells, "" for those of Windows
  const std::string quote = quotes.substr(0, 1);
  CHECK((quotes == "''" || quotes == "\"\""));
  CHECK(shell_word("my games.pgn") == quote + "my games.pgn" + quote);
  CHECK(shell_word("it's") == (quote == "'" ? "'it'\\''s'" : "\"it's\""));
  CHECK(shell_words({"a", "b c"}) == "a " + quote + "b c" + quote);
  CHECK(shell_words({"a", "b", "c", "d"}) == "a ...");
}

TEST_CASE("paragraphs are filled, examples within them are kept") {
  CHECK(fill("one two three four", 2, 10) == "  one two\n  three\n  four\n");
  CHECK(fill("a b\nc d", 0, 80) == "a b c d\n");
  CHECK(fill("a\n\n  keep   this\nb", 0, 80) == "a\n\n  keep   this\nb\n");
  CHECK(fill("unbreakableword", 0, 5) == "unbreakableword\n");
  CHECK(fill("", 3, 80).empty());
}
