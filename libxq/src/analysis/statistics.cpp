#include "analysis/statistics.hpp"

#include "base/hash.hpp"
#include "record/normalise.hpp"

#include <xq/record/date.hpp>
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
std::string year_of(std::string_view date) {
  auto year = record::normalise_date(date).substr(0, 4);
  return year.find_first_not_of("0123456789") == std::string::npos ? year : std::string{};
}

std::string_view opening_of(const record::Game& game) {
  const auto given = game.tag("ECCO");
  const auto* found = given.empty() ? record::classify(game) : nullptr;
  return found == nullptr ? given : found->code;
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

std::uint64_t sequence_hash(const record::Game& game) noexcept {
  std::uint64_t hash = to_integer(game.start().key());
  for (auto id = game.node(record::root_node).first_child; id != record::no_node;
       id = game.node(id).first_child) {
    hash = mix_bits((hash ^ game.node(id).move.disk()) + splitmix_step);
  }
  return hash;
}

void Statistics::add(const record::Game& game, const record::Aliases& names) {
  using record::NameKind;
  struct Column {
    Table* table;
    std::string_view tag;
    NameKind kind;
  };
  const auto result = game.result();
  all.add(result);
  plies += static_cast<std::uint64_t>(game.plies());
  count(years, year_of(game.tag("Date")), result);
  for (const Column& column :
       {Column{&events, "Event", NameKind::event}, Column{&red, "Red", NameKind::player},
        Column{&black, "Black", NameKind::player}}) {
    if (const auto name = game.tag(column.tag); !name.empty()) {
      const bool padded = column.kind == NameKind::player && may_be_padded(name);
      const auto tidy = padded ? record::tidy_name(name) : std::string{};
      count(*column.table, names.canonical(column.kind, padded ? tidy : name), result);
    }
  }
  count(openings, opening_of(game), result);
  lengths[game.plies() / length_step].add(result);
  m_sequences.insert(sequence_hash(game));
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
