#include "cli/help/suggest.hpp"

#include <xq/base/translate.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace xq::cli {

namespace {

/// What was typed for options of other names, and these names. The first that a tool has counts.
constexpr auto other_words =
    std::to_array<std::pair<std::string_view, std::string_view>>({{"o", "db"},
                                                                  {"o", "svg"},
                                                                  {"out", "output"},
                                                                  {"plies", "max-ply"},
                                                                  {"plies", "max-plies"},
                                                                  {"max-plies", "max-ply"},
                                                                  {"from-date", "since"},
                                                                  {"date", "since"},
                                                                  {"year", "since"},
                                                                  {"to-date", "until"},
                                                                  {"color", "red"},
                                                                  {"colour", "red"},
                                                                  {"side", "red"},
                                                                  {"format", "to"},
                                                                  {"opponent", "player"},
                                                                  {"name", "player"},
                                                                  {"jobs", "threads"},
                                                                  {"j", "threads"},
                                                                  {"png", "svg"},
                                                                  {"dedup", "unique"},
                                                                  {"duplicates", "unique"},
                                                                  {"fix", "repair"},
                                                                  {"language", "lang"},
                                                                  {"fen", "position"},
                                                                  {"tournament", "event"},
                                                                  {"speed", "quality"},
                                                                  {"time", "movetime"},
                                                                  {"port", "listen"},
                                                                  {"host", "listen"},
                                                                  {"bind", "listen"},
                                                                  {"database", "db"}});

} // namespace

std::string suggestion(std::string_view word, std::span<const std::string> candidates,
                       std::string_view prefix) {
  const std::string_view found = nearest(word, candidates);
  return found.empty() ? std::string{} : localized(" Did you mean '{}{}'?", prefix, found);
}

std::string suggested_option(std::string_view word, std::span<const std::string> known) {
  const auto has = [&](std::string_view name) {
    return std::find(known.begin(), known.end(), name) != known.end();
  };
  const auto* const found =
      std::find_if(other_words.begin(), other_words.end(),
                   [&](const auto& row) { return row.first == word && has(row.second); });
  return found == other_words.end() ? suggestion(word, known, "--")
                                    : localized(" Did you mean '{}{}'?", "--", found->second);
}

} // namespace xq::cli
