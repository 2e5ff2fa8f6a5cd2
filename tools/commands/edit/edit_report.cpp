#include "commands/edit/edit_report.hpp"

#include "base/text/printable.hpp"
#include "cli/talk.hpp"
#include "jobs/answer/write.hpp"
#include "record/facts.hpp"

#include <xq/base/translate.hpp>
#include <xq/store/game_editor.hpp>

#include <fmt/core.h>

#include <array>
#include <optional>

namespace xq::cli {

namespace {

using jobs::get;
using jobs::Kind;
using jobs::Missing;
using store::EditOperation;
using store::GameChange;

void append_line(std::string& out, char sign, std::string_view header,
                 const std::optional<std::string>& value) {
  if (value) {
    out += fmt::format("{} {}: {}\n", sign, printable(header), printable(*value));
  }
}

/// `胡荣华 - 吕钦, 1982.12.??, 五羊杯`
std::string line_about(const record::Game& game) {
  const record::Facts facts{game};
  std::string line = fmt::format("{} - {}", cell(facts.red), cell(facts.black));
  for (const auto value : {facts.date, facts.event}) {
    if (!value.empty()) {
      line += fmt::format(", {}", cell(value));
    }
  }
  return line;
}

jobs::Value what(const EditOperation& operation) {
  switch (operation.kind) {
  case EditOperation::Kind::undo:
    return localized("undo of {}", operation.target);
  case EditOperation::Kind::redo:
    return localized("redo of {}", operation.target);
  case EditOperation::Kind::edit:
  case EditOperation::Kind::remove:
  case EditOperation::Kind::import:
    break;
  }
  const auto text = cell(operation.what);
  return std::string{operation.in_force ? text : localized("(taken back) {}", text)};
}

/// A header of a game that changes.
struct ChangedHeader {
  std::int64_t game;
  const store::HeaderChange& header;
};
constexpr auto header_fields = std::to_array<jobs::FieldOf<ChangedHeader>>(
    {{"game", Kind::count, get<&ChangedHeader::game>},
     {"header", Kind::text, [](const ChangedHeader& c) -> jobs::Value { return c.header.name; }},
     {"from", Kind::text, [](const ChangedHeader& c) -> jobs::Value { return c.header.was; },
      Missing::null},
     {"to", Kind::text, [](const ChangedHeader& c) -> jobs::Value { return c.header.became; },
      Missing::null}});

/// A game that comes or goes.
struct ChangedGame {
  const GameChange& change;
  record::Facts facts;
};
template <GameChange::What what>
jobs::Value is_so(const ChangedGame& g) {
  return g.change.what == what ? jobs::Value{true} : jobs::Value{};
}
constexpr auto game_fields = std::to_array<jobs::FieldOf<ChangedGame>>(
    {{"game", Kind::count, [](const ChangedGame& g) -> jobs::Value { return g.change.game; }},
     {"deleted", Kind::flag, is_so<GameChange::What::deleted>, Missing::left_out},
     {"added", Kind::flag, is_so<GameChange::What::added>, Missing::left_out},
     {"restored", Kind::flag, is_so<GameChange::What::restored>, Missing::left_out},
     {"event", Kind::name, get<&ChangedGame::facts, &record::Facts::event>},
     {"date", Kind::date, get<&ChangedGame::facts, &record::Facts::date>},
     {"red", Kind::name, get<&ChangedGame::facts, &record::Facts::red>},
     {"black", Kind::name, get<&ChangedGame::facts, &record::Facts::black>}});

// Translators: headings over the operations of xq edit --log
constexpr auto journal_fields = std::to_array<jobs::FieldOf<EditOperation>>(
    {{"operation", to_translate("operation"), Kind::count, get<&EditOperation::id>},
     {"time", to_translate("time (UTC)"), Kind::text, get<&EditOperation::time>},
     {"kind", Kind::word,
      [](const EditOperation& o) -> jobs::Value { return store::name(o.kind); }},
     {"what", Kind::text, get<&EditOperation::what>},
     {"target", Kind::count,
      [](const EditOperation& o) { return o.target == 0 ? jobs::Value{} : jobs::Value{o.target}; },
      Missing::left_out},
     {"in_force", Kind::flag,
      [](const EditOperation& o) {
        return o.target == 0 ? jobs::Value{o.in_force} : jobs::Value{};
      },
      Missing::left_out},
     {"games", to_translate("games"), Kind::count, get<&EditOperation::games>},
     {"values", Kind::count, get<&EditOperation::values>},
     {"", to_translate("headers"), Kind::count,
      [](const EditOperation& o) { return o.values == 0 ? jobs::Value{} : jobs::Value{o.values}; }},
     {"", to_translate("what"), Kind::text, what}});

} // namespace

std::string change_as_text(const GameChange& change) {
  if (change.what != GameChange::What::headers) {
    return fmt::format("{} {}\n", change.what == GameChange::What::deleted ? '-' : '+',
                       localized("game {}: {}", change.game, line_about(*change.record)));
  }
  std::string out = localized("game {}\n", change.game);
  for (const auto& header : change.headers) {
    append_line(out, '-', header.name, header.was);
    append_line(out, '+', header.name, header.became);
  }
  return out;
}

std::vector<jobs::Field> change_fields() { return described(header_fields, game_fields); }
std::vector<jobs::Field> operation_fields() { return described(journal_fields); }

std::string change_as_json(const GameChange& change) {
  if (change.what != GameChange::What::headers) {
    return jobs::json_line<ChangedGame>(game_fields, {change, record::Facts{*change.record}});
  }
  std::string out;
  for (const auto& header : change.headers) {
    out += jobs::json_line(header_fields, ChangedHeader{change.game, header});
  }
  return out;
}

std::string operations_as_text(const std::vector<EditOperation>& operations) {
  auto table = jobs::table_of({}, jobs::rows_of(journal_fields, operations));
  table.columns.back().wraps = true;
  return render::table_text(table, table_columns());
}

std::string operations_as_json(const std::vector<EditOperation>& operations) {
  std::string out;
  for (const auto& operation : operations) {
    out += jobs::json_line(journal_fields, operation);
  }
  return out;
}

} // namespace xq::cli
