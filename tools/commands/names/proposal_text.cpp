#include "commands/names/proposal_text.hpp"

#include "base/text/printable.hpp"
#include "jobs/answer/write.hpp"

#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace xq::cli {

namespace {

using store::NameEvidence;
using store::ProposedGroup;
using store::ProposedName;
using Evidence = NameEvidence::Kind;

struct KindName {
  Evidence kind;
  std::string_view text; ///< in a summary
};
constexpr auto kind_names = std::to_array<KindName>({
    {Evidence::spelling, to_translate("spelling")},
    {Evidence::form, to_translate("another form")},
    {Evidence::place, to_translate("team or place")},
    {Evidence::sound, to_translate("same sound")},
    {Evidence::romanised, to_translate("romanised")},
    {Evidence::letters, to_translate("similar letters")},
    {Evidence::same_games, to_translate("same games")},
    {Evidence::event_names, to_translate("named in events")},
    {Evidence::team_header, to_translate("team in headers")},
    {Evidence::rivals, to_translate("other teams, too")},
});

const KindName& name_of(Evidence kind) {
  return *std::find_if(kind_names.begin(), kind_names.end(),
                       [&](const KindName& row) { return row.kind == kind; });
}

/// Never 100 %: rounded down.
std::string percent(double confidence) {
  return fmt::format("{:.1f} %", std::floor(confidence * 1000) / 10);
}

std::string years(const ProposedName& name) {
  if (name.first_year == 0) {
    return {};
  }
  return name.first_year == name.last_year
             ? fmt::format("{}{}", translate(", "), name.first_year)
             : fmt::format("{}{}-{}", translate(", "), name.first_year, name.last_year);
}

/// One piece of evidence in words.
std::string words(const NameEvidence& e, const std::string& like) {
  switch (e.kind) {
  case Evidence::spelling:
    return localized("written like {} but for script, blanks, width, signs or case", like);
  case Evidence::form:
    return localized("{} in another form: {}", like, e.detail);
  case Evidence::place:
    return localized("{} with a team or place: {}", like, e.detail);
  case Evidence::sound:
    return localized("sounds like {}", like);
  case Evidence::romanised:
    return localized("{} in other letters ({})", like, e.detail);
  case Evidence::letters:
    return localized("{} but for {}", like, counted(e.count, "{} letter", "{} letters"));
  case Evidence::same_games:
    return localized("under both: {} with the same moves and opponents (game {})",
                     counted(e.count, "{} game", "{} games"), e.game);
  case Evidence::event_names:
    return localized("{} before the name in the Event of {} (game {})", e.detail,
                     counted(e.count, "{} game", "{} games"), e.game);
  case Evidence::team_header:
    return localized("team {} in headers of {} (game {})", e.detail,
                     counted(e.count, "{} game", "{} games"), e.game);
  case Evidence::rivals:
    return localized("less sure: the name comes with {}", e.detail);
  }
  return {};
}

std::string explanation(const ProposedName& name) {
  std::string line = localized("#   {} ({}{})", record::alias_text(name.name),
                               counted(name.games, "{} game", "{} games"), years(name));
  if (name.known) {
    return line + localized(": known\n");
  }
  if (name.evidence.empty()) {
    return line + '\n';
  }
  const auto like = record::alias_text(name.like);
  line += localized(" {}: ", percent(name.confidence));
  for (std::size_t i = 0; i < name.evidence.size(); ++i) {
    line += i == 0 ? std::string_view{} : translate("; ");
    line += words(name.evidence[i], like);
  }
  return line + '\n';
}

/// The least sure of its names, and how often each kind of likeness comes.
std::string summary(const ProposedGroup& group) {
  double least = 1;
  std::uint64_t games = 0;
  std::map<Evidence, int> kinds;
  for (const auto& name : group.names) {
    games += name.games;
    if (!name.evidence.empty()) {
      least = std::min(least, name.confidence);
      ++kinds[name.evidence.front().kind];
    }
  }
  std::string reasons;
  for (const auto& [kind, count] : kinds) {
    reasons += reasons.empty() ? std::string_view{} : translate(", ");
    reasons += fmt::format("{} {}", translate(name_of(kind).text), count);
  }
  return localized("# {}, {}: {}\n", counted(games, "{} game", "{} games"), percent(least),
                   reasons);
}

std::string comment(const ProposedGroup& group, bool explain) {
  std::string text = summary(group);
  if (explain) {
    for (const auto& name : group.names) {
      text += explanation(name);
    }
  }
  return text;
}

bool is_known(const ProposedGroup& group) {
  return std::any_of(group.names.begin(), group.names.end(),
                     [](const ProposedName& name) { return name.known; });
}

bool has_news(const ProposedGroup& group) {
  return std::any_of(group.names.begin(), group.names.end(),
                     [](const ProposedName& name) { return !name.known; });
}

void append_new_names(record::NameGroup& group, const ProposedGroup& proposed) {
  for (const auto& name : proposed.names) {
    if (!name.known) {
      group.names.push_back(name.name);
    }
  }
}

} // namespace

std::string alias_file(const std::vector<ProposedGroup>& groups, const record::Aliases& known,
                       bool explain) {
  record::Aliases all;
  const auto add = [&](record::NameGroup group) {
    static_cast<void>(all.add(std::move(group))); // no name is in two groups
  };
  std::map<const record::NameGroup*, const ProposedGroup*> news;
  for (const auto& group : groups) {
    const auto at = std::find_if(group.names.begin(), group.names.end(),
                                 [](const ProposedName& name) { return name.known; });
    if (at != group.names.end() && has_news(group)) {
      news.emplace(known.find(group.kind, at->name), &group);
    }
  }
  for (auto group : known.groups()) {
    if (const auto found = news.find(known.find(group.kind, group.names.front()));
        found != news.end()) {
      group.above += comment(*found->second, explain);
      append_new_names(group, *found->second);
    }
    add(std::move(group));
  }
  std::string head = known.below();
  if (known.empty()) {
    head += localized("# Names that are likely one, as xq names found them. Check them, correct "
                      "this file, then load it:\n# xq names --db GAMES.xqdb --load FILE\n");
  }
  std::optional<record::NameKind> section;
  for (const auto& group : groups) {
    if (is_known(group)) {
      continue;
    }
    record::NameGroup fresh{group.kind, {}, std::exchange(head, {})};
    if (section != group.kind) {
      section = group.kind;
      fresh.above += fmt::format("[{}]\n", record::section(group.kind));
    }
    fresh.above += comment(group, explain);
    append_new_names(fresh, group);
    add(std::move(fresh));
  }
  all.set_below(std::move(head));
  return all.text();
}

namespace {

using jobs::get;
using jobs::Kind;
using store::NameEvidence;
using store::ProposedName;

constexpr auto evidence_fields = std::to_array<jobs::FieldOf<NameEvidence>>(
    {{"kind", Kind::word, [](const NameEvidence& e) -> jobs::Value { return to_text(e.kind); }},
     {"detail", Kind::text, get<&NameEvidence::detail>},
     {"count", Kind::count, get<&NameEvidence::count>},
     {"game", Kind::count, get<&NameEvidence::game>}});

constexpr auto name_fields = std::to_array<jobs::FieldOf<ProposedName>>(
    {{"name", Kind::name, get<&ProposedName::name>},
     {"games", Kind::count, get<&ProposedName::games>},
     {"first_year", Kind::count, get<&ProposedName::first_year>},
     {"last_year", Kind::count, get<&ProposedName::last_year>},
     {"known", Kind::flag, get<&ProposedName::known>},
     {"confidence", Kind::number,
      [](const ProposedName& n) -> jobs::Value {
        return jobs::Decimal{n.confidence, 4};
      }},
     {"like", Kind::name, get<&ProposedName::like>},
     {"evidence", Kind::objects,
      [](const ProposedName& n) -> jobs::Value { return rows_of(evidence_fields, n.evidence); },
      jobs::parts<evidence_fields>}});

constexpr auto proposed_group_fields = std::to_array<jobs::FieldOf<ProposedGroup>>(
    {{"kind", Kind::word, [](const ProposedGroup& g) -> jobs::Value { return section(g.kind); }},
     {"names", Kind::objects,
      [](const ProposedGroup& g) -> jobs::Value { return rows_of(name_fields, g.names); },
      jobs::parts<name_fields>}});

} // namespace

std::vector<jobs::Field> proposed_fields() { return described(proposed_group_fields); }

std::string json_lines(const std::vector<ProposedGroup>& groups) {
  std::string out;
  for (const auto& group : groups) {
    out += jobs::json_line(proposed_group_fields, group);
  }
  return out;
}

} // namespace xq::cli
