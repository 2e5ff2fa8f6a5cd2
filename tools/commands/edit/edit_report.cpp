#include "commands/edit/edit_report.hpp"

#include "base/text/json_writer.hpp"
#include "base/text/printable.hpp"
#include "base/text/text.hpp"
#include "cli/talk.hpp"
#include "record/facts.hpp"

#include <xq/base/translate.hpp>
#include <xq/store/game_editor.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>

namespace xq::cli {

namespace {

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

void member_or_null(JsonWriter& json, std::string_view name,
                    const std::optional<std::string>& value) {
  json.key(name);
  if (value) {
    json.value(std::string_view{*value});
  } else {
    json.null();
  }
}

std::string what(const EditOperation& operation) {
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
  return operation.in_force ? text : localized("(taken back) {}", text);
}

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

std::string change_as_json(const GameChange& change) {
  std::string out;
  JsonWriter json{out};
  if (change.what != GameChange::What::headers) {
    json.begin_object().member("game", change.game);
    json.member(change.what == GameChange::What::deleted ? "deleted"
                : change.what == GameChange::What::added ? "added"
                                                         : "restored",
                true);
    const record::Facts facts{*change.record};
    json.member("event", facts.event)
        .member("date", facts.date)
        .member("red", facts.red)
        .member("black", facts.black)
        .end_object();
    return out + '\n';
  }
  for (const auto& header : change.headers) {
    std::string line;
    JsonWriter object{line};
    object.begin_object()
        .member("game", change.game)
        .member("header", std::string_view{header.name});
    member_or_null(object, "from", header.was);
    member_or_null(object, "to", header.became);
    object.end_object();
    out += line + '\n';
  }
  return out;
}

std::string operations_as_text(const std::vector<EditOperation>& operations) {
  if (operations.empty()) {
    return {};
  }
  // Translators: headings over the operations of xq edit --log
  std::vector<std::array<std::string, 5>> rows{{localized("operation"), localized("time (UTC)"),
                                                localized("games"), localized("headers"),
                                                localized("what")}};
  for (const auto& o : operations) {
    rows.push_back({std::to_string(o.id), o.time, std::to_string(o.games),
                    o.values == 0 ? std::string{} : std::to_string(o.values), what(o)});
  }
  std::array<std::size_t, 4> widths{};
  for (const auto& row : rows) {
    for (std::size_t c = 0; c < widths.size(); ++c) {
      widths[c] = std::max(widths[c], display_width(row[c]));
    }
  }
  std::string out;
  for (const auto& row : rows) {
    for (std::size_t c = 0; c < widths.size(); ++c) {
      const std::string blanks(widths[c] - display_width(row[c]), ' ');
      out += c == 1 ? row[c] + blanks : blanks + row[c];
      out += "  ";
    }
    out += row.back() + '\n';
  }
  return out;
}

std::string operations_as_json(const std::vector<EditOperation>& operations) {
  std::string out;
  for (const auto& o : operations) {
    std::string line;
    JsonWriter json{line};
    json.begin_object()
        .member("operation", o.id)
        .member("time", std::string_view{o.time})
        .member("kind", store::name(o.kind))
        .member("what", std::string_view{o.what});
    if (o.target != 0) {
      json.member("target", o.target);
    } else {
      json.member("in_force", o.in_force);
    }
    json.member("games", o.games).member("values", o.values).end_object();
    out += line + '\n';
  }
  return out;
}

} // namespace xq::cli
