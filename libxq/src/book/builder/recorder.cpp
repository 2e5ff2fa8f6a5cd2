#include "book/builder/recorder.hpp"

#include "record/facts.hpp"

#include <xq/record/game.hpp>

#include <algorithm>
#include <string>

namespace xq::book {

namespace {

static_assert(GameFacts::most_level == record::most_level);

/// 0 when the date tells none, or one that must be a typing error.
std::uint16_t year_of(const record::Facts& facts) {
  const int year = facts.days().year();
  return year <= GameFacts::most_year && record::plausible_year(year)
             ? static_cast<std::uint16_t>(year)
             : std::uint16_t{0};
}

} // namespace

void GameRecorder::add(const Position& start, std::span<const Move> moves, const GameFacts& facts,
                       BatchContents& out, const GameName& name) {
  const std::int64_t game = m_names ? provenance::identity(name, moves) : 0;
  if (m_max_ply > 0) {
    moves = moves.first(std::min(moves.size(), static_cast<std::size_t>(m_max_ply)));
  }
  out.sequences.add(start, moves, facts);
  ++out.games;
  if (!m_names) {
    return;
  }
  provenance::append(out.names.emplace_back(), game, name);
  m_walk.begin(start);
  for (const Move move : moves) {
    const auto& step = m_walk.play(move);
    if (!step.again) {
      const auto ply = static_cast<std::uint16_t>(std::min<std::size_t>(m_walk.size(), 0xFFFF));
      out.samples.push_back({step.key, step.lock, step.move, game, ply});
    }
  }
}

GameFacts facts_of(const record::Game& game) {
  const record::Facts facts{game};
  return {game.result(), year_of(facts), facts.levels};
}

GameName name_of(const record::Game& game) {
  const record::Facts facts{game};
  GameName name;
  name.red = facts.red;
  name.black = facts.black;
  name.event = facts.event;
  name.date = facts.date;
  name.result = game.result();
  name.plies = game.plies();
  name.source = game.source;
  name.line = static_cast<std::int64_t>(game.line);
  return name;
}

void GameRecorder::add(const record::Game& game, BatchContents& out) {
  m_moves.clear();
  game.main_moves(m_moves);
  add(game.start(), m_moves, facts_of(game), out, m_names ? name_of(game) : GameName{});
}

Batch::Batch() : m_contents{std::make_unique<BatchContents>()} {}
Batch::~Batch() = default;
Batch::Batch(Batch&& other) noexcept = default;
Batch& Batch::operator=(Batch&& other) noexcept = default;

std::uint64_t Batch::games() const noexcept { return m_contents->games; }

Recorder::Recorder(int max_ply, bool names)
    : m_recorder{std::make_unique<GameRecorder>(max_ply, names)} {}
Recorder::~Recorder() = default;
Recorder::Recorder(Recorder&& other) noexcept = default;
Recorder& Recorder::operator=(Recorder&& other) noexcept = default;

void Recorder::add(const record::Game& game, Batch& out) { m_recorder->add(game, *out.m_contents); }

void Recorder::add(const Position& start, std::span<const Move> moves, const GameFacts& facts,
                   Batch& out, const GameName& name) {
  m_recorder->add(start, moves, facts, *out.m_contents, name);
}

} // namespace xq::book
