#pragma once

#include "format/movetext/ambiguity_resolver.hpp"
#include "format/movetext/branches.hpp"
#include "format/movetext/game_tree_builder.hpp"
#include "format/movetext/movetext_cache.hpp"
#include "format/movetext/movetext_lexer.hpp"
#include "format/shared/slice.hpp"
#include "notation/reading.hpp"

#include <xq/format/format.hpp>
#include <xq/notation/notation.hpp>
#include <xq/record/game.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace xq::format {

/// Reads moves as PGN writes them, and all that stands between them: numbers, comments, variations,
/// glyphs, the result. Any notation, any spacing; PGN and other text formats share it. A move that
/// cannot be read ends the game there, or, inside a variation, that variation; what came before is
/// kept. No recursion, no allocation a ply.
class MovetextReader {
public:
  struct Setting {
    std::optional<notation::Style> declared; ///< what the file says about itself; a hint
    bool has_position = false;               ///< the start position was given
    bool cut = false;                        ///< the text ends early, before unreadable bytes
    bool has_tags =
        false; ///< it is PGN by its headers, where a semicolon behind a blank begins a comment
  };

  /// The options say how moves are written and whether what follows may decide an ambiguous one.
  explicit MovetextReader(const ReadOptions& options);

  /// Get ready for a game without moves whose text is `text`.
  void begin(std::string_view text, record::Game& game, Reporter& report);
  /// Read the comment at `at`, which begins with `{` or `;`, and return the offset after it.
  std::size_t read_comment(std::size_t at);
  /// Read from `at` to the end of the text, from the game's start position on. Returns the result
  /// that ends the moves, if one does.
  std::optional<record::Result> read_moves(std::size_t at, const Setting& setting);

private:
  [[nodiscard]] Hash128 cache_key() const noexcept;
  bool recall(const Hash128& key);
  void remember(const Hash128& key, std::size_t problems_before);
  bool plain_move();
  bool chinese_move();
  bool square_move();
  void leave_out_rest();
  void step();
  void word(const MovetextToken& token);
  void number(const MovetextToken& token);
  [[nodiscard]] bool move_follows() const;
  [[nodiscard]] bool is_heading(const MovetextToken& token) const;
  void check_black_marker(std::size_t offset);
  void check_number(int value, std::size_t offset);
  void play(const notation::Reading& reading, std::string_view text, std::size_t offset,
            std::size_t length);
  std::string_view without_invisible(const MovetextToken& token);
  void report_invisible(std::size_t offset);
  void after_result();
  void text_after_result(std::size_t offset);
  void comment(const MovetextToken& token);
  void prose(const MovetextToken& token);
  void end_prose();
  void hear_result(std::string_view text);
  void line_comment(std::string_view text);
  void nag(const MovetextToken& token);
  void glyph(const MovetextToken& token);
  void score(std::string_view text);
  void add_score();
  bool sentence_or_branch();
  bool open_branch(std::string_view line);
  void close_branch();
  [[nodiscard]] int branch_ply(std::size_t from) const;
  void open_variation(std::size_t offset);
  void close_variation(std::size_t offset);
  bool skip_variation();
  void report_too_deep(std::size_t offset);
  void fail(ProblemCode code, std::string message, std::string_view text, std::size_t offset);
  void give_up_moves();

  MoveReader m_moves;
  const int m_max_ply; ///< -1: all
  const bool m_try_chinese;
  const bool m_try_squares;
  Setting m_setting;
  record::Game* m_game = nullptr;
  Reporter* m_report = nullptr;
  MovetextLexer m_lexer;

  GameTreeBuilder m_tree;
  std::optional<record::Result> m_result;

  std::string_view m_score; ///< that XQN gave before the move that comes next
  int m_score_ply = 0;      ///< plies before that move

  Branches m_branches;
  bool m_in_branch = false; ///< the last of them is being read

  MovetextToken m_prose;                  ///< the first; kind end: none
  std::optional<record::Result> m_spoken; ///< what prose said about the result,
  int m_spoken_ply = 0;                   ///< after so many plies

  bool m_format_reported = false;
  bool m_numerals_reported = false;
  bool m_number_reported = false;
  bool m_number_seen = false;
  int m_number_base = 0;

  std::shared_ptr<MovetextCache> m_cache; ///< may be null
  MovetextCache::Known m_known;
  std::string m_token; ///< a word without its zero-width characters
};

} // namespace xq::format
