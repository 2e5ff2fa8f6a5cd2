#include "format/text/ucci.hpp"

#include <xq/board/fen.hpp>
#include <xq/notation/notation.hpp>
#include <xq/record/game.hpp>

namespace xq::format {
namespace {

class UcciWriter final : public Writer {
public:
  void game(std::string& out, const record::Game& game) const override {
    out.append("position fen ").append(write_fen(game.start()));
    std::string_view before = " moves ";
    record::replay_main_moves(game, [&](record::NodeId id, const Position& /*before*/) {
      const Move move = game.node(id).move;
      out.append(before)
          .append(notation::square_name(move.from()))
          .append(notation::square_name(move.to()));
      before = " ";
    });
    out += '\n';
  }
};

} // namespace

std::unique_ptr<Writer> make_ucci_writer() { return std::make_unique<UcciWriter>(); }

} // namespace xq::format
