#include "cli/help/help.hpp"
#include "cli/progress.hpp"
#include "support/catch.hpp"

#include <string>

using namespace xq::cli;

TEST_CASE("progress says part, rate and time left") {
  CHECK(progress_line("reading", "games", 25, 100, 123456, 10) ==
        "reading: [=====               ]  25 %, 123,456 games, 12,345/s, 0:30 left");
  CHECK(progress_line("reading", "games", 0, 0, 7, 3700) ==
        "reading: 7 games, 0.0/s, 1:01:40"); // a pipe: nobody knows how long
  CHECK(progress_line("x", "games", 200, 100, 1, 1) ==
        "x: [====================] 100 %, 1 games, 1.0/s, 0:00 left");
  CHECK(progress_line("x", "games", 0, 100, 0, 0) ==
        "x: [                    ]   0 %, 0 games, 0.0/s");
}

TEST_CASE("paragraphs are filled, examples within them are kept") {
  CHECK(fill("one two three four", 2, 10) == "  one two\n  three\n  four\n");
  CHECK(fill("a b\nc d", 0, 80) == "a b c d\n");
  CHECK(fill("a\n\n  keep   this\nb", 0, 80) == "a\n\n  keep   this\nb\n");
  CHECK(fill("unbreakableword", 0, 5) == "unbreakableword\n");
  CHECK(fill("", 3, 80).empty());
}
