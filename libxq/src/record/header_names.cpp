#include "record/header_names.hpp"

#include "base/text/ascii.hpp"
#include "record/rewrite.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace xq::record {

namespace {

/// What becomes of a header of this name.
enum class Origin : std::uint8_t {
  standard, ///< a name of docs/formats/headers.md: it stays
  foreign,  ///< of other programs: the header is read under the standard name
  old       ///< of other programs: the header has the standard name when the game is normalised
};

struct HeaderName {
  std::string_view written;
  HeaderKind kind;
  std::string_view standard;
  Origin origin = Origin::foreign;
};

constexpr HeaderName standard(std::string_view name, HeaderKind kind = HeaderKind::other) noexcept {
  return {name, kind, name, Origin::standard};
}

constexpr auto names = std::to_array<HeaderName>({
    standard("Event", HeaderKind::event),
    standard("Site", HeaderKind::site),
    standard("Date", HeaderKind::date),
    standard("Round", HeaderKind::round),
    standard("Red", HeaderKind::red),
    standard("RedTeam", HeaderKind::red_team),
    standard("RedElo", HeaderKind::red_level),
    standard("Black", HeaderKind::black),
    standard("BlackTeam", HeaderKind::black_team),
    standard("BlackElo", HeaderKind::black_level),
    standard("ECCO", HeaderKind::ecco),
    standard("Result"),
    standard("FEN"),
    standard("EventType"),
    standard("Group"),
    standard("Table"),
    standard("RedTime"),
    standard("BlackTime"),
    standard("Termination"),
    standard("Opening"),
    standard("Variation"),
    standard("TimeControl"),
    standard("Title"),
    standard("Annotator"),
    standard("Author"),
    {"White", HeaderKind::red, "Red"},
    {"WhiteTeam", HeaderKind::red_team, "RedTeam"},
    {"WhiteElo", HeaderKind::red_level, "RedElo"},
    {"FenStr", HeaderKind::other, "FEN"},
    {"WhiteTime", HeaderKind::other, "RedTime", Origin::old},
    {"WhiteRating", HeaderKind::red_level, "RedElo", Origin::old},
    {"RedRating", HeaderKind::red_level, "RedElo", Origin::old},
    {"BlackRating", HeaderKind::black_level, "BlackElo", Origin::old},
});

/// Place of a name in a table without collisions: looked up for each header of each game.
constexpr std::size_t slot_count = 256;
constexpr std::size_t slot_of(std::string_view name) noexcept {
  const auto letter = [](char c) { return static_cast<std::size_t>(lower(c)); };
  return (name.size() + letter(name.front()) * 2 + letter(name[name.size() / 2]) * 10 +
          letter(name.back())) %
         slot_count;
}

constexpr std::uint8_t no_name = 0xFF;
constexpr auto slots = [] {
  std::array<std::uint8_t, slot_count> out{};
  out.fill(no_name);
  for (std::size_t i = 0; i < names.size(); ++i) {
    out[slot_of(names[i].written)] = static_cast<std::uint8_t>(i);
  }
  return out;
}();
static_assert(std::ranges::count(slots, no_name) == slot_count - names.size(),
              "two names have one slot: choose other factors");

const HeaderName* find(std::string_view name) noexcept {
  const auto slot = name.empty() ? no_name : slots[slot_of(name)];
  if (slot == no_name) {
    return nullptr;
  }
  const HeaderName& known = names[slot];
  return known.written == name || equal_ignoring_case(known.written, name) ? &known : nullptr;
}

} // namespace

HeaderKind header_kind(std::string_view name) noexcept {
  const auto* const found = find(name);
  return found == nullptr ? HeaderKind::other : found->kind;
}

std::vector<std::string_view> names_of(HeaderKind kind) {
  std::vector<std::string_view> out;
  for (const HeaderName& name : names) {
    if (name.kind == kind) {
      out.push_back(name.written);
    }
  }
  return out;
}

std::string_view name_as_read(std::string_view name) noexcept {
  if (name.empty() || (lower(name.front()) != 'w' && lower(name.front()) != 'f')) {
    return name; // as nearly all are
  }
  const auto* const found = find(name);
  return found == nullptr || found->origin != Origin::foreign ? name : found->standard;
}

std::string_view standard_name(std::string_view name) noexcept {
  const auto* const found = find(name);
  return found == nullptr ? std::string_view{} : found->standard;
}

void rename_foreign_headers(Game& game) {
  std::vector<OwnTag> tags;            // of the rare game that needs it
  std::vector<std::string_view> given; // to one header each
  for (std::size_t i = 0; i < game.tag_count(); ++i) {
    const auto name = game.tag_at(i).name;
    const auto usual = name_as_read(name);
    if (usual.data() == name.data() || game.has_tag(usual) || // the very text for most names
        std::find(given.begin(), given.end(), usual) != given.end()) {
      continue;
    }
    if (tags.empty()) {
      tags = tags_of(game);
    }
    tags[i].name = usual;
    given.push_back(usual);
  }
  if (!tags.empty()) {
    game = rewritten(game, tags);
  }
}

} // namespace xq::record
