#include "store/import/header_facts.hpp"

#include "base/text/ascii.hpp"
#include "record/facts.hpp"
#include "store/rows/game_fields.hpp"
#include "store/rows/notes_code.hpp"

#include <xq/record/game.hpp>

namespace xq::store {

namespace {

/// `1982` says nothing that `1982.05.01` does not.
bool is_less_precise(std::string_view poor, std::string_view rich) {
  const auto a = date_number(record::normalise_date(poor));
  const auto b = date_number(record::normalise_date(rich));
  const bool same_month = a / 100 % 100 == 0 || a / 100 == b / 100;
  return a != 0 && a / 10000 == b / 10000 && same_month && a % 100 == 0;
}

bool same_notes(const record::Game& a, const record::Game& b) {
  std::string in_a;
  std::string in_b;
  encode_notes(a, in_a);
  encode_notes(b, in_b);
  return in_a == in_b;
}

/// Whether a header says nothing that `rich` does not say.
bool says(const record::Game& rich, std::string_view name, std::string_view value) {
  const bool elsewhere =
      equal_ignoring_case("result", name) || equal_ignoring_case("fen", name); // compared apart
  if (elsewhere || !record::is_filled_in(value)) {
    return true;
  }
  const auto other = rich.tag(name);
  return other == value || (equal_ignoring_case("date", name) && is_less_precise(value, other));
}

bool says(const record::Game& rich, record::Result result) {
  return result == record::Result::unknown || result == rich.result();
}

} // namespace

bool says_all_of(const record::Game& rich, const record::Game& poor) {
  if (!says(rich, poor.result())) {
    return false;
  }
  for (std::size_t i = 0; i < poor.tag_count(); ++i) {
    const auto [name, value] = poor.tag_at(i);
    if (!says(rich, name, value)) {
      return false;
    }
  }
  return (!poor.has_notes() && !poor.has_variations()) || same_notes(poor, rich);
}

bool says_what_is_gone(const record::Game& record, const record::Game& former,
                       const record::Game& now) {
  if (says(former, record.result()) && !says(now, record.result())) {
    return true;
  }
  for (std::size_t i = 0; i < record.tag_count(); ++i) {
    const auto [name, value] = record.tag_at(i);
    if (says(former, name, value) && !says(now, name, value)) {
      return true;
    }
  }
  return false;
}

} // namespace xq::store
