#include "store/journal/header_state.hpp"

#include "base/text/ascii.hpp"

#include <xq/record/game.hpp>

#include <algorithm>
#include <array>
#include <span>

namespace xq::store {

namespace {

using Tags = std::vector<record::OwnTag>;

/// `WhiteElo` as `redelo`.
std::string usual(std::string_view name) {
  constexpr std::string_view white = "white";
  std::string out = lower(name);
  return out.starts_with(white) ? out.replace(0, white.size(), "red") : out;
}

bool is_result(std::string_view name) { return equal_ignoring_case("result", name); }

template <typename T> // Tags, const or not
auto find(T& tags, std::string_view name) {
  return std::find_if(tags.begin(), tags.end(),
                      [&](const record::OwnTag& tag) { return is_same_header(tag.name, name); });
}

std::span<const std::string_view> headers_of(HeaderEdits::Named named) {
  static constexpr std::array<std::string_view, 2> players{"Red", "Black"};
  static constexpr std::array<std::string_view, 2> teams{"RedTeam", "BlackTeam"};
  static constexpr std::array<std::string_view, 1> events{"Event"};
  static constexpr std::array<std::string_view, 1> sites{"Site"};
  switch (named) {
  case HeaderEdits::Named::player:
    return players;
  case HeaderEdits::Named::team:
    return teams;
  case HeaderEdits::Named::event:
    return events;
  case HeaderEdits::Named::site:
    break;
  }
  return sites;
}

/// Makes changes and keeps what they were: one for each header, unless it is again what it was.
class Changer {
public:
  explicit Changer(HeaderState& state) : m_state{state}, m_result{state.result} {}

  void set(const HeaderEdits::Setting& setting) {
    const auto at = find(m_state.tags, setting.name);
    if (at == m_state.tags.end()) {
      make({setting.name, std::nullopt, setting.value});
    } else if (at->value != setting.value || changes_result(setting)) {
      make({at->name, at->value, setting.value});
    }
  }
  void rename(const HeaderEdits::Renaming& renaming) {
    for (const auto name : headers_of(renaming.named)) {
      const auto at = find(m_state.tags, name);
      if (at != m_state.tags.end() && at->value == renaming.from && changed(name) == nullptr) {
        make({at->name, at->value, renaming.to});
      }
    }
  }
  void remove(const std::string& name) {
    if (const auto at = find(m_state.tags, name); at != m_state.tags.end()) {
      make({at->name, at->value, std::nullopt});
    }
  }
  [[nodiscard]] std::vector<HeaderChange> take() {
    std::erase_if(m_changes, [&](const HeaderChange& c) {
      return c.was == c.became && !(is_result(c.name) && m_state.result != m_result);
    });
    return std::move(m_changes);
  }

private:
  [[nodiscard]] bool changes_result(const HeaderEdits::Setting& setting) const {
    return is_result(setting.name) && record::find_result(setting.value) != m_state.result;
  }
  void make(HeaderChange change) {
    apply(change, m_state);
    if (auto* const before = changed(change.name)) {
      before->became = std::move(change.became);
    } else {
      m_changes.push_back(std::move(change));
    }
  }
  /// Null when the header is as it was.
  [[nodiscard]] HeaderChange* changed(std::string_view name) {
    const auto at = std::find_if(m_changes.begin(), m_changes.end(), [&](const HeaderChange& c) {
      return is_same_header(c.name, name);
    });
    return at == m_changes.end() ? nullptr : &*at;
  }

  HeaderState& m_state;
  record::Result m_result; ///< before all changes
  std::vector<HeaderChange> m_changes;
};

} // namespace

bool operator==(const HeaderState& a, const HeaderState& b) {
  return a.result == b.result &&
         std::equal(a.tags.begin(), a.tags.end(), b.tags.begin(), b.tags.end(),
                    [](const record::OwnTag& x, const record::OwnTag& y) {
                      return x.name == y.name && x.value == y.value;
                    });
}

HeaderState state_of(const record::Game& game) { return {record::tags_of(game), game.result()}; }

record::Game with_state(const record::Game& game, const HeaderState& state) {
  auto out = record::rewritten(game, state.tags);
  out.set_result(state.result);
  return out;
}

bool is_same_header(std::string_view a, std::string_view b) { return usual(a) == usual(b); }

std::optional<std::string> value_of(const HeaderState& state, std::string_view name) {
  const auto at = find(state.tags, name);
  return at == state.tags.end() ? std::nullopt : std::optional{at->value};
}

void apply(const HeaderChange& change, HeaderState& state) {
  if (!change.became) {
    std::erase_if(state.tags,
                  [&](const record::OwnTag& tag) { return is_same_header(tag.name, change.name); });
    return;
  }
  const auto at = find(state.tags, change.name);
  if (at == state.tags.end()) {
    state.tags.push_back({change.name, *change.became});
  } else {
    at->value = *change.became;
  }
  if (is_result(change.name)) {
    state.result = record::find_result(*change.became).value_or(record::Result::unknown);
  }
}

std::vector<HeaderChange> apply(const HeaderEdits& edits, HeaderState& state) {
  Changer changer{state};
  for (const auto& renaming : edits.renamings) {
    changer.rename(renaming);
  }
  for (const auto& setting : edits.settings) {
    changer.set(setting);
  }
  for (const auto& name : edits.removals) {
    changer.remove(name);
  }
  return changer.take();
}

} // namespace xq::store
