#pragma once

#include "cli/talk.hpp"
#include "command.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace xq::cli {

/// `xq --help --all`: every tool with its summary, by group, and the topics.
[[nodiscard]] std::string overview();
/// `xq book --help`: the tools of a family.
[[nodiscard]] std::string family_overview(std::string_view family);
/// `xq TOOL --help`: what it does, by example, and every option.
[[nodiscard]] std::string tool_help(const CommandInfo& info, const OptionSet& options);

/// The paragraphs of `text` filled to `width` columns of the terminal, each line after `indent`
/// blanks. A paragraph that begins with a blank is kept as it is.
[[nodiscard]] std::string fill(std::string_view text, std::size_t indent,
                               std::size_t width = text_columns());

/// A command of a shell after two blanks; a long one continues on further lines.
[[nodiscard]] std::string command_lines(std::string_view command);

/// A row of help: `left` after two blanks, and `right` filled from `column` on; beside it or, where
/// `left` is too long, below.
[[nodiscard]] std::string two_columns(const std::string& left, const std::string& right,
                                      std::size_t column);

/// `-t, --threads N`, the left column of help.
[[nodiscard]] std::string option_heading(const OptionSet::Option& option);
/// The description, then the choices and the default, as one sentence each.
[[nodiscard]] std::string option_text(const std::string& description, const Value& value);

} // namespace xq::cli
