#pragma once

#include "format/shared/slice.hpp"

#include <xq/format/format.hpp>

#include <memory>
#include <string_view>

namespace xq::format {

// JSON Lines: one object a line, see docs/formats/jsonl.md.

/// A line that begins with `{` is a game.
class JsonSplitter final : public Splitter {
private:
  bool begins_game(std::string_view line) override;
};

/// `text` begins like a JSON object or array, of whatever content.
[[nodiscard]] bool looks_like_json(std::string_view text) noexcept;
/// Some line of `text` begins an object and has a member "moves" or "nodes".
[[nodiscard]] bool has_json_games(std::string_view text) noexcept;
[[nodiscard]] std::unique_ptr<SliceParser> make_json_parser(const ReadOptions& options);
[[nodiscard]] std::unique_ptr<Writer> make_json_writer(const WriteOptions& options);

} // namespace xq::format
