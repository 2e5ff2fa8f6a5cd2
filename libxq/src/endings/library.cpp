#include "endings/library.hpp"

#include "endings/table_file.hpp"

#include <xq/board/attacks.hpp>
#include <xq/board/movegen.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <utility>

namespace xq::endings {

namespace {

Material unturned(const Material& m) { return m.is_turned() ? m.turned() : m; }

bool stands_right(const Position& position) {
  for (const Color c : {Color::red, Color::black}) {
    for (std::size_t t = 0; t < piece_type_count; ++t) {
      const auto type = static_cast<PieceType>(t);
      if (!(position.pieces(c, type) & ~reachable(c, type)).empty()) {
        return false;
      }
    }
  }
  return true;
}

Result result_of(Number n) noexcept {
  if (!is_decided(n)) {
    return {};
  }
  const bool rule = n >= by_rule;
  return {is_win(n) ? Worth::win : Worth::loss, rule, rule ? 0 : n, n};
}

void add_smaller(std::set<Material>& out, const Material& material) {
  if (!out.insert(unturned(material)).second) {
    return;
  }
  for (const Color c : {Color::red, Color::black}) {
    for (std::size_t t = 0; t < piece_type_count; ++t) {
      const auto type = static_cast<PieceType>(t);
      if (material.of(c, type) != 0) {
        add_smaller(out, material.without(c, type));
      }
    }
  }
}

/// The least is best.
int order_of(const Result& r) noexcept {
  switch (r.worth) {
  case Worth::win:
    return r.number;
  case Worth::draw:
    return drawn;
  case Worth::loss:
    break;
  }
  return 2 * drawn - r.number;
}

/// By the rule on checks alone a win comes about only if the winner does not check for ever, too:
/// where the loser has nothing but checks, a move without one goes before the lowest number.
bool keeps_stage(const Position& position, const RatedMove& move, const CheckStage& stage) {
  const auto reply = static_cast<Number>(move.result.number - 1U);
  return move.result.worth == Worth::win && reply >= stage.first && reply <= stage.last &&
         position.at(move.move.to()) == Piece::none && !position.gives_check(move.move);
}

void mark_best(const Position& position, const Result& own, const std::vector<CheckStage>& stages,
               std::vector<RatedMove>& moves) {
  std::ranges::stable_sort(moves, {}, [](const RatedMove& m) { return order_of(m.result); });
  if (own.worth == Worth::win) {
    for (const CheckStage& stage : stages) {
      if (own.number > stage.first && own.number <= stage.last + 1) {
        std::stable_partition(moves.begin(), moves.end(),
                              [&](const RatedMove& m) { return keeps_stage(position, m, stage); });
      }
    }
  }
  for (RatedMove& m : moves) {
    m.best = order_of(m.result) == order_of(moves.front().result);
  }
}

} // namespace

std::vector<Material> with_smaller(const Material& material) {
  std::set<Material> all;
  add_smaller(all, material);
  std::vector<Material> out{all.begin(), all.end()};
  std::ranges::stable_sort(out, {}, [](const Material& m) { return m.pieces(); });
  return out;
}

std::shared_ptr<const Table> Library::find(const Material& material) {
  const std::lock_guard lock{m_mutex};
  return find_locked(unturned(material));
}

const Table& Library::make(const Material& material,
                           const std::function<void(const Table&)>& added) {
  const std::lock_guard lock{m_mutex};
  make_locked(unturned(material), added);
  return *m_tables.at(unturned(material)).table;
}

std::string Library::identity() const {
  return fmt::format("endings '{}', {} bytes{}", m_options.folder, m_options.memory,
                     m_options.judges_checks ? "" : ", checks not judged");
}

Library::Kept& Library::look_in_folder(const Material& material) {
  Kept& kept = m_tables[material];
  if (!kept.table && !kept.was_looked_for && !m_options.folder.empty()) {
    kept.table = open_table(m_options.folder, material, m_options.judges_checks);
  }
  kept.was_looked_for = true;
  return kept;
}

std::shared_ptr<const Table> Library::find_locked(const Material& material) {
  Kept& kept = look_in_folder(material);
  if (kept.table || kept.is_too_large || m_options.memory == 0) {
    return kept.table;
  }
  const auto placements = Placements::count(material);
  kept.is_too_large = memory_to_build(placements) + 2 * placements > m_options.memory;
  if (kept.is_too_large) { // whatever captures leave, of which there may be a million materials
    return nullptr;
  }
  const auto needed = with_smaller(material);
  const auto bytes = bytes_to_make(needed);
  kept.is_too_large = bytes > m_options.memory;
  if (kept.is_too_large) {
    return nullptr;
  }
  make_room(bytes, needed);
  make_locked(material, nullptr);
  return kept.table;
}

/// Memory for those that are not in the folder, and for the largest while it is counted. What has
/// been counted already counts here, too: the answer is the same in whatever order is asked.
std::uint64_t Library::bytes_to_make(const std::vector<Material>& materials) {
  std::uint64_t bytes = memory_to_build(Placements::count(materials.back()));
  for (const Material& m : materials) {
    const Kept& kept = look_in_folder(m);
    bytes += kept.table && !kept.is_counted ? 0 : 2 * Placements::count(m);
  }
  return bytes;
}

/// Those that are in use elsewhere go when they are no more.
void Library::make_room(std::uint64_t bytes, const std::vector<Material>& needed) {
  if (m_bytes + bytes <= m_options.memory) {
    return;
  }
  for (auto& [material, kept] : m_tables) {
    if (kept.table && kept.is_counted && !std::ranges::count(needed, material)) {
      m_bytes -= kept.table->codes().size();
      kept.table.reset();
    }
  }
}

void Library::make_locked(const Material& material,
                          const std::function<void(const Table&)>& added) {
  for (const Material& m : with_smaller(material)) {
    Kept& kept = look_in_folder(m);
    if (kept.table) {
      continue;
    }
    kept.table =
        build(m, [this](const Material& less) -> const Table& { return *m_tables.at(less).table; },
              {m_options.judges_checks, m_options.keep_going});
    kept.is_counted = true;
    m_bytes += kept.table->codes().size();
    if (added) {
      added(*kept.table);
    }
  }
}

std::optional<Result> Library::probe(const Position& position) {
  const auto table = stands_right(position) ? find(material_of(position)) : nullptr;
  if (!table) {
    return {};
  }
  const Number n = table->of(position);
  return n == illegal ? std::nullopt : std::optional{result_of(n)};
}

std::vector<RatedMove> Library::rate_moves(const Position& position) {
  std::vector<RatedMove> out;
  const auto own = probe(position);
  if (!own) {
    return out;
  }
  for (const Move m : legal_moves(position)) {
    Position after = position;
    after.do_move(m);
    const auto reply = probe(after).value_or(Result{});
    const Worth worth = reply.worth == Worth::win    ? Worth::loss
                        : reply.worth == Worth::loss ? Worth::win
                                                     : Worth::draw;
    const auto number = static_cast<Number>(reply.number + (is_decided(reply.number) ? 1U : 0U));
    const int plies = reply.plies + (worth != Worth::draw && !reply.by_rule ? 1 : 0);
    out.push_back({m, {worth, reply.by_rule, plies, number}});
  }
  mark_best(position, *own, find(material_of(position))->facts().stages, out);
  return out;
}

} // namespace xq::endings
