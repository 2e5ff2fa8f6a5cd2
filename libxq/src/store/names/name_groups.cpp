#include "store/names/name_groups.hpp"

#include <algorithm>
#include <utility>

namespace xq::store {

NameGroups::NameGroups(std::size_t things, std::function<bool(std::size_t, std::size_t)> differ)
    : m_differ{std::move(differ)}, m_members(things), m_joined(things) {
  for (std::size_t i = 0; i < things; ++i) {
    m_group.push_back(i);
    m_members[i] = {i};
  }
}

void NameGroups::join_known(std::size_t a, std::size_t b) {
  if (m_group[a] != m_group[b]) {
    unite(a, b, nullptr);
  }
}

void NameGroups::join(const std::vector<NameLink>& links, double most_doubt) {
  for (const NameLink& link : links) {
    if (link.doubt > most_doubt) {
      return;
    }
    if (m_group[link.a] != m_group[link.b] && !apart(m_group[link.a], m_group[link.b])) {
      unite(link.a, link.b, &link);
    }
  }
}

bool NameGroups::apart(std::size_t a, std::size_t b) const {
  return std::any_of(m_members[a].begin(), m_members[a].end(), [&](std::size_t x) {
    return std::any_of(m_members[b].begin(), m_members[b].end(),
                       [&](std::size_t y) { return m_differ(x, y); });
  });
}

void NameGroups::unite(std::size_t a, std::size_t b, const NameLink* link) {
  m_joined[a].push_back({b, a, link});
  m_joined[b].push_back({a, b, link});
  auto into = m_group[a];
  auto from = m_group[b];
  if (m_members[into].size() < m_members[from].size()) {
    std::swap(into, from);
  }
  for (const auto thing : m_members[from]) {
    m_group[thing] = into;
    m_members[into].push_back(thing);
  }
  m_members[from].clear();
}

std::vector<std::vector<std::size_t>> NameGroups::groups() const {
  std::vector<std::vector<std::size_t>> all;
  for (auto members : m_members) {
    if (!members.empty()) {
      std::sort(members.begin(), members.end());
      all.push_back(std::move(members));
    }
  }
  return all;
}

std::vector<NameGroups::Step> NameGroups::steps_from(std::size_t first) const {
  std::vector<Step> steps{{first, first, nullptr}};
  for (std::size_t next = 0; next < steps.size(); ++next) { // a tree: nothing comes twice
    const Step here = steps[next];
    for (const Step& step : m_joined[here.thing]) {
      if (step.thing != here.from || here.thing == first) {
        steps.push_back(step);
      }
    }
  }
  steps.erase(steps.begin());
  return steps;
}

} // namespace xq::store
