#include "jobs/repair/text_repair.hpp"

#include "base/text/text.hpp"
#include "format/movetext/written_moves.hpp"
#include "format/pgn/pgn.hpp"
#include "jobs/repair/transcript.hpp"
#include "record/misread_text.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <algorithm>

namespace xq::jobs {

namespace {

using analysis::Repair;
using analysis::RepairKind;
using format::WrittenMoves;
using record::Game;

/// Proposals below this are guesses.
constexpr double least_confidence = 0.5;

/// Replacements in a text, from the end to the beginning, so that offsets stay right.
struct Edit {
  std::size_t offset = 0;
  std::size_t size = 0;
  std::string text;
};

std::string apply(std::string_view text, std::vector<Edit> edits) {
  std::stable_sort(edits.begin(), edits.end(),
                   [](const Edit& a, const Edit& b) { return a.offset > b.offset; });
  std::string out{text};
  for (const Edit& e : edits) {
    out.replace(e.offset, e.size, e.text);
  }
  return out;
}

bool shifts_moves(RepairKind kind) {
  return kind == RepairKind::insert || kind == RepairKind::remove;
}

bool changes_start(RepairKind kind) {
  return kind == RepairKind::side_to_move || kind == RepairKind::start_position;
}

/// Whether a change of the moves or the start position may correct the game's problems.
bool is_repairable(const Game& game) {
  using C = ProblemCode;
  return std::any_of(game.problems.begin(), game.problems.end(), [](const Problem& p) {
    switch (p.code) {
    case C::unknown_move:
    case C::ambiguous_move:
    case C::illegal_move:
    case C::wrong_side:
    case C::no_such_piece:
    case C::unknown_token:
    case C::move_after_mate:
    case C::missing_start_position:
    case C::bad_fen:
    case C::impossible_position:
      return p.severity == Severity::error;
    default:
      return false;
    }
  });
}

/// `text` with the headers and comments of `game` whose bytes were read in a wrong encoding as they
/// were meant.
std::string with_meant_text(std::string text, const Game& game) {
  const auto mend = [&](std::string_view damaged) {
    const auto meant = record::mend_misread_text(damaged);
    for (auto at = meant ? text.find(damaged) : std::string::npos; at != std::string::npos;
         at = text.find(damaged, at + meant->size())) {
      text.replace(at, damaged.size(), *meant);
    }
  };
  for (std::size_t i = 0; i < game.tag_count(); ++i) {
    mend(game.tag_at(i).value);
  }
  for (record::NodeId id = 0; game.has_notes() && id < game.node_count(); ++id) {
    game.for_each_note(id, [&](const Game::Note& note) { mend(trim(note.text)); });
  }
  return text;
}

/// The text with one change made, what stood there in a comment.
std::string edited(std::string_view text, const WrittenMoves& places, const Repair& repair) {
  const auto in_comment = [](std::string_view original) {
    std::string safe{original};
    std::replace(safe.begin(), safe.end(), '}', ')');
    return safe;
  };
  const auto was = [&](std::string_view original) {
    return fmt::format(" {{xq: was {}}}", in_comment(original));
  };
  const auto replace = [&](std::size_t move, std::string_view by) {
    const auto& span = places.moves[move];
    return Edit{span.offset, span.size, std::string{by} + was(span.in(text))};
  };
  switch (repair.kind) {
  case RepairKind::replace:
    return apply(text, {replace(repair.at, repair.replacement)});
  case RepairKind::swap:
    return apply(text, {replace(repair.at, places.moves[repair.other].in(text)),
                        replace(repair.other, places.moves[repair.at].in(text))});
  case RepairKind::insert:
    return apply(text, {{places.moves[repair.at].offset, 0,
                         repair.replacement + " {xq: this move was missing} "}});
  case RepairKind::remove: {
    std::vector<Edit> edits;
    for (std::size_t i = repair.at; i <= repair.other; ++i) {
      const auto& span = places.moves[i];
      edits.push_back({span.offset, span.size, "{xq: removed " + std::string{span.in(text)} + "}"});
    }
    return apply(text, std::move(edits));
  }
  case RepairKind::side_to_move:
  case RepairKind::start_position:
    break;
  }
  const std::string note = fmt::format("{{xq: FEN was {}}}\n", in_comment(repair.original));
  return apply(text, {{places.fen.offset, places.fen.size, repair.replacement},
                      {places.headers_end, 0, note}});
}

} // namespace

class TextRepairer::State {
public:
  State(engine::Searcher& searcher, const format::ReadOptions& read,
        const analysis::RepairOptions& options, double min_confidence)
      : m_judge{searcher, options.plausibility.nodes},
        m_repairer{m_judge, options},
        m_min_confidence{min_confidence},
        m_parser{format::make_pgn_parser(read)},
        m_writer{format::make_writer("pgn", {})} {}

  std::optional<TextRepair> repair(const Game& game, bool look_for_implausible);
  std::optional<std::string> text(const Game& game, TextRepair* repair);

private:
  std::string source(const Game& game);
  std::vector<Repair> find(std::string_view text, const Game& game, bool illegal);
  std::optional<std::string> mended(const Game& game, const TextRepair& repair);
  bool is_pgn(const Game& game);

  analysis::Judge m_judge;
  analysis::Repairer m_repairer;
  double m_min_confidence;
  std::unique_ptr<format::SliceParser> m_parser;
  std::unique_ptr<format::Writer> m_writer;
  Game m_parsed;
};

/// Whether the text, read as PGN, gives the game.
bool TextRepairer::State::is_pgn(const Game& game) {
  if (game.raw.empty() || game.raw.front() == '<') {
    return false;
  }
  m_parser->parse({game.raw, 0, game.line, false}, m_parsed);
  return m_parsed.tag_count() == game.tag_count() && m_parsed.node_count() == game.node_count() &&
         m_parsed.start() == game.start() && m_parsed.usable() == game.usable();
}

double TextRepair::confidence() const noexcept {
  double out = 1;
  for (const Step& step : steps) {
    out *= step.repair.confidence;
  }
  return out;
}

/// The text that is to be changed: what was read, if it is PGN, or else a transcript that reads as
/// it did; empty when there is none.
std::string TextRepairer::State::source(const Game& game) {
  if (is_pgn(game)) {
    return std::string{game.raw};
  }
  std::string text = transcript(game);
  if (!text.empty()) {
    m_parser->parse({text, 0, game.line, false}, m_parsed);
  }
  const bool same = !text.empty() && m_parsed.usable() == game.usable() &&
                    m_parsed.plies() == game.plies() && m_parsed.start() == game.start();
  return same ? text : std::string{};
}

std::optional<TextRepair> TextRepairer::State::repair(const Game& game, bool look_for_implausible) {
  const bool illegal = !game.usable();
  if (illegal ? !is_repairable(game) : !look_for_implausible) {
    return std::nullopt;
  }
  TextRepair out;
  for (Repair& r : find(source(game), game, illegal)) {
    const int ply = changes_start(r.kind) ? 0 : static_cast<int>(r.at) + 1;
    out.steps.push_back({std::move(r), ply});
  }
  if (out.steps.empty() || out.confidence() < least_confidence) {
    return std::nullopt;
  }
  return out;
}

std::vector<Repair> TextRepairer::State::find(std::string_view text, const Game& game,
                                              bool illegal) {
  const WrittenMoves places = format::find_written_moves(text);
  std::vector<std::string_view> moves;
  constexpr std::size_t longest = 40; // bytes of a move, damaged or not
  for (const auto& span : places.moves) {
    moves.push_back(span.in(text));
    if (span.size > longest) {
      return {};
    }
  }
  const analysis::WrittenGame written{places.fen.in(text), moves, game.result()};
  if (illegal) {
    return m_repairer.repair_all(written);
  }
  std::vector<Repair> out;
  if (auto found = m_repairer.repair_implausible(written)) {
    out.push_back(std::move(*found));
  }
  return out;
}

/// The text with all changes made; nothing when it does not read as they promise.
std::optional<std::string> TextRepairer::State::mended(const Game& game, const TextRepair& repair) {
  std::string text = source(game);
  const bool pgn = text == game.raw;
  for (const auto& step : repair.steps) {
    text = edited(text, format::find_written_moves(text), step.repair);
  }
  m_parser->parse({text, 0, game.line, false}, m_parsed);
  std::vector<Move> moves;
  m_parsed.main_moves(moves);
  if (!m_parsed.usable() || moves != repair.steps.back().repair.moves) {
    return std::nullopt;
  }
  const bool shifts = std::any_of(repair.steps.begin(), repair.steps.end(),
                                  [](const auto& step) { return shifts_moves(step.repair.kind); });
  if (!shifts && pgn) {
    return text;
  }
  std::string out; // written anew, with new move numbers
  m_writer->game(out, m_parsed);
  return out;
}

std::optional<std::string> TextRepairer::State::text(const Game& game, TextRepair* repair) {
  if (repair != nullptr && repair->confidence() >= m_min_confidence) {
    if (auto out = mended(game, *repair)) {
      repair->applied = true;
      return with_meant_text(std::move(*out), game);
    }
  }
  if (is_pgn(game)) {
    return with_meant_text(std::string{game.raw}, game);
  }
  if (!game.usable()) {
    return std::nullopt;
  }
  std::string out;
  m_writer->game(out, game);
  return with_meant_text(std::move(out), game);
}

TextRepairer::TextRepairer(engine::Searcher& searcher, const format::ReadOptions& read,
                           const analysis::RepairOptions& options, double min_confidence)
    : m_state{std::make_unique<State>(searcher, read, options, min_confidence)} {}

TextRepairer::~TextRepairer() = default;

std::optional<TextRepair> TextRepairer::repair(const Game& game, bool look_for_implausible) {
  return m_state->repair(game, look_for_implausible);
}

std::optional<std::string> TextRepairer::text(const Game& game, TextRepair* repair) {
  return m_state->text(game, repair);
}

namespace {

std::string what_of(const Repair& repair) {
  const std::string original = excerpt(repair.original, 120);
  const std::string replacement = excerpt(repair.replacement, 120);
  switch (repair.kind) {
  case RepairKind::replace:
    return localized("{} instead of {}", replacement, original);
  case RepairKind::insert:
    return localized("{} is missing", replacement);
  case RepairKind::remove:
    return localized("{} is there once too often", original);
  case RepairKind::swap:
    return localized("{} in the place of {}", replacement, original);
  case RepairKind::side_to_move:
    return localized("the other side begins: FEN {}", replacement);
  case RepairKind::start_position:
    return fmt::format("FEN {}", replacement);
  }
  return {};
}

} // namespace

std::vector<std::string> describe(const TextRepair& r) {
  std::vector<std::string> out;
  for (const auto& [repair, ply] : r.steps) {
    const auto number = out.size() + 1;
    const auto count = r.steps.size();
    std::string name = count == 1  ? r.applied ? localized("repair made") : localized("repair")
                        : r.applied ? localized("repair {} of {} made", number, count)
                                   : localized("repair {} of {}", number, count);
    if (ply != 0) {
      name = localized("{} at ply {}", name, ply);
    }
    out.push_back(localized("{}: {}; the {} plies from there are legal (confidence {:.0f} %)", name,
                            what_of(repair), repair.legal_plies, 100 * repair.confidence));
  }
  return out;
}

} // namespace xq::jobs
