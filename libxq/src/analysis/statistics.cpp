
#include "record/facts.hpp"
#include "record/normalise.hpp"
#include "record/same_game.hpp"

#include <xq/analysis/statistics.hpp>
#include <xq/record/ecco.hpp>

#include <numeric>

namespace xq::analysis {

namespace {

void count(Statistics::Table& table, std::string_view name, record::Result result) {
  auto found = table.find(name);
  if (found == table.end()) {
    found = table.emplace(std::string{name}, ResultCounts{}).first;
  }
  found->second.add(result);
}

template <typename Map>
void add_all(Map& into, const Map& from) {
  for (const auto& [name, counts] : from) {
    into[name].add(counts);
  }
}

/// Four digits, or nothing.
std::string year_of(const record::Facts& facts) {
  const int year = facts.days().year();
  return year == 0 ? std::string{} : std::to_string(year);
}

/// Blanks stand in a name, perhaps to give it the width of three characters: `吕  钦`.
bool may_be_padded(std::string_view name) noexcept {
  return name.find(' ') != std::string_view::npos ||
         name.find("\u3000") != std::string_view::npos ||
         name.find("\u00A0") != std::string_view::npos;
}

} // namespace

void ResultCounts::add(const ResultCounts& other) {
  for (std::size_t i = 0; i < by_result.size(); ++i) {
    by_result[i] += other.by_result[i];
  }
}

std::uint64_t ResultCounts::games() const {
  return std::accumulate(by_result.begin(), by_result.end(), std::uint64_t{0});
}

void Statistics::add(const record::Game& game, const record::Aliases& names) {
  using record::NameKind;
  const record::Facts facts{game};
  const auto result = game.result();
  const auto count_name = [&](Table& table, NameKind kind, std::string_view name) {
    if (record::is_filled_in(name)) {
      const auto known = names.canonical(kind, name);
      const bool padded = kind == NameKind::player && known == name && may_be_padded(name);
      const auto tidy = padded ? record::tidy_name(name) : std::string{};
      count(table, padded ? names.canonical(kind, tidy) : known, result);
    }
  };
  all.add(result);
  plies += static_cast<std::uint64_t>(game.plies());
  count(years, year_of(facts), result);
  count_name(events, NameKind::event, facts.event);
  count_name(red, NameKind::player, facts.red);
  count_name(black, NameKind::player, facts.black);
  count(openings, record::opening_code(game), result);
  lengths[game.plies() / length_step].add(result);
  m_sequences.insert(record::sequence_hash(game));
}

void Statistics::add(const Statistics& other) {
  all.add(other.all);
  plies += other.plies;
  add_all(years, other.years);
  add_all(events, other.events);
  add_all(red, other.red);
  add_all(black, other.black);
  add_all(openings, other.openings);
  add_all(lengths, other.lengths);
  m_sequences.insert(other.m_sequences.begin(), other.m_sequences.end());
}

} // namespace xq::analysis
