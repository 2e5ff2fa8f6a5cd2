#include "cli/files/game_files.hpp"

#include "base/files/file_name.hpp"
#include "base/files/packer.hpp"
#include "base/files/partial_files.hpp"
#include "base/os/file.hpp"
#include "base/os/path.hpp"
#include "base/text/ascii.hpp"
#include "base/text/compose.hpp"
#include "base/text/system_message.hpp"
#include "base/text/text.hpp"
#include "cli/files/file_check.hpp"
#include "cli/talk.hpp"
#include "jobs/result_file.hpp"
#include "record/facts.hpp"

#include <xq/base/error.hpp>
#include <xq/record/ecco.hpp>
#include <xq/record/game.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

namespace xq::cli {

void make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(os::path_of(folder), error);
  if (error) {
    throw make_error<FileError>("{}: {}. Choose a folder that can be written.", folder,
                                system_message(error));
  }
}

namespace {

/// 1982.12.?? is 1982.12.
std::string known_date(std::string_view text) {
  const std::string date{record::normalise_date(text)};
  return date.starts_with('?') ? std::string{} : date.substr(0, date.find(".?"));
}

std::string said(std::string_view value) {
  return std::string{record::is_filled_in(value) ? value : std::string_view{}};
}
std::string player(std::string_view name) {
  return std::string{record::names_somebody(name) ? name : std::string_view{}};
}

using record::Facts;
using record::Game;
struct Field {
  std::string_view name;
  std::string (*value)(const Game& game, const Facts& facts); ///< empty: nothing is known
};
constexpr auto name_fields = std::to_array<Field>({
    {"number", [](const Game& g, const Facts&) { return fmt::format("{:06}", g.number); }},
    {"date", [](const Game&, const Facts& f) { return known_date(f.date); }},
    {"year", [](const Game&, const Facts& f) { return known_date(f.date).substr(0, 4); }},
    {"red", [](const Game&, const Facts& f) { return player(f.red); }},
    {"black", [](const Game&, const Facts& f) { return player(f.black); }},
    {"event", [](const Game&, const Facts& f) { return said(f.event); }},
    {"site", [](const Game&, const Facts& f) { return said(f.site); }},
    {"round", [](const Game&, const Facts& f) { return said(f.round); }},
    {"ecco", [](const Game& g, const Facts&) { return std::string{record::opening_code(g)}; }},
    {"result", [](const Game& g, const Facts&) { return std::string{to_text(g.result())}; }},
});

const Field* field_named(std::string_view name) {
  const auto* const found = std::find_if(name_fields.begin(), name_fields.end(),
                                         [&](const Field& f) { return f.name == name; });
  return found == name_fields.end() ? nullptr : found;
}

/// Calls text(literal) and field(name) for the parts of a pattern.
template <typename Text, typename Named>
void for_each_part(std::string_view pattern, Text text, Named named) {
  while (!pattern.empty()) {
    const auto open = std::min(pattern.find('{'), pattern.size());
    const auto close = pattern.find('}', open);
    if (close == std::string_view::npos) {
      text(pattern);
      return;
    }
    text(pattern.substr(0, open));
    named(pattern.substr(open + 1, close - open - 1));
    pattern.remove_prefix(close + 1);
  }
}

} // namespace

GameNames::GameNames(std::string_view pattern) : m_pattern{pattern} {
  for_each_part(
      pattern,
      [](std::string_view text) {
        if (text.find('{') != std::string_view::npos) {
          throw make_error<UsageError>("'{}': a brace is not closed", excerpt(text, 40));
        }
      },
      [](std::string_view name) {
        if (field_named(name) == nullptr) {
          std::vector<std::string> known;
          known.reserve(name_fields.size());
          for (const Field& field : name_fields) {
            known.push_back(fmt::format("{{{}}}", field.name));
          }
          throw make_error<UsageError>("{{{}}} is no part of a name: write {}", excerpt(name, 40),
                                       join(known, " "));
        }
      });
}

std::string GameNames::name(const Game& game) const {
  auto name = known_name(game);
  return name.empty() ? fmt::format("{:06}", game.number) : name;
}

std::string GameNames::known_name(const Game& game) const {
  const Facts facts{game};
  std::string text;
  bool any = false;
  for_each_part(
      m_pattern, [&](std::string_view literal) { text += literal; },
      [&](std::string_view name) {
        const auto value = field_named(name)->value(game, facts);
        any = any || (!value.empty() && name != "result");
        text += value;
      });
  constexpr std::string_view ends = " -"; // between parts of which one is not there
  text.erase(0, text.find_first_not_of(ends));
  text.erase(text.find_last_not_of(ends) + 1);
  return any ? as_file_name(text) : std::string{};
}

std::string say_kept(const std::string& path) {
  auto partial = path + std::string{jobs::ResultFile::suffix};
  talk("xq: {} stays as it is, because an input could not be read to its end; what could be read "
       "is in {}\n",
       path, partial);
  return partial;
}

GameFiles::GameFiles(std::string path, std::string_view extension, std::string_view kind,
                     bool force)
    : m_path{std::move(path)}, m_extension{extension}, m_kind{kind}, m_force{force} {
  if (m_path.empty() || m_path == "-") {
    throw make_error<UsageError>(
        "{} holds one game a file: say -o FILE.{} for one game, -o FOLDER/ for any number",
        extension, extension);
  }
  const auto at = os::path_of(m_path);
  const auto status = os::status_of(m_path);
  const bool exists = status && status->is_folder;
  m_folder = at.filename().empty() || exists;
  if (m_folder && !exists) {
    make_folder(m_path);
  }
  remove_stale_files(m_path);
}

std::string GameFiles::place(const std::string& name) {
  constexpr std::uint64_t most = 1000; // in a folder
  auto folder = os::path_of(m_path);
  if (m_written >= most) {
    folder /= fmt::format("{:04}", m_written / most + 1);
    if (m_written % most == 0) {
      make_folder(os::name_of(folder));
    }
  }
  auto unique = name;
  int& same = m_names[lower(name)]; // stays where it is when others come
  for (bool is_new = same == 0; !is_new;) {
    unique = fmt::format("{} ({})", name, ++same);
    is_new = m_names.try_emplace(lower(unique), 1).second; // a game may have that name itself
  }
  same = std::max(same, 1);
  return os::name_of(folder / os::path_of(fmt::format("{}.{}", unique, m_extension)));
}

void GameFiles::write(const std::string& name, std::string bytes) {
  write(name, [&bytes](const ByteSink& sink) { sink(bytes); });
}

void GameFiles::write(const std::string& name,
                      const std::function<void(const ByteSink&)>& produce) {
  std::string path = m_path;
  if (m_folder) {
    path = place(name);
    if (!m_force) {
      require_replaceable(path, m_kind);
    }
  } else if (m_written != 0) {
    throw make_error(
        "{}: a file of this format holds one game, and there are more. Say -o FOLDER/.", m_path);
  }
  ++m_written;
  const auto packing = packing_of(path);
  if (const auto status = os::status_of(path);
      m_keep_existing && status && status->is_regular && status->size != 0) {
    path = say_kept(path);
  }
  if (packing == Packing::none) {
    m_files.add(std::move(path), produce);
    return;
  }
  m_files.add(path, [&](const ByteSink& sink) {
    Packer packer{packing, path, sink};
    produce([&packer](std::string_view bytes) { packer.add(bytes); });
    packer.finish();
  });
}

void GameFiles::commit() { m_files.commit(); }

} // namespace xq::cli
