#pragma once

#include "format/shared/slice.hpp"

#include <xq/format/format.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace xq::format {

// JSON Lines: one object a line, see docs/formats/jsonl.md.

/// A line that begins with `{` is a game. Documents of others become such lines before; see
/// json_lines().
class JsonSplitter final : public Splitter {
private:
  bool begins_game(std::string_view line) override;
};

/// `text` begins like a JSON object or array, of whatever content.
[[nodiscard]] bool looks_like_json(std::string_view text) noexcept;
/// Some line of `text` begins an object and has a member "moves" or "nodes".
[[nodiscard]] bool has_json_games(std::string_view text) noexcept;
/// The games of a JSON document of others, an object a line: the objects that have moves, wherever
/// they stand in lists and objects. Empty where there is none.
[[nodiscard]] std::string json_lines(std::string_view document);
/// `text` is a JSON document that is not a game a line: it begins with a list, or with an object
/// that goes on in the next line or holds a list of objects.
[[nodiscard]] bool is_json_document(std::string_view text) noexcept;
[[nodiscard]] std::unique_ptr<SliceParser> make_json_parser(const ReadOptions& options);
[[nodiscard]] std::unique_ptr<Writer> make_json_writer(const WriteOptions& options);

} // namespace xq::format
