#include "record/header_names.hpp"

#include "base/text/ascii.hpp"
#include "record/rewrite.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace xq::record {

namespace {

/// Who calls it so.
enum class Use : std::uint8_t {
  proper,  ///< docs/formats/headers.md
  foreign, ///< others; it is read as the proper name
  old      ///< others; it stays until the game is normalised
};

struct HeaderName {
  std::string_view written;
  HeaderKind kind;
  std::string_view proper;
  Use use = Use::foreign;
};

constexpr HeaderName proper(std::string_view name, HeaderKind kind = HeaderKind::other) noexcept {
  return {name, kind, name, Use::proper};
}

constexpr auto names = std::to_array<HeaderName>({
    proper("Event", HeaderKind::event),
    proper("Site", HeaderKind::site),
    proper("Date", HeaderKind::date),
    proper("Round", HeaderKind::round),
    proper("Red", HeaderKind::red),
    proper("RedTeam", HeaderKind::red_team),
    proper("RedElo", HeaderKind::red_level),
    proper("Black", HeaderKind::black),
    proper("BlackTeam", HeaderKind::black_team),
    proper("BlackElo", HeaderKind::black_level),
    proper("ECCO", HeaderKind::ecco),
    proper("Result"),
    proper("FEN"),
    proper("EventType"),
    proper("Group"),
    proper("Table"),
    proper("RedTime"),
    proper("BlackTime"),
    proper("Termination"),
    proper("Opening"),
    proper("Variation"),
    proper("TimeControl"),
    proper("Title"),
    proper("Annotator"),
    proper("Author"),
    {"White", HeaderKind::red, "Red"},
    {"WhiteTeam", HeaderKind::red_team, "RedTeam"},
    {"WhiteElo", HeaderKind::red_level, "RedElo"},
    {"FenStr", HeaderKind::other, "FEN"},
    {"WhiteTime", HeaderKind::other, "RedTime", Use::old},
    {"WhiteRating", HeaderKind::red_level, "RedElo", Use::old},
    {"RedRating", HeaderKind::red_level, "RedElo", Use::old},
    {"BlackRating", HeaderKind::black_level, "BlackElo", Use::old},
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

std::string_view usual_name(std::string_view name) noexcept {
  if (name.empty() || (lower(name.front()) != 'w' && lower(name.front()) != 'f')) {
    return name; // as nearly all are
  }
  const auto* const found = find(name);
  return found == nullptr || found->use != Use::foreign ? name : found->proper;
}

std::string_view proper_name(std::string_view name) noexcept {
  const auto* const found = find(name);
  return found == nullptr ? std::string_view{} : found->proper;
}

void use_usual_names(Game& game) {
  std::vector<OwnTag> tags;            // of the rare game that needs it
  std::vector<std::string_view> given; // to one header each
  for (std::size_t i = 0; i < game.tag_count(); ++i) {
    const auto name = game.tag_at(i).name;
    const auto usual = usual_name(name);
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
