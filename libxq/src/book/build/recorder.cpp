#include "book/build/recorder.hpp"

#include "record/level.hpp"

#include <xq/record/date.hpp>

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <system_error>

namespace xq::book {

namespace {

static_assert(GameFacts::most_level == record::most_level);

/// The number at the front of `text`; 0 when there is none, or a greater one than `most`.
std::uint16_t number_at(std::string_view text, std::uint16_t most) {
  std::uint16_t number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && number <= most ? number : std::uint16_t{0};
}

/// Year of a Date header; 0 when it tells none, or one that must be a typing error.
std::uint16_t year_of(std::string_view date) {
  if (date.empty() || date.front() == '?') {
    return 0;
  }
  const std::string normal = record::normalise_date(date); // yyyy.mm.dd
  const std::string_view year = std::string_view{normal}.substr(0, 4);
  if (year.find('?') != std::string_view::npos) {
    return 0;
  }
  const std::uint16_t number = number_at(year, GameFacts::most_year);
  return record::plausible_year(number) ? number : std::uint16_t{0};
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
  return {game.result(), year_of(game.tag("Date")), record::levels_of(game)};
}

GameName name_of(const record::Game& game) {
  GameName name;
  name.red = game.tag("Red");
  name.black = game.tag("Black");
  name.event = game.tag("Event");
  name.date = game.tag("Date");
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
