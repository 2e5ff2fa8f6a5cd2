#include <xq/base/text.hpp>
#include <xq/board/fen.hpp>
#include <xq/format/json.hpp>
#include <xq/record/replay.hpp>

namespace xq::format {
namespace {

class JsonWriter final : public Writer {
public:
  explicit JsonWriter(const WriteOptions& options) : m_options{options} {}

  void game(std::string& out, const record::Game& game) const override {
    out += "{\"number\":";
    out += std::to_string(game.number);
    out += ",\"headers\":{";
    for (std::size_t i = 0; i < game.tag_count(); ++i) {
      const auto tag = game.tag_at(i);
      out += i == 0 ? "" : ",";
      append_json(out, tag.name);
      out += ':';
      append_json(out, tag.value);
    }
    out += "},\"start\":";
    append_json(out, write_fen(game.start()));
    out += ",\"result\":";
    append_json(out, to_text(game.result()));
    out += ",\"moves\":[";
    std::string text;
    const auto end = record::replay_main_line(game, [&](record::NodeId id, const Position& before) {
      out += out.back() == '[' ? "" : ",";
      text.clear();
      notation::write_move(text, before, game.node(id).move, m_options.style, m_options.notation);
      append_json(out, text);
    });
    out += "],\"final\":";
    append_json(out, write_short_fen(end));
    out += "}\n";
  }

private:
  WriteOptions m_options;
};

} // namespace

std::unique_ptr<Writer> make_json_writer(const WriteOptions& options) {
  return std::make_unique<JsonWriter>(options);
}

} // namespace xq::format
