// Text whose bytes were read in a wrong encoding: what is mended is what was meant, and sound text
// of the archive is left alone.

#include "base/os/path.hpp"
#include "base/script/chinese_script.hpp"
#include "format/reading/read.hpp"
#include "jobs/repair/text_repair.hpp"
#include "record/misread_text.hpp"
#include "support/shared_data.hpp"

#include <xq/analysis/verify.hpp>
#include <xq/base/encoding.hpp>
#include <xq/base/problem_code.hpp>
#include <xq/engine/searcher.hpp>
#include <xq/format/format.hpp>
#include <xq/record/game.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

using namespace xq;

namespace {

/// The values of each header of the archive.
using Values = std::map<std::string, std::set<std::string>, std::less<>>;

const Values& values_of_archive() {
  static const Values values = [] {
    Values all;
    format::ReadOptions options;
    options.max_ply = 1;
    const std::vector<std::string> inputs{os::name_of(support::shared(support::archive))};
    format::read_games<Values>(
        inputs, options,
        [](record::Game& game, Values& out) {
          for (std::size_t i = 0; i < game.tag_count(); ++i) {
            const auto tag = game.tag_at(i);
            out[std::string{tag.name}].emplace(tag.value);
          }
        },
        [&](Values&& out) {
          for (auto& [name, some] : out) {
            all[name].merge(some);
          }
        },
        [](const format::FileProblem&) {});
    return all;
  }();
  return values;
}

/// Bytes as an editor saves them that takes them for letters of Latin-1.
std::string latin1_as_utf8(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      out += c;
    } else {
      out += static_cast<char>(0xC0U | (byte >> 6U));
      out += static_cast<char>(0x80U | (byte & 0x3FU));
    }
  }
  return out;
}

/// Names of players of the archive in the simplified script, which GB2312 has.
std::vector<std::string> names_in_gb2312() {
  const ChineseScriptConverter simplified{ChineseScript::simplified};
  std::vector<std::string> names;
  for (const auto& name : values_of_archive().at("Red")) {
    auto text = simplified.convert(name);
    const auto bytes = encode(text, Encoding::gb18030);
    const bool all_chinese =
        bytes && bytes->size() >= 4 && std::all_of(bytes->begin(), bytes->end(), [](char c) {
          return static_cast<unsigned char>(c) >= 0xA1U;
        });
    if (all_chinese) {
      names.push_back(std::move(text));
    }
  }
  return names;
}

std::string damaged(const std::string& name) {
  return latin1_as_utf8(*encode(name, Encoding::gb18030));
}

/// The one game of a file, while its text is there.
void read_one(std::string text, const std::function<void(record::Game&)>& work) {
  format::ReadOptions options;
  options.threads = 1;
  int games = 0;
  format::BatchHandler handler;
  handler.make = [] { return std::make_unique<format::BatchOutput>(); };
  handler.work = [&](record::Game& game, format::BatchOutput&) {
    ++games;
    work(game);
  };
  handler.emit = [](format::BatchOutput&) {};
  handler.file_problem = [](const format::FileProblem&) {};
  format::read_bytes(std::move(text), options, handler);
  CHECK(games == 1);
}

/// A game of one move whose header and comment are `text`, in a format.
std::string written_with(std::string_view format, const std::string& text) {
  record::Game game;
  game.add_tag("Red", text);
  game.add_tag("Black", "B");
  game.add_move(record::root_node, Move{make_square(7, 2), make_square(4, 2)});
  game.add_comment(1, text);
  game.set_result(record::Result::draw);
  const auto writer = format::make_writer(format, {});
  std::string out;
  writer->header(out);
  writer->game(out, game);
  writer->footer(out);
  return out;
}

bool is_said(record::Game game) {
  analysis::verify(game);
  return std::any_of(game.problems.begin(), game.problems.end(),
                     [](const Problem& p) { return p.code == ProblemCode::damaged_text; });
}

} // namespace

TEST_CASE("no header of the archive is taken for misread text but rounds that are") {
  support::skip_without(support::archive);
  std::size_t sound = 0;
  for (const auto& [name, values] : values_of_archive()) {
    for (const auto& value : values) {
      const auto meant = record::mend_misread_text(value);
      sound += meant ? 0U : 1U;
      if (meant && name != "Round" && name != "Event") {
        INFO(name << ": " << value << " is taken for " << *meant);
        CHECK_FALSE(meant);
      }
    }
  }
  CHECK(sound > 40'000);
}

TEST_CASE("names that were read as Latin-1 are mended as they were, or left alone") {
  support::skip_without(support::archive);
  const auto names = names_in_gb2312();
  REQUIRE(names.size() > 2900);
  std::size_t mended = 0;
  for (const auto& name : names) {
    if (const auto meant = record::mend_misread_text(damaged(name))) {
      ++mended;
      INFO(name);
      CHECK(*meant == name);
    }
  }
  CHECK(mended * 4 > names.size() * 2); // others may be Big5 as well
  std::size_t wrong = 0;
  for (const auto& name : values_of_archive().at("Red")) { // in Big5, as the archive has it
    if (const auto bytes = encode(name, Encoding::big5)) {
      wrong += record::mend_misread_text(latin1_as_utf8(*bytes)) ? 1U : 0U;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("misread headers and comments of every text format are said, and mended by repair") {
  support::skip_without(support::archive);
  const auto names = names_in_gb2312();
  engine::InternalEngine engine{{}};
  jobs::TextRepairer repairer{engine, {}, {}, 0.8};
  std::size_t said = 0;
  for (const auto& format : format::formats()) {
    if (!format.readable || !format.writable || format.one_game_a_file || format.has_index) {
      continue;
    }
    for (std::size_t i = 0; i < names.size(); i += names.size() / 40) {
      const auto& name = names[i];
      INFO(format.name << ": " << name);
      const bool is_certain = record::mend_misread_text(damaged(name)).has_value();
      std::string repaired;
      read_one(written_with(format.name, damaged(name)), [&](record::Game& game) {
        if (game.tag("Red") == damaged(name)) { // the format has room for it
          CHECK(is_said(game));
          repaired = repairer.text(game, nullptr).value_or("");
          ++said;
        }
      });
      if (!repaired.empty()) {
        read_one(repaired, [&](record::Game& game) {
          CHECK(game.tag("Red") == (is_certain ? name : damaged(name)));
          CHECK(game.plies() == 1);
          CHECK(is_said(game) == !is_certain);
        });
      }
    }
  }
  CHECK(said > 100);
}
