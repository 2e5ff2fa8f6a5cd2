#include "jobs/annotation/stored_values.hpp"

#include "store/annotation_journal.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace xq::jobs {

namespace {

analysis::Mark read_mark(std::string_view text) noexcept {
  using analysis::Mark;
  for (const Mark mark : {Mark::good, Mark::dubious, Mark::mistake, Mark::blunder}) {
    if (text == to_text(mark)) {
      return mark;
    }
  }
  return Mark::none;
}

} // namespace

struct StoredValues::State {
  explicit State(sqlite::Database& db) : annotation{db} {}
  store::StoredAnnotation annotation;
};

StoredValues::StoredValues(store::GameDatabase& database)
    : m_state{std::make_unique<State>(database.sqlite())} {}
StoredValues::~StoredValues() = default;

void StoredValues::add_to(record::Game& game, std::int64_t id, analysis::ValueWords words) {
  std::vector<analysis::MoveValue> values;
  for (const auto& judgement : m_state->annotation.of(id)) {
    values.push_back({judgement.ply, judgement.score, judgement.loss, read_mark(judgement.mark)});
  }
  add_values(game, values, words);
}

} // namespace xq::jobs
