#include "base/text/ascii.hpp"
#include "base/text/text.hpp"

#include <xq/base/error.hpp>
#include <xq/record/aliases.hpp>

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace xq::record {

namespace {

constexpr std::string_view separator = " | ";

bool is_control(char c) noexcept { return static_cast<unsigned char>(c) < 0x20 || c == '\x7F'; }

std::optional<unsigned> hex_digit(char c) noexcept {
  if (is_digit(c)) {
    return static_cast<unsigned>(c - '0');
  }
  const char small = lower(c);
  return small >= 'a' && small <= 'f' ? std::optional{static_cast<unsigned>(small - 'a') + 10U}
                                      : std::nullopt;
}

/// What stands between two names: | in either width, TABs, or = between blanks. A length of 0:
/// nothing does.
std::size_t separator_length(std::string_view line, std::size_t at) noexcept {
  constexpr std::string_view wide_bar = "\uFF5C";
  constexpr std::string_view wide_equals = "\uFF1D";
  const auto text = line.substr(at);
  if (text.starts_with('|') || text.starts_with('\t')) {
    return 1;
  }
  if (text.starts_with(wide_bar)) {
    return wide_bar.size();
  }
  const auto equals = text.starts_with('=')           ? std::size_t{1}
                      : text.starts_with(wide_equals) ? wide_equals.size()
                                                      : 0;
  if (equals == 0) {
    return 0;
  }
  const auto before = line.substr(0, at);
  const auto behind = text.substr(equals);
  const bool apart = (before.empty() || trim(before).size() < before.size()) &&
                     (behind.empty() || trim(behind).data() != behind.data());
  return apart ? equals : 0;
}

/// The first separator of the line, or its end.
std::size_t find_separator(std::string_view line) noexcept {
  std::size_t at = 0;
  while (at < line.size() && separator_length(line, at) == 0) {
    ++at;
  }
  return at;
}

/// Takes the names off a line, one after the other.
class LineOfNames {
public:
  explicit LineOfNames(std::string_view line) : m_rest{line} {}

  /// The names, each once; nothing when the line is wrong: see problem().
  std::optional<std::vector<std::string>> read() {
    std::vector<std::string> names;
    std::unordered_set<std::string> seen;
    for (bool more = true; more;) {
      m_rest = trim(m_rest);
      auto name = m_rest.starts_with('"') ? quoted() : plain();
      if (!name) {
        return std::nullopt;
      }
      more = take_separator();
      if (!more && !m_rest.empty()) {
        m_problem = localized("there is text behind a closing quote: '{}'. Write | between two "
                              "names.",
                              excerpt(m_rest, 60));
        return std::nullopt;
      }
      if (name->empty()) {
        m_problem = localized("a name is empty. Remove the | that stands too much.");
        return std::nullopt;
      }
      if (seen.insert(*name).second) {
        names.push_back(std::move(*name));
      }
    }
    return names;
  }
  [[nodiscard]] std::string problem() && { return std::move(m_problem); }

private:
  /// One separator with what is blank around it; TABs beside a | or = are no more than blanks.
  bool take_separator() {
    const auto at = m_rest.size() - trim(m_rest).size(); // no line has blanks at its end
    const bool tab = m_rest.find('\t') < at && at < m_rest.size();
    const auto length = separator_length(m_rest, at);
    m_rest.remove_prefix(at + length);
    return length != 0 || tab;
  }

  std::optional<std::string> plain() {
    const auto end = find_separator(m_rest);
    std::string name{trim(m_rest.substr(0, end))};
    m_rest.remove_prefix(end);
    return name;
  }

  std::optional<std::string> quoted() {
    std::string name;
    for (std::size_t i = 1; i < m_rest.size(); ++i) {
      if (m_rest[i] == '"') {
        m_rest.remove_prefix(i + 1);
        return name;
      }
      if (m_rest[i] != '\\') {
        name += m_rest[i];
        continue;
      }
      const auto byte = escaped(m_rest.substr(i + 1));
      if (!byte) {
        m_problem = localized("'{}' means nothing within quotes. Write \\\\ for a backslash, \\\" "
                              "for a quote, \\xNN for a byte.",
                              excerpt(m_rest.substr(i), 4));
        return std::nullopt;
      }
      name += *byte;
      i += m_rest[i + 1] == 'x' ? 3U : 1U;
    }
    m_problem = localized("a quote is not closed. Write \" at the end of the name.");
    return std::nullopt;
  }

  /// What stands behind a backslash.
  static std::optional<char> escaped(std::string_view text) noexcept {
    if (text.starts_with('"') || text.starts_with('\\')) {
      return text[0];
    }
    if (text.size() < 3 || text[0] != 'x') {
      return std::nullopt;
    }
    const auto high = hex_digit(text[1]);
    const auto low = hex_digit(text[2]);
    return high && low ? std::optional{static_cast<char>(*high * 16 + *low)} : std::nullopt;
  }

  std::string_view m_rest;
  std::string m_problem;
};

/// The section that a line opens; nothing for another line and for a name that none has.
std::optional<NameKind> opened_section(std::string_view line) noexcept {
  line = trim(line);
  if (!line.starts_with('[') || !line.ends_with(']')) {
    return std::nullopt;
  }
  const auto name = trim(line.substr(1, line.size() - 2));
  for (const NameKind kind : name_kinds) {
    if (equal_ignoring_case(section(kind), name)) {
      return kind;
    }
  }
  return std::nullopt;
}

/// The section in force behind these lines.
NameKind section_after(std::string_view lines, NameKind before) noexcept {
  while (!lines.empty()) {
    const auto end = std::min(lines.find('\n'), lines.size());
    before = opened_section(lines.substr(0, end)).value_or(before);
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return before;
}

/// Reads a file line by line.
class AliasReader {
public:
  void take(std::string_view line, Aliases& aliases) {
    ++m_line;
    const auto text = trim(line);
    if (text.empty() || text.starts_with('#')) {
      keep(line);
    } else if (text.starts_with('[')) {
      open_section(line);
    } else {
      add_group(text, aliases);
    }
  }
  [[nodiscard]] std::string take_above() { return std::exchange(m_above, {}); }
  [[nodiscard]] std::vector<AliasError>& errors() noexcept { return m_errors; }

private:
  void keep(std::string_view line) {
    m_above += line;
    m_above += '\n';
  }

  void open_section(std::string_view line) {
    if (const auto kind = opened_section(line)) {
      m_kind = *kind;
      keep(line);
    } else {
      error(localized("'{}' is no section. Write [players], [events] or [sites]; a name that "
                      "begins with [ stands in quotes.",
                      excerpt(trim(line), 60)));
    }
  }

  void add_group(std::string_view text, Aliases& aliases) {
    LineOfNames line{text};
    auto names = line.read();
    if (!names) {
      error(std::move(line).problem());
      return;
    }
    auto wrong = aliases.add({m_kind, std::move(*names), take_above(), m_line});
    if (wrong) {
      m_errors.push_back(std::move(*wrong));
    }
  }

  void error(std::string message) { m_errors.push_back({m_line, std::move(message)}); }

  NameKind m_kind = NameKind::player;
  std::uint64_t m_line = 0;
  std::string m_above;
  std::vector<AliasError> m_errors;
};

} // namespace

std::string_view section(NameKind kind) noexcept {
  constexpr std::array<std::string_view, name_kinds.size()> names{"players", "events", "sites"};
  return names[static_cast<std::size_t>(kind)];
}

std::string alias_text(std::string_view name) {
  const bool bare =
      trim(name) == name && !name.empty() && name[0] != '#' && name[0] != '[' && name[0] != '"' &&
      find_separator(name) == name.size() && std::none_of(name.begin(), name.end(), is_control) &&
      find_invalid_utf8(name) == std::string_view::npos && !name.starts_with("\xEF\xBB\xBF");
  if (bare) {
    return std::string{name};
  }
  const bool bytes = find_invalid_utf8(name) != std::string_view::npos;
  std::string text = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') {
      text += '\\';
      text += c;
    } else if (is_control(c) || (bytes && static_cast<unsigned char>(c) >= 0x80)) {
      text += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      text += c;
    }
  }
  return text + '"';
}

Expected<Aliases, std::vector<AliasError>> Aliases::read(std::string_view text) {
  Aliases aliases;
  AliasReader reader;
  if (text.starts_with("\xEF\xBB\xBF")) {
    text.remove_prefix(3);
  }
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    auto line = text.substr(0, end);
    if (line.ends_with('\r')) {
      line.remove_suffix(1);
    }
    reader.take(line, aliases);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (!reader.errors().empty()) {
    return Unexpected{std::move(reader.errors())};
  }
  aliases.set_below(reader.take_above());
  return aliases;
}

std::string Aliases::text() const {
  std::string out;
  NameKind current = NameKind::player;
  for (const NameGroup& group : m_groups) {
    out += group.above;
    current = section_after(group.above, current);
    if (current != group.kind) {
      current = group.kind;
      out += fmt::format("[{}]\n", section(current));
    }
    for (std::size_t i = 0; i < group.names.size(); ++i) {
      out += i == 0 ? std::string_view{} : separator;
      out += alias_text(group.names[i]);
    }
    out += '\n';
  }
  return out + m_below;
}

std::optional<AliasError> Aliases::add(NameGroup group) {
  if (group.names.empty() || std::any_of(group.names.begin(), group.names.end(),
                                         [](const auto& name) { return name.empty(); })) {
    return AliasError{group.line, localized("a name is empty. Remove the | that stands too much.")};
  }
  for (const auto& name : group.names) {
    if (const auto* const other = find(group.kind, name)) {
      return AliasError{
          group.line,
          other->line == 0
              ? localized("'{}' is in two groups. Leave it in one of them.", excerpt(name, 60))
              : localized("'{}' is in line {}, too: a name belongs to one person, "
                          "event or place. Leave it in one of the two lines, or "
                          "join them.",
                          excerpt(name, 60), other->line)};
    }
  }
  auto& index = m_index[static_cast<std::size_t>(group.kind)];
  for (const auto& name : group.names) {
    index.emplace(name, m_groups.size());
  }
  m_groups.push_back(std::move(group));
  return std::nullopt;
}

const NameGroup* Aliases::find(NameKind kind, std::string_view name) const {
  const auto& index = m_index[static_cast<std::size_t>(kind)];
  const auto found = index.find(name);
  return found == index.end() ? nullptr : &m_groups[found->second];
}

std::string_view Aliases::canonical(NameKind kind, std::string_view name) const {
  const auto* const group = find(kind, name);
  return group == nullptr ? name : std::string_view{group->names.front()};
}

} // namespace xq::record
