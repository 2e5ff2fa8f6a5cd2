#include "base/text/printable.hpp"
#include "base/text/text.hpp"
#include "render/document.hpp"
#include "render/fill.hpp"

#include <algorithm>
#include <string_view>

namespace xq::render {

namespace {

/// Columns of the screen for which Column::widest and least are meant.
constexpr std::size_t usual_screen = 80;
/// Column::least of texts that are no names.
constexpr std::size_t long_text = 12;
/// What wraps does so in no fewer columns.
constexpr std::size_t least_wrapped = 16;
constexpr std::size_t gap = 2;

using Indices = std::vector<std::size_t>;

/// The cells of a table, and the widths of its columns on a screen.
class Layout {
public:
  Layout(const Table& table, std::size_t screen, bool splits)
      : m_table{table}, m_screen{screen}, m_splits{splits} {
    take_cells();
    measure();
    for (std::size_t c = 0; c < m_table.columns.size(); ++c) {
      m_shown.push_back(c);
    }
    m_widths = m_natural;
    while (!shrink(1) && leave_out_spare()) {
      m_widths = m_natural;
    }
    if (all() > m_screen && m_screen < usual_screen) {
      shrink(2);
    }
  }

  [[nodiscard]] std::string text() {
    std::string out;
    for (const Indices& block : blocks()) {
      out += out.empty() ? "" : "\n";
      for (const auto& row : m_cells) {
        append_row(out, row, block);
      }
    }
    return out;
  }

private:
  /// Headings and rows, none wider than its column may be.
  void take_cells() {
    auto& headings = m_cells.emplace_back();
    for (const Column& column : m_table.columns) {
      headings.push_back(printable(column.heading));
    }
    m_has_headings = !std::ranges::all_of(headings, &std::string::empty);
    if (!m_has_headings) {
      m_cells.pop_back();
    }
    for (const auto& row : m_table.rows) {
      auto& shown = m_cells.emplace_back();
      for (std::size_t c = 0; c < m_table.columns.size(); ++c) {
        const std::size_t widest = m_table.columns[c].widest;
        shown.push_back(
            widest == 0 || m_screen == std::string::npos
                ? printable(row[c])
                : printable(row[c], widest * std::max(m_screen, usual_screen) / usual_screen));
      }
    }
  }

  void measure() {
    m_natural.resize(m_table.columns.size());
    for (const auto& row : m_cells) {
      for (std::size_t c = 0; c < m_natural.size(); ++c) {
        m_natural[c] = std::max(m_natural[c], display_width(row[c]));
      }
    }
  }

  /// What a column keeps, its heading in any case.
  [[nodiscard]] std::size_t least_of(std::size_t c, std::size_t part) const {
    const Column& column = m_table.columns[c];
    const std::size_t least = column.wraps ? least_wrapped : column.least / part;
    return std::max(least, m_has_headings ? display_width(m_cells.front()[c]) : 0);
  }

  /// Columns of the screen that all shown columns take.
  [[nodiscard]] std::size_t all() const {
    std::size_t width = 0;
    for (const std::size_t c : m_shown) {
      width += m_widths[c] + (width == 0 ? 0 : gap);
    }
    return width;
  }

  /// Make columns narrower, to their least divided by `part`: what wraps, long texts from the
  /// right, then the longest of the names. Whether all fit.
  bool shrink(std::size_t part) {
    shrink_longest(part, [&](std::size_t c) { return m_table.columns[c].wraps; });
    for (std::size_t i = m_shown.size(); i-- > 0;) {
      const auto is_last = [&](std::size_t c) {
        return c == m_shown[i] && m_table.columns[c].least == long_text;
      };
      shrink_longest(part, is_last);
    }
    return shrink_longest(part, [&](std::size_t c) { return m_table.columns[c].least != 0; });
  }

  /// The longest of the columns that `may` choose, again and again.
  template <typename May>
  bool shrink_longest(std::size_t part, const May& may) {
    const auto room = [&](std::size_t c) {
      return may(c) && m_widths[c] > least_of(c, part) ? m_widths[c] : 0;
    };
    for (std::size_t width = all(); width > m_screen; --width) {
      const auto longest = *std::ranges::max_element(m_shown, {}, room);
      if (room(longest) == 0) {
        return false;
      }
      --m_widths[longest];
    }
    return true;
  }

  /// The last of the columns that may be missing; whether there was one.
  bool leave_out_spare() {
    const auto spare = std::find_if(m_shown.rbegin(), m_shown.rend(),
                                    [&](std::size_t c) { return m_table.columns[c].spare; });
    if (spare == m_shown.rend()) {
      return false;
    }
    m_shown.erase(std::next(spare).base());
    return true;
  }

  /// The columns, in blocks that fit one below the other; each begins with those that say what a
  /// row is about: the first with a heading, and what is before it. There is room for texts then.
  std::vector<Indices> blocks() {
    if (all() <= m_screen || !m_splits) {
      return {m_shown};
    }
    m_widths = m_natural;
    Indices first;
    std::size_t first_width = 0;
    for (const std::size_t c : m_shown) {
      first.push_back(c);
      fit(c, m_screen / 2);
      first_width += m_widths[c] + gap;
      if (!m_has_headings || !m_cells.front()[c].empty()) {
        break;
      }
    }
    std::vector<Indices> out{first};
    std::size_t width = first_width;
    for (std::size_t i = first.size(); i < m_shown.size(); ++i) {
      const std::size_t c = m_shown[i];
      fit(c, m_screen > first_width ? m_screen - first_width : 0);
      if (width + m_widths[c] > m_screen && out.back().size() > first.size()) {
        out.push_back(first);
        width = first_width;
      }
      out.back().push_back(c);
      width += m_widths[c] + gap;
    }
    return out;
  }

  /// Give a column that may be narrower so much.
  void fit(std::size_t c, std::size_t width) {
    if (m_table.columns[c].least != 0 || m_table.columns[c].wraps) {
      m_widths[c] = std::min(m_widths[c], std::max(width, least_of(c, 1)));
    }
  }

  /// The lines of a cell; one, cut, but of what wraps.
  [[nodiscard]] std::vector<std::string> lines_of(const std::string& cell, std::size_t c) const {
    if (display_width(cell) <= m_widths[c]) {
      return {cell};
    }
    if (!m_table.columns[c].wraps) {
      return {printable(cell, m_widths[c])};
    }
    if (const auto bare = trim(cell); display_width(bare) <= m_widths[c]) { // in a tree
      return {std::string(m_widths[c] - display_width(bare), ' ').append(bare)};
    }
    std::vector<std::string> lines;
    const std::size_t indent = std::min(cell.find_first_not_of(' '), m_widths[c] / 2);
    const std::string filled = fill(trim(cell), indent, m_widths[c]);
    for (std::string_view rest = filled; !rest.empty();) {
      const auto line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(line.size() + 1);
      lines.push_back(printable(line, m_widths[c]));
    }
    return lines;
  }

  void append_row(std::string& out, const std::vector<std::string>& row,
                  const Indices& block) const {
    std::vector<std::vector<std::string>> cells;
    std::size_t height = 0;
    for (const std::size_t c : block) {
      cells.push_back(lines_of(row[c], c));
      height = std::max(height, cells.back().size());
    }
    for (std::size_t line = 0; line < height; ++line) {
      for (std::size_t i = 0; i < block.size(); ++i) {
        const std::string& text = line < cells[i].size() ? cells[i][line] : no_text;
        const std::size_t blanks = m_widths[block[i]] - display_width(text);
        const bool right = m_table.columns[block[i]].right;
        out.append(i == 0 ? 0 : gap, ' ');
        out.append(right ? blanks : 0, ' ');
        out += text;
        out.append(right ? 0 : blanks, ' ');
      }
      out.erase(out.find_last_not_of(' ') + 1);
      out += '\n';
    }
  }

  inline static const std::string no_text;

  const Table& m_table;
  std::size_t m_screen;
  bool m_splits;
  std::vector<std::vector<std::string>> m_cells;
  bool m_has_headings = true;
  std::vector<std::size_t> m_natural, m_widths;
  Indices m_shown;
};

} // namespace

std::string table_text(const Table& table, std::size_t screen, bool splits) {
  return table.rows.empty() ? std::string{} : Layout{table, screen, splits}.text();
}

} // namespace xq::render
