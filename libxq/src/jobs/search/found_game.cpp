#include "jobs/search/found_game.hpp"

#include <xq/base/translate.hpp>
#include <xq/record/ecco.hpp>

#include <cstdint>
#include <string_view>

namespace xq::jobs {

namespace {

using enum ListColumn;

std::string_view shown_opening_of(const record::Game& game) {
  const auto opening = record::opening_of(game);
  return opening.known == nullptr ? opening.name : record::shown_name(*opening.known);
}

std::string level(const record::Facts& facts, Color side) {
  const int value = facts.levels[to_index(side)];
  return value == 0 ? std::string{} : std::to_string(value);
}

std::string relation(const store::Duplicate* d) {
  if (d == nullptr) {
    return {};
  }
  switch (d->how) {
  case store::Duplicate::How::same_moves:
    return localized("same as {}", d->of);
  case store::Duplicate::How::embedded:
    return localized("part of {}", d->of);
  case store::Duplicate::How::retyped:
    break;
  }
  return localized("with slips {}", d->of);
}

/// The name of a relation in JSON.
std::string_view key_of(store::Duplicate::How how) {
  switch (how) {
  case store::Duplicate::How::same_moves:
    return "same_as";
  case store::Duplicate::How::embedded:
    return "part_of";
  case store::Duplicate::How::retyped:
    break;
  }
  return "retyped_from";
}

} // namespace

std::string text_of(const FoundGame& found, ListColumn column) {
  const record::Game& g = found.game;
  const record::Facts& facts = found.facts;
  switch (column) {
  case game:
    return std::to_string(static_cast<std::int64_t>(g.number));
  case date:
    return std::string{facts.date};
  case red:
    return std::string{facts.red};
  case black:
    return std::string{facts.black};
  case result:
    return std::string{to_text(g.result())};
  case ecco:
    return std::string{record::opening_code(g)};
  case plies:
    return std::to_string(g.plies());
  case at:
    return found.at ? std::to_string(*found.at) : std::string{};
  case repeats:
    return relation(found.repeats);
  case event:
    return std::string{facts.event};
  case site:
    return std::string{facts.site};
  case round:
    return std::string{facts.round};
  case red_team:
    return std::string{facts.red_team};
  case black_team:
    return std::string{facts.black_team};
  case red_elo:
    return level(facts, Color::red);
  case black_elo:
    return level(facts, Color::black);
  case opening:
    return std::string{record::opening_of(g).name};
  case source:
    return std::string{g.source};
  }
  return {};
}

std::string shown_text_of(const FoundGame& found, ListColumn column) {
  return column == opening ? std::string{shown_opening_of(found.game)} : text_of(found, column);
}

void write_member(JsonWriter& json, const FoundGame& found, ListColumn column, bool always) {
  if (column == repeats) { // which game, and how, without words of a language
    if (found.repeats != nullptr) {
      json.member(key_of(found.repeats->how), found.repeats->of);
    }
    return;
  }
  const std::string text = text_of(found, column);
  if (!info(column).is_number) {
    json.member(info(column).key, std::string_view{text});
  } else if (!text.empty()) {
    json.key(info(column).key).raw(text);
  } else if (always) {
    json.key(info(column).key).null();
  }
}

} // namespace xq::jobs
