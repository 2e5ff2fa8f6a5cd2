#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xq::cli {

struct CommandInfo;

/// A piece of a topic: paragraphs, then rows of a name and what it is.
struct TopicPart {
  std::string text; ///< as CommandInfo::description
  std::vector<std::pair<std::string, std::string>> rows;
};

/// What several tools have in common, for `xq help TOPIC`.
struct Topic {
  std::string_view name;
  std::string_view summary; ///< half a sentence
  std::vector<TopicPart> (*parts)() = nullptr;
};

/// In the order of the overview.
[[nodiscard]] std::span<const Topic> topics() noexcept;
/// Nothing when there is no such topic. A blank in `name` stands for a hyphen, `exit codes`, and a
/// beginning will do, `exit`.
[[nodiscard]] const Topic* find_topic(std::string name);
/// `xq help TOPIC`, in the chosen language.
[[nodiscard]] std::string topic_help(const Topic& topic);

/// What the letters of answers_of() mean.
[[nodiscard]] std::string about_answers();
/// For each kind of object that the tool prints with --json the option that asks for it, and the
/// members.
[[nodiscard]] std::vector<std::pair<std::string, std::string>>
answers_of(const CommandInfo& command);

/// Exit statuses and what they mean, for every tool, in the chosen language.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> exit_statuses();

} // namespace xq::cli
