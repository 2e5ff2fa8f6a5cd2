#include "base/text/text.hpp"
#include "record/facts.hpp"
#include "store/names/propose.hpp"
#include "store/spelling/places.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace xq::store {

namespace {

using Kind = NameEvidence::Kind;

/// 第八届, 第08届 and 第8届 are one: a number between 第 and 届, 轮 or 回 in digits without zeros
/// at its front. Other numbers stay as they are: years, scores and rounds tell events apart.
std::string with_plain_number(std::string_view key) {
  constexpr std::string_view before = "第";
  const auto at = key.find(before);
  if (at == std::string_view::npos) {
    return std::string{key};
  }
  constexpr std::string_view digits[] = {"零", "一", "二", "三", "四",
                                         "五", "六", "七", "八", "九"};
  auto rest = key.substr(at + before.size());
  unsigned number = 0;
  unsigned last = 0;
  std::size_t taken = 0;
  for (bool again = true; again && taken < 12;) {
    again = false;
    if (!rest.empty() && rest[0] >= '0' && rest[0] <= '9') {
      last = last * 10 + static_cast<unsigned>(rest[0] - '0');
      rest.remove_prefix(1);
      ++taken;
      again = true;
      continue;
    }
    for (unsigned d = 0; d < std::size(digits); ++d) {
      if (rest.starts_with(digits[d])) {
        last = last * 10 + d;
        rest.remove_prefix(digits[d].size());
        ++taken;
        again = true;
      }
    }
    if (constexpr std::string_view ten = "十"; rest.starts_with(ten)) {
      number += (last == 0 ? 1 : last) * 10;
      last = 0;
      rest.remove_prefix(ten.size());
      ++taken;
      again = true;
    }
  }
  if (taken == 0 || !(rest.starts_with("届") || rest.starts_with("轮") || rest.starts_with("回"))) {
    return std::string{key};
  }
  return fmt::format("{}{}{}{}", key.substr(0, at), before, number + last, rest);
}

/// 成都市 is 成都, 四川成都 too: a city that is known, and its province.
std::string plain_site(std::string_view key) {
  constexpr std::string_view city = "市";
  constexpr std::string_view province = "省";
  auto name = key;
  if (name.ends_with(city)) {
    name.remove_suffix(city.size());
  }
  if (is_city(name)) {
    return std::string{name};
  }
  for (std::size_t length = 6; length <= 9 && length < name.size(); length += 3) {
    auto rest = name.substr(length);
    if (rest.starts_with(province)) {
      rest.remove_prefix(province.size());
    }
    const auto front = name.substr(0, length);
    if (is_city(rest) && !is_city(front) && region_of(front) == front && region_of(rest) == front) {
      return std::string{rest};
    }
  }
  return std::string{key};
}

struct Title {
  std::string text;
  std::string key; ///< NameFolder::title()
  std::uint64_t games = 0;
  int first_year = 0;
  int last_year = 0;
};

std::vector<Title> read_titles(sqlite::Database& db, NameFolder& fold, std::string_view table) {
  std::vector<Title> titles;
  sqlite::Statement query{
      db, fmt::format("SELECT name, count(*), min(nullif(date / 10000, 0)), max(date / 10000) "
                      "FROM game JOIN {0} ON {0}.id = game.{0} GROUP BY {0}.id ORDER BY {0}.id",
                      table)};
  for (auto row = query.use(); row.next();) {
    if (record::is_filled_in(row.text(0))) {
      titles.push_back({std::string{row.text(0)}, fold.title(row.text(0)),
                        row.number<std::uint64_t>(1), row.number<int>(2), row.number<int>(3)});
    }
  }
  return titles;
}

class TitleProposals {
public:
  TitleProposals(std::vector<Title> titles, const record::Aliases& known, record::NameKind kind,
                 double most_doubt)
      : m_titles{std::move(titles)}, m_known{known}, m_kind{kind}, m_most_doubt{most_doubt} {
    for (const Title& title : m_titles) {
      m_by_text.emplace(title.text, &title);
    }
  }

  std::vector<ProposedGroup> run() {
    std::map<std::string, std::vector<const Title*>> by_key;
    for (const Title& title : m_titles) {
      by_key[class_of(title)].push_back(&title);
    }
    std::map<const record::NameGroup*, ProposedGroup> known;
    for (const auto& group : m_known.groups()) {
      if (group.kind == m_kind) {
        known.emplace(&group, known_group(group));
      }
    }
    std::vector<ProposedGroup> all;
    for (auto& [key, titles] : by_key) {
      take(titles, known, all);
    }
    for (auto& [group, proposed] : known) {
      all.push_back(std::move(proposed));
    }
    return all;
  }

private:
  [[nodiscard]] std::string class_of(const Title& title) const {
    if (doubt_of_spelling > m_most_doubt || title.key.empty()) {
      return title.text;
    }
    return m_kind == record::NameKind::event ? with_plain_number(title.key) : plain_site(title.key);
  }

  [[nodiscard]] ProposedGroup known_group(const record::NameGroup& group) const {
    ProposedGroup proposed{m_kind, {}};
    for (const auto& text : group.names) {
      const auto title = m_by_text.find(text);
      ProposedName name{.name = text, .known = true};
      if (title != m_by_text.end()) {
        name.games = title->second->games;
        name.first_year = title->second->first_year;
        name.last_year = title->second->last_year;
      }
      proposed.names.push_back(std::move(name));
    }
    return proposed;
  }

  /// The titles of one class: a group, or more names of the known group that one of them is in.
  void take(std::vector<const Title*>& titles,
            std::map<const record::NameGroup*, ProposedGroup>& known,
            std::vector<ProposedGroup>& all) const {
    std::sort(titles.begin(), titles.end(), [](const Title* x, const Title* y) {
      return std::tuple{y->games, std::string_view{x->text}} <
             std::tuple{x->games, std::string_view{y->text}};
    });
    std::vector<const record::NameGroup*> groups;
    for (const Title* title : titles) {
      const auto* group = m_known.find(m_kind, title->text);
      if (group != nullptr && std::find(groups.begin(), groups.end(), group) == groups.end()) {
        groups.push_back(group);
      }
    }
    if (groups.size() > 1) { // which of them the others belong to cannot be said
      return;
    }
    ProposedGroup fresh{m_kind, {}};
    ProposedGroup& group = groups.empty() ? fresh : known.at(groups.front());
    const Title* like = titles.front();
    for (const Title* title : titles) {
      like = m_known.find(m_kind, title->text) != nullptr ? title : like;
    }
    for (const Title* title : titles) {
      if (m_known.find(m_kind, title->text) == nullptr) {
        group.names.push_back(proposal(*title, *like));
      }
    }
    if (fresh.names.size() > 1) {
      all.push_back(std::move(fresh));
    }
  }

  /// The longer of two forms: 四川成都, 第08届五羊杯.
  static std::string form_of(const Title& x, const Title& y) {
    return x.key.size() < y.key.size() ? y.key : x.key;
  }

  static ProposedName proposal(const Title& title, const Title& like) {
    ProposedName name{.name = title.text,
                      .games = title.games,
                      .first_year = title.first_year,
                      .last_year = title.last_year};
    if (&title != &like) {
      name.confidence = 1 - doubt_of_spelling;
      name.like = like.text;
      name.evidence = {title.key == like.key
                           ? NameEvidence{.kind = Kind::spelling}
                           : NameEvidence{.kind = Kind::form, .detail = form_of(title, like)}};
    }
    return name;
  }

  std::vector<Title> m_titles;
  std::unordered_map<std::string_view, const Title*> m_by_text;
  const record::Aliases& m_known;
  record::NameKind m_kind;
  double m_most_doubt;
};

} // namespace

std::vector<ProposedGroup> propose_titles(sqlite::Database& db, NameFolder& fold,
                                          const record::Aliases& known, record::NameKind kind,
                                          double most_doubt) {
  const auto* const table = kind == record::NameKind::event ? "event" : "site";
  return TitleProposals{read_titles(db, fold, table), known, kind, most_doubt}.run();
}

} // namespace xq::store
