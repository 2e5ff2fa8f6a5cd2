#include "base/text/text.hpp"
#include "format/shared/flat_record.hpp"
#include "format/shared/header_name.hpp"
#include "format/shared/record_tree.hpp"
#include "format/xml/pfc.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>
#include <xq/record/game.hpp>

namespace xq::format {
namespace {

using record::Result;

/// `h2e2` with ranks 0 to 9; none for anything else.
Square square_at(std::string_view move, std::size_t at) noexcept {
  return move.size() == 4 && move[at] >= 'a' && move[at] <= 'i' && move[at + 1] >= '0' &&
                 move[at + 1] <= '9'
             ? make_square(move[at] - 'a', move[at + 1] - '0')
             : Square::none;
}

class PfcParser final : public XmlSliceParser {
private:
  void begin() override {
    m_tree.clear();
    m_open.clear();
    m_skipped = 0;
    m_has_root = m_has_start = false;
  }

  void finish() override {
    if (m_has_start) {
      m_tree.grow(game(), reporter());
    }
  }

  void start_element(std::string_view name,
                     std::span<const XmlParser::Attribute> attributes) override {
    if (m_skipped > 0) {
      ++m_skipped;
    } else if (name != "n") {
      report(ProblemCode::bad_xml, localized("an element other than <n>"), name);
      m_skipped = 1;
    } else if (!m_has_root) {
      m_has_root = true;
      m_open.push_back(RecordTree::root);
      start_game(attributes);
    } else {
      start_move(attributes);
    }
  }

  void end_element(std::string_view /*name*/) override {
    if (m_skipped > 0) {
      --m_skipped;
    } else {
      m_open.pop_back();
    }
  }

  void text(std::string_view text) override {
    if (m_skipped == 0 && !trim(text).empty()) {
      report(ProblemCode::unknown_token, localized("text outside an attribute"), trim(text));
    }
  }

  void start_game(std::span<const XmlParser::Attribute> attributes) {
    const auto fen = trim(value_of(attributes, "m"));
    if (fen.empty()) {
      report(ProblemCode::missing_tag, localized("no start position; the usual one is taken"));
    }
    m_has_start = fen.empty() || set_up_start(fen, offset(), game(), reporter());
    m_tree.add_comment(RecordTree::root, value_of(attributes, "c"));
    for (const auto& [name, text] : attributes) {
      const auto value = trim(text);
      if (name == "win" || name == "result") {
        add_result(value);
      } else if (name != "version" && name != "m" && name != "c" && !value.empty()) {
        if (const auto header = header_of_field(name); !game().has_tag(header)) {
          game().add_tag(header, value);
        }
      }
    }
  }

  void add_result(std::string_view value) {
    const auto result = record::find_outcome(value);
    if (!result && !value.empty()) {
      report(ProblemCode::bad_result, localized("the result is none of 1-0, 0-1, 1/2-1/2 and *"),
             value);
    }
    if (result && *result != Result::unknown) {
      game().set_result(*result);
    }
  }

  void start_move(std::span<const XmlParser::Attribute> attributes) {
    const auto move = trim(value_of(attributes, "m"));
    const auto from = square_at(move, 0);
    const auto to = square_at(move, 2);
    if (from == Square::none || to == Square::none) {
      report(ProblemCode::unknown_move,
             localized("no move like h2e2; it and what follows it are left out"), move,
             static_cast<int>(m_open.size()));
      m_skipped = 1;
      return;
    }
    const auto id = m_tree.add(m_open.back(), from, to, offset());
    m_tree.add_comment(id, value_of(attributes, "c"));
    if (value_of(attributes, "default") == "true") {
      m_tree.prefer(id);
    }
    m_open.push_back(id);
  }

  RecordTree m_tree;
  std::vector<RecordTree::Id> m_open;
  std::size_t m_skipped = 0; ///< open elements that are not read
  bool m_has_root = false;
  bool m_has_start = false;
};

} // namespace

bool PfcSplitter::begins_root(std::string_view text) const {
  if (!text.starts_with("<n ")) {
    return false;
  }
  // Only the root of these elements has this attribute; its name may stand in a comment, too.
  text.remove_prefix(2);
  while (true) {
    const auto equals = text.find_first_of("=>");
    if (equals == std::string_view::npos || text[equals] == '>') {
      return false;
    }
    const auto name = trim(text.substr(0, equals));
    if (name == "version") {
      return true;
    }
    text = trim(text.substr(equals + 1));
    const auto end = text.empty() ? std::string_view::npos : text.find(text.front(), 1);
    if (end == std::string_view::npos) {
      return false; // the value goes on in the next line
    }
    text.remove_prefix(end + 1);
  }
}

std::unique_ptr<SliceParser> make_pfc_parser(const ReadOptions& /*options*/) {
  return std::make_unique<PfcParser>();
}

} // namespace xq::format
