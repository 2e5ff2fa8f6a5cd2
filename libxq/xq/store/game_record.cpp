#include <xq/store/game_record.hpp>
#include <xq/store/record_reader.hpp>

namespace xq::store {

bool GameRecord::says(const GameFields& fields, bool has_opening) const noexcept {
  return moves == fields.moves && // nearly all that differ do so here
         date == fields.date && date_text == fields.date_text && round == fields.round &&
         (!has_opening || ecco == fields.ecco) &&
         result == static_cast<std::int64_t>(fields.result) && start_fen == fields.start_fen &&
         notes == fields.notes;
}

void GameRecord::tell(GameFields& fields, bool has_opening) const {
  fields.date = date;
  fields.date_text = date_text;
  fields.round = round;
  fields.ecco = has_opening ? ecco : std::string_view{};
  fields.result = static_cast<record::Result>(result);
  fields.start_fen = start_fen;
  fields.moves = moves;
  fields.notes = notes;
}

void write_record(const GameRecord& row, RecordBuilder& builder, std::string& out) {
  const auto number = [&](std::int64_t n) { n == 0 ? builder.null() : builder.integer(n); };
  const auto text = [&](std::string_view t) { t.empty() ? builder.null() : builder.text(t); };
  builder.null(); // the rowid
  builder.integer(row.source);
  builder.integer(row.layout);
  for (const auto name : row.names) {
    number(name);
  }
  number(row.date);
  text(row.date_text);
  text(row.round);
  text(row.ecco);
  builder.integer(row.result);
  builder.integer(row.plies);
  text(row.start_fen);
  builder.blob(row.moves);
  row.notes.empty() ? builder.null() : builder.blob(row.notes);
  builder.finish(out);
}

bool read_record(std::string_view bytes, GameRecord& row) noexcept {
  RecordReader in{bytes};
  in.null();
  row.source = in.integer();
  row.layout = in.integer();
  for (auto& name : row.names) {
    name = in.integer();
  }
  row.date = in.integer();
  row.date_text = in.text();
  row.round = in.text();
  row.ecco = in.text();
  row.result = in.integer();
  row.plies = in.integer();
  row.start_fen = in.text();
  row.moves = in.blob();
  row.notes = in.blob();
  return in.ok() && in.at_end();
}

} // namespace xq::store
