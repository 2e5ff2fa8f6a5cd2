#include "base/text/text.hpp"
#include "format/shared/flat_record.hpp"
#include "format/shared/header_name.hpp"
#include "format/shared/move_tree.hpp"
#include "format/xml/cbf.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>

#include <algorithm>
#include <optional>

namespace xq::format {
namespace {

using record::Result;

/// The header in which an element of <Head> is kept; one that is not known keeps its own name,
/// without escapes.
std::string header_of(std::string_view element) {
  const auto* const found = std::find_if(cbf::fields.begin(), cbf::fields.end(),
                                         [&](const auto& f) { return f.element == element; });
  return found == cbf::fields.end() ? unescape_name(element) : std::string{found->header};
}

std::optional<Result> result_of(std::string_view number) noexcept {
  if (number.size() != 1 || number[0] < '0' || number[0] > '4') {
    return std::nullopt;
  }
  constexpr Result results[] = {Result::unknown, Result::red_wins, Result::black_wins, Result::draw,
                                Result::draw};
  return results[number[0] - '0'];
}

class CbfParser final : public XmlSliceParser {
private:
  enum class Part : std::uint8_t { outside, root, head, field, list, move, other };

  void begin() override {
    m_part = Part::outside;
    m_depth_in_other = 0;
    m_fen.clear();
    m_has_fen = false;
    m_tree.reset();
    m_lost_start = false;
    m_told_extra = false;
  }

  void finish() override {
    if (game().usable()) {
      start_moves();
    }
    if (m_tree) {
      const auto first = game().problems.size();
      m_tree->finish();
      reporter().locate(first);
    }
  }

  void start_element(std::string_view name,
                     std::span<const XmlParser::Attribute> attributes) override {
    if (m_depth_in_other > 0) {
      ++m_depth_in_other;
      return;
    }
    const Part part = part_of(name);
    if (part == Part::other) {
      m_depth_in_other = 1;
      return;
    }
    m_part = part;
    m_value.clear();
    m_at = offset();
    if (part == Part::field) {
      m_element = name;
    } else if (part == Part::move) {
      m_move = value_of(attributes, "value");
      m_has_alternative = value_of(attributes, "branch") == "1";
      m_ends_line = value_of(attributes, "end") == "1";
    }
  }

  /// What an element is where it stands.
  Part part_of(std::string_view name) {
    switch (m_part) {
    case Part::outside:
      if (name == cbf::root_element) {
        return Part::root;
      }
      report(ProblemCode::bad_xml, localized("the root is not <{}>", cbf::root_element), name);
      return Part::other;
    case Part::root:
      return name == "Head" ? Part::head : name == "MoveList" ? Part::list : Part::other;
    case Part::head:
      return Part::field;
    case Part::list:
      return name == "Move" ? Part::move : Part::other;
    default:
      report(ProblemCode::bad_xml, localized("an element inside a text"), name);
      return Part::other;
    }
  }

  void end_element(std::string_view /*name*/) override {
    if (m_depth_in_other > 0) {
      --m_depth_in_other;
      return;
    }
    switch (m_part) {
    case Part::field:
      end_field();
      m_part = Part::head;
      break;
    case Part::move:
      end_move();
      m_part = Part::list;
      break;
    case Part::head:
    case Part::list:
      m_part = Part::root;
      break;
    default:
      m_part = Part::outside;
    }
  }

  void text(std::string_view text) override {
    if (m_depth_in_other == 0 && (m_part == Part::field || m_part == Part::move)) {
      m_value += text;
    }
  }

  void end_field() {
    const auto value = trim(m_value);
    if (value.empty()) {
      return;
    }
    if (m_element == cbf::fen_element) {
      if (m_tree || m_lost_start) {
        report(ProblemCode::bad_fen, localized("the start position stands after moves"), value);
        return;
      }
      m_fen = value;
      m_fen_at = m_at;
      m_has_fen = true;
    } else if (m_element == cbf::result_element) {
      const auto result = result_of(value);
      if (!result) {
        report(ProblemCode::bad_result, localized("a result is a number from 0 to 4"), value);
      }
      game().set_result(result.value_or(Result::unknown));
    } else if (const auto header = header_of(m_element); game().has_tag(header)) {
      report(ProblemCode::duplicate_tag,
             localized("<{}> is given twice; the first counts", m_element), value);
    } else {
      game().add_tag(header, value);
    }
  }

  void start_moves() {
    if (m_tree || m_lost_start) {
      return;
    }
    if (m_has_fen) {
      m_lost_start = !set_up_start(m_fen, m_fen_at, game(), reporter());
    } else {
      report(ProblemCode::missing_tag, localized("no <FEN>; the usual start position is taken"));
    }
    if (!m_lost_start) {
      m_tree.emplace(game());
    }
  }

  void end_move() {
    start_moves();
    if (m_lost_start) {
      return; // without a position the moves mean nothing
    }
    if (m_move == cbf::no_move && m_tree->next_ply() == 1 && m_tree->in_main_moves()) {
      add_comment(record::root_node);
      return;
    }
    if (!m_tree->expects_move()) {
      if (!m_told_extra) {
        report(ProblemCode::variation_without_move,
               localized("a move after the last line has ended"), m_move);
      }
      m_told_extra = true;
      return;
    }
    const bool five = m_move.size() == 5 && m_move[2] == '-';
    const auto first = game().problems.size();
    const auto node = m_tree->add({five ? screen_square(m_move[0], m_move[1]) : Square::none,
                                   five ? screen_square(m_move[3], m_move[4]) : Square::none,
                                   !m_ends_line, m_has_alternative, m_at});
    for (auto i = first; i < game().problems.size(); ++i) {
      game().problems[i].token = excerpt(m_move);
    }
    reporter().locate(first);
    if (node != record::no_node) {
      add_comment(node);
    }
  }

  void add_comment(record::NodeId node) {
    if (const auto comment = trim(m_value); !comment.empty()) {
      game().add_comment(node, comment);
    }
  }

  Part m_part = Part::outside;
  std::size_t m_depth_in_other = 0; ///< open elements that mean nothing here
  std::size_t m_at = 0;             ///< of the element being read, in the slice
  std::string m_element;            ///< of <Head>, being read
  std::string m_value;
  std::string m_move;
  bool m_has_alternative = false;
  bool m_ends_line = false;
  std::string m_fen;
  std::size_t m_fen_at = 0;
  bool m_has_fen = false;
  bool m_lost_start = false;
  bool m_told_extra = false;
  std::optional<MoveTree> m_tree;
};

} // namespace

bool CbfSplitter::begins_root(std::string_view text) const {
  return text.starts_with("<ChineseChessRecord");
}

std::unique_ptr<SliceParser> make_cbf_parser(const ReadOptions& /*options*/) {
  return std::make_unique<CbfParser>();
}

} // namespace xq::format
