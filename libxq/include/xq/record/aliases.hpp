#pragma once

#include <xq/base/expected.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace xq::record {

/// What a name names. The numbers are frozen: databases hold them.
enum class NameKind : std::uint8_t { player = 0, event = 1, site = 2 };
inline constexpr std::array name_kinds{NameKind::player, NameKind::event, NameKind::site};

/// `players`, `events`, `sites`: sections of an alias file.
[[nodiscard]] std::string_view section(NameKind kind) noexcept;

/// A person, an event or a place under all the names by which records call it.
struct NameGroup {
  NameKind kind{};
  std::vector<std::string> names; ///< each once, none empty; the first is the canonical one
  /// The lines of the file between the group before and this one (comments, empty lines, sections),
  /// as written, each with its line end.
  std::string above{};
  std::uint64_t line = 0; ///< of the file, from 1; 0: from no file
};

/// What is wrong with a line of an alias file, or with a group that is added.
struct AliasError {
  std::uint64_t line = 0;
  std::string message; ///< what is wrong and what to do
};

/// Names that stand for one another: groups, and an index from each name to its group. Names are
/// equal when their bytes are. Reading is safe on many threads.
///
/// As text, UTF-8, a line a group:
///
///     # a comment: any line that begins with #
///     [players]
///     胡荣华 | 胡榮華 | 上海胡榮華 | 上海 胡榮華 | Hu Ronghua
///     [events]
///     1992年全国象棋个人赛 | 1992年全國個人賽
///     [sites]
///     成都 | 成都市
///
/// Lines before the first section are players. Blanks around a name do not count; a name with a
/// vertical bar, blanks at an end or control characters stands in double quotes, with \" \\ and
/// \xNN (a byte) inside. The same name twice in a line counts once.
class Aliases {
public:
  /// All that is wrong, in the order of the lines, or the groups.
  [[nodiscard]] static Expected<Aliases, std::vector<AliasError>> read(std::string_view text);
  /// The text that read() takes: what was read comes out as it was written, blanks around names,
  /// line ends, needless quotes and repeated names aside.
  [[nodiscard]] std::string text() const;

  /// Nothing when the group was added; what is wrong when it has no name, an empty one, or one that
  /// another group of its kind has.
  [[nodiscard]] std::optional<AliasError> add(NameGroup group);
  /// Comments behind the last group, as NameGroup::above.
  void set_below(std::string text) { m_below = std::move(text); }
  [[nodiscard]] const std::string& below() const noexcept { return m_below; }

  [[nodiscard]] bool empty() const noexcept { return m_groups.empty(); }
  [[nodiscard]] std::span<const NameGroup> groups() const noexcept { return m_groups; }
  /// The group that has the name; null when none has.
  [[nodiscard]] const NameGroup* find(NameKind kind, std::string_view name) const;
  /// The first name of its group; `name` itself when no group has it. Valid as long as both.
  [[nodiscard]] std::string_view canonical(NameKind kind, std::string_view name) const;

private:
  struct Hash {
    // NOLINTNEXTLINE(readability-identifier-naming): what std::unordered_map looks for
    using is_transparent = void;
    [[nodiscard]] std::size_t operator()(std::string_view text) const noexcept {
      return std::hash<std::string_view>{}(text);
    }
  };
  using Index = std::unordered_map<std::string, std::size_t, Hash, std::equal_to<>>;

  std::vector<NameGroup> m_groups;
  std::array<Index, name_kinds.size()> m_index; ///< place in m_groups, by name
  std::string m_below;
};

/// One name as it stands in an alias file: in quotes where it needs them.
[[nodiscard]] std::string alias_text(std::string_view name);

} // namespace xq::record
