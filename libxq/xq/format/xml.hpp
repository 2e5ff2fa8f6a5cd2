#pragma once

#include <xq/format/format.hpp>
#include <xq/format/line_of_play.hpp>
#include <xq/format/slice.hpp>
#include <xq/format/xml_parser.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xq::format {

/// A game read from XML with the text it came from (game.raw is a view of it).
struct XmlGame {
  record::Game game;
  std::string raw;
};

/// Reads the plain form of XML records, see schemas/game.xsd: `<game>` elements at any depth below
/// one root (or as the root), in them headers named as in PGN but in lower case (`<tag name="X">`
/// for any other name), then moves in any notation with `<comment>`, `<nag>` and `<variation>`
/// elements after the move they belong to. Text arrives piece by piece, in UTF-8; games are handed
/// out as they end.
class XmlGameReader final : private XmlParser::Handler {
public:
  explicit XmlGameReader(const ReadOptions& options);

  /// Parse the next piece and append the games that end in it. A problem is about the file and ends
  /// it; games before it count.
  [[nodiscard]] std::optional<Problem> feed(std::string_view text, bool last,
                                            std::vector<std::unique_ptr<XmlGame>>& games);
  /// Text offset of a U+FFFD that stands for bytes that could not be decoded; ascending, each
  /// before its text is fed.
  void add_damage(std::uint64_t text_offset) { m_damage.push_back(text_offset); }

private:
  enum class Element : std::uint8_t {
    container,
    game,
    header,
    move,
    comment,
    nag,
    variation,
    other
  };

  void start_element(std::string_view name,
                     std::span<const XmlParser::Attribute> attributes) override;
  void end_element(std::string_view name) override;
  void text(std::string_view text) override;

  void start_game(std::span<const XmlParser::Attribute> attributes);
  void end_game();
  Element start_part(std::string_view name, std::span<const XmlParser::Attribute> attributes);
  void end_part(Element element);
  void start_moves();
  void play();
  void end_header();
  void end_nag();
  void start_variation();
  void end_variation();
  void report(ProblemCode code, std::string message, std::string_view token = {}, int ply = 0);
  void give_up_line();

  std::optional<notation::Style> m_style;
  std::size_t m_max_game_bytes;
  XmlParser m_parser;
  Reporter m_report;
  std::vector<std::unique_ptr<XmlGame>>* m_games = nullptr;
  std::unique_ptr<XmlGame> m_current; ///< the game being read
  std::vector<Element> m_open;
  std::string m_root; ///< name of the document's root
  std::string m_value;
  std::string m_header;
  Location m_value_where;
  Location m_fen_where;

  LineOfPlay m_line;
  bool m_moves_started = false;
  bool m_move_played = false;     ///< of the open <move>
  bool m_stray_text = false;      ///< text where none belongs was reported
  bool m_stopped = false;         ///< the main line cannot be read on
  int m_skipped = 0;              ///< variations open that are not read
  bool m_skipped_is_open = false; ///< the outermost of them was opened in m_line
  record::Result m_header_result = record::Result::unknown;
  record::Result m_attribute_result = record::Result::unknown;

  std::string m_window; ///< text since the current game's beginning
  std::uint64_t m_window_at = 0;
  std::uint64_t m_game_at = 0;
  std::vector<std::uint64_t> m_damage;
  std::uint64_t m_games_seen = 0;
};

[[nodiscard]] std::unique_ptr<Writer> make_xml_writer(const WriteOptions& options);

/// The PGN name of a header element (`event` is Event), or nothing.
[[nodiscard]] std::string_view header_of_element(std::string_view element) noexcept;
/// The element for a PGN header, or nothing when it goes into `<tag name="...">`.
[[nodiscard]] std::string_view element_of_header(std::string_view header) noexcept;

} // namespace xq::format
