#include "base/files/grouped_texts.hpp"
#include "base/os/path.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

#include <map>
#include <random>
#include <string>

using namespace xq;

TEST_CASE("texts leave group by group in the order in which they came", "[base]") {
  const support::ScratchFolder folder;
  for (const std::size_t memory : {0U, 1000U, 1'000'000U}) { // each text spilled, some, none
    CAPTURE(memory);
    std::mt19937 random{7};
    GroupedTexts texts{os::name_of(folder.path()), memory};
    std::map<std::string, std::string> expected;
    for (int i = 0; i < 2000; ++i) {
      const auto group = "group " + std::to_string(random() % 40);
      const std::string text(random() % 50, static_cast<char>('a' + random() % 26));
      texts.add(group, text);
      expected[group] += text;
    }
    std::map<std::string, std::string> found;
    std::string last;
    texts.for_each([&](const std::string& group, const GroupedTexts::Read& read) {
      CHECK(last < group);
      last = group;
      read([&](std::string_view part) { found[group] += part; });
    });
    CHECK(found == expected);
  }
}
