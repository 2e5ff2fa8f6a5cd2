#include "analysis/verify/duplicates.hpp"

#include "base/flat_map.hpp"
#include "base/hash.hpp"
#include "board/packed_moves.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>

#include <string>
#include <vector>

namespace xq::analysis {

namespace {

using Numbers = FlatMap<std::uint32_t>;

/// The number under `hash`, which stays; or nothing, after `number` was put there if `insert`.
std::optional<std::uint32_t> find_or_add(Numbers& numbers, std::uint64_t hash, std::uint32_t number,
                                         bool insert) {
  if (const auto* const known = numbers.find(hash)) {
    return *known;
  }
  if (insert) {
    numbers.put(hash, number);
  }
  return std::nullopt;
}

/// A key for games that may be one: of the players, the result and the day, or else the round.
std::uint64_t typed_key(const GameSignature& s) {
  if (s.line.empty()) {
    return 0;
  }
  const record::Occasion& o = s.occasion;
  const auto when = o.days.one_day() ? mix_bits(static_cast<std::uint64_t>(o.days.first))
                                     : mix_bits(o.event + 3 * o.round);
  const auto key = mix_bits(when + s.pair + static_cast<std::uint64_t>(s.result));
  return key == 0 ? 1 : key;
}

std::string packed(const std::vector<Move>& moves) {
  std::string out;
  append_packed(out, moves);
  return out;
}

} // namespace

void sign_headers(const record::Game& game, const record::Facts& facts, GameSignature& signature) {
  signature.result = game.result();
  signature.standard = game.standard_start();
  signature.occasion = record::occasion_of(facts);
  const record::Occasion& o = signature.occasion;
  signature.pair = o.red == 0 || o.black == 0 ? 0 : mix_bits(o.red + 3 * o.black);
  const auto of_these = [&](std::uint64_t position, std::uint64_t more) {
    return position == 0 ? 0 : mix_bits(position + signature.pair + more);
  };
  signature.at_40 = signature.pair == 0 ? 0 : of_these(signature.at_40, 0);
  signature.at_20 = signature.pair == 0 || !o.days.one_day()
                        ? 0
                        : of_these(signature.at_20, static_cast<std::uint64_t>(o.days.first));
}

struct DuplicateFinder::Impl {
  struct Entry {
    std::uint64_t number = 0;
    record::Occasion occasion;
    std::uint32_t source = 0;
    std::uint32_t line = 0;
    record::Result result = record::Result::unknown;
  };

  std::uint32_t source_of(std::string_view name) {
    if (sources.empty() || sources.back() != name) {
      sources.emplace_back(name);
    }
    return static_cast<std::uint32_t>(sources.size() - 1);
  }

  [[nodiscard]] std::string name(const Entry& e, std::string_view source) const {
    const std::string& file = sources[e.source];
    if (e.line == 0) { // of a binary file
      return file == source ? localized("game {}", e.number)
                            : localized("game {} ({})", e.number, file);
    }
    return file == source ? localized("game {} (line {})", e.number, e.line)
                          : localized("game {} ({}:{})", e.number, file, e.line);
  }

  /// A game that may have been typed twice.
  struct Typed {
    std::uint32_t entry = 0;
    std::uint32_t before = 0; ///< place + 1 of the one before it with the same key; 0: none
    std::uint64_t start = 0;
    record::Occasion occasion;
    std::vector<Move> line;
  };

  /// The entry that says the same game with slips, among those under `key`, if that is `wanted`;
  /// the game is kept there.
  std::optional<std::uint32_t> find_typed(std::uint64_t key, const GameSignature& s,
                                          std::uint32_t self, bool insert, bool wanted) {
    if (key == 0) {
      return std::nullopt;
    }
    constexpr int most_compared = 32; // games of two players on one day
    const auto place = static_cast<std::uint32_t>(typed.size());
    const auto newest =
        find_or_add(typed_by_key, key, static_cast<std::uint32_t>(chains.size()), insert);
    std::optional<std::uint32_t> found;
    int compared = 0;
    for (auto at = newest && wanted ? chains[*newest] : 0;
         at != 0 && !found && compared < most_compared; at = typed[at - 1].before, ++compared) {
      const Typed& other = typed[at - 1];
      if (other.start == s.start &&
          record::is_typed_again(other.occasion, packed(other.line), s.occasion, packed(s.line))) {
        found = other.entry;
      }
    }
    if (insert) {
      typed.push_back({self, newest ? chains[*newest] : 0, s.start, s.occasion, s.line});
      if (newest) {
        chains[*newest] = place + 1;
      } else {
        chains.push_back(place + 1);
      }
    }
    return found;
  }

  std::size_t capacity;
  bool full = false;
  std::vector<Entry> entries;
  std::vector<std::string> sources;
  Numbers by_moves, by_60, by_40, by_20;
  std::vector<Typed> typed;
  Numbers typed_by_key;              ///< to a place in `chains`
  std::vector<std::uint32_t> chains; ///< place + 1 in `typed` of the newest with a key
};

DuplicateFinder::DuplicateFinder(std::size_t capacity) : m_impl{std::make_unique<Impl>()} {
  m_impl->capacity = capacity;
}
DuplicateFinder::~DuplicateFinder() = default;
bool DuplicateFinder::full() const noexcept { return m_impl->full; }

std::optional<Problem> DuplicateFinder::add(const GameSignature& s, std::uint64_t number,
                                            std::string_view source, std::uint64_t line) {
  if (!s.valid) {
    return std::nullopt;
  }
  auto& d = *m_impl;
  const bool insert = d.entries.size() < d.capacity;
  d.full = d.full || !insert;
  const auto self = static_cast<std::uint32_t>(d.entries.size());
  if (insert) {
    d.entries.push_back(
        {number, s.occasion, d.source_of(source), static_cast<std::uint32_t>(line), s.result});
  }
  const auto same_moves = find_or_add(d.by_moves, s.moves, self, insert);
  const auto look = [&](Numbers& map, std::uint64_t hash) {
    return hash == 0 ? std::optional<std::uint32_t>{} : find_or_add(map, hash, self, insert);
  };
  const auto same_60 = look(d.by_60, s.at_60);
  const auto same_40 = look(d.by_40, s.at_40);
  const auto same_20 = look(d.by_20, s.at_20);
  const bool known = same_moves || same_60 || same_40 || same_20;
  const auto typed = d.find_typed(typed_key(s), s, self, insert, !known);
  if (same_moves) {
    const auto& other = d.entries[*same_moves];
    const bool one_game = record::is_one_game(s.occasion, other.occasion, s.plies, s.standard);
    if (!one_game && s.standard && s.plies < record::common_plies &&
        !record::same_players(s.occasion, other.occasion)) {
      return std::nullopt;
    }
    const bool other_names = record::other_players(s.occasion, other.occasion);
    const bool same = one_game && !other_names && s.result == other.result;
    const std::string name = d.name(other, source);
    return make_problem(same ? ProblemCode::duplicate_game : ProblemCode::near_duplicate_game,
                        same          ? localized("the same moves as {}", name)
                        : other_names ? localized("the same moves as {}, under other names", name)
                        : s.result != other.result
                            ? localized("the same moves as {}, with another result", name)
                            : localized("the same moves as {}, on another day", name),
                        {}, {0, line, 0});
  }
  if (typed) {
    return make_problem(ProblemCode::near_duplicate_game,
                        localized("the same moves as {}, with slips, by the same players",
                                  d.name(d.entries[*typed], source)),
                        {}, {0, line, 0});
  }
  const auto near = same_60 ? same_60 : same_40 ? same_40 : same_20;
  if (!near) {
    return std::nullopt;
  }
  const auto& other = d.entries[*near];
  const int ply = same_60 ? 60 : same_40 ? 40 : 20;
  const std::string name = d.name(other, source);
  return make_problem(
      ProblemCode::near_duplicate_game,
      record::same_players(s.occasion, other.occasion)
          ? localized("the position after ply {} is that of {}, with the same players", ply, name)
          : localized("the position after ply {} is that of {}", ply, name),
      {}, {0, line, 0});
}

} // namespace xq::analysis
