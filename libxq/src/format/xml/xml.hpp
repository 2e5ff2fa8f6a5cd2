#pragma once

#include "format/movetext/ambiguity_resolver.hpp"
#include "format/movetext/game_tree_builder.hpp"
#include "format/shared/slice.hpp"
#include "format/xml/xml_parser.hpp"

#include <xq/format/format.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xq::format {

/// Reads the plain form of XML records, see schemas/game.xsd: `<game>` elements at any depth below
/// one root (or as the root), in them headers named as in PGN but in lower case (`<tag name="X">`
/// for any other name), then moves in any notation with `<comment>`, `<nag>` and `<variation>`
/// elements after the move they belong to. Text arrives piece by piece, in UTF-8; games are handed
/// out as they end. Where the markup breaks within a game, that game is handed out with the
/// finding, and reading goes on at the next `<game`.
class XmlGameReader final : private XmlParser::Handler {
public:
  explicit XmlGameReader(const ReadOptions& options);

  static constexpr int max_breaks = 1000; ///< in a document; one more ends it

  /// Parse the next piece and append the games that end in it. A problem is about the file and ends
  /// it; games before it count.
  [[nodiscard]] std::optional<Problem> feed(std::string_view text, bool last,
                                            std::vector<std::unique_ptr<record::Game>>& games);
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

  [[nodiscard]] std::optional<Problem> limits(bool last) const;
  void forget_read_text();
  [[nodiscard]] bool breaks_game(const Problem& problem) const noexcept;
  [[nodiscard]] std::size_t find_next_game() noexcept;
  void give_up_game(std::size_t end);
  void start_game(std::span<const XmlParser::Attribute> attributes);
  void end_game();
  Element start_part(std::string_view name, std::span<const XmlParser::Attribute> attributes);
  void end_part(Element element);
  void start_moves();
  void end_move();
  void end_header();

  /// One change of the game's tree. An ambiguous move waits for the rest of its game, and what
  /// comes after it waits with it.
  enum class Action : std::uint8_t { move, comment, nag, open_variation, close_variation };
  struct Step {
    Action action{};
    std::string text;
    Location where;
  };
  class StepsAhead;
  void take(Action action, std::string_view text, Location where);
  void take_waiting();
  void perform(Action action, std::string_view text, Location where);
  void play(std::string_view token, Location where);
  void add_nag(std::string_view text, Location where);
  void open_variation(Location where);
  void close_variation();
  void report(ProblemCode code, std::string message, std::string_view token, Location where,
              int ply = 0);
  void report(ProblemCode code, std::string message, std::string_view token = {}, int ply = 0);
  void give_up_moves();

  std::optional<notation::Style> m_style;
  MoveReader m_moves;
  std::size_t m_max_game_bytes;
  XmlParser m_parser;
  Reporter m_report;
  std::vector<std::unique_ptr<record::Game>>* m_games = nullptr;
  std::unique_ptr<record::Game> m_current; ///< the game being read
  std::vector<Element> m_open;
  std::string m_root;                    ///< name of the document's root
  std::vector<std::string> m_containers; ///< names of the elements around games
  std::string m_value;
  std::string m_header;
  Location m_value_where;
  Location m_fen_where;

  GameTreeBuilder m_tree;
  bool m_moves_started = false;
  bool m_move_ended = false;      ///< the open <move> has had its text
  bool m_stray_text = false;      ///< text where none belongs was reported
  bool m_stopped = false;         ///< the main line cannot be read on
  int m_skipped = 0;              ///< variations open that are not read
  bool m_skipped_is_open = false; ///< the outermost of them was opened in m_tree
  std::vector<Step> m_waiting;    ///< from an ambiguous move on
  std::size_t m_performed = 0;    ///< of the steps that waited
  bool m_game_ended = false;      ///< nothing needs to wait any more
  record::Result m_header_result = record::Result::unknown;
  record::Result m_attribute_result = record::Result::unknown;

  std::string m_window; ///< text since the current game's beginning
  std::uint64_t m_window_at = 0;
  Location m_game_where;          ///< of the start tag of the current game
  std::optional<Problem> m_break; ///< the markup of the current game broke there
  std::uint64_t m_searched = 0;   ///< no next game begins before this
  int m_breaks = 0;
  std::vector<std::uint64_t> m_damage;
  std::uint64_t m_games_seen = 0;
};

[[nodiscard]] std::unique_ptr<Writer> make_xml_writer(const WriteOptions& options);

/// The PGN name of a header element (`event` is Event), or nothing.
[[nodiscard]] std::string_view header_of_element(std::string_view element) noexcept;
/// The element for a PGN header, or nothing when it goes into `<tag name="...">`.
[[nodiscard]] std::string_view element_of_header(std::string_view header) noexcept;

} // namespace xq::format
