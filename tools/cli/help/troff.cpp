#include "cli/help/troff.hpp"

#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <iterator>
#include <vector>

namespace xq::cli {

namespace {

/// A letter, a digit or what a word of a command may begin with. (Without a place to end a line
/// before `{date}`, troff with the macros of Chinese looks for one for ever.)
bool may_begin_word(std::string_view text) {
  constexpr std::string_view signs = "-_{[<./+$@#*";
  return !text.empty() && (std::isalnum(static_cast<unsigned char>(text.front())) != 0 ||
                           signs.find(text.front()) != std::string_view::npos);
}

/// Whether a line may end between `before`, which troff takes as one word with what follows, and
/// `rest`: behind Chinese punctuation and before an opening bracket, next to Latin letters.
bool may_break(std::string_view before, std::string_view rest) {
  constexpr std::string_view closing[] = {"、", "，", "。", "；", "：", "）"};
  return (may_begin_word(rest) && std::any_of(std::begin(closing), std::end(closing),
                                              [&](auto mark) { return before.ends_with(mark); })) ||
         (rest.starts_with("（") && !before.empty() &&
          may_begin_word(before.substr(before.size() - 1)));
}

std::string_view trimmed(std::string_view text) {
  const auto begin = std::min(text.find_first_not_of(' '), text.size());
  text.remove_prefix(begin);
  return text.substr(0, text.find_last_not_of(' ') + 1); // npos + 1 == 0
}

/// The text of a link; the place it points to where that is on the web.
std::string link_text(std::string_view label, std::string_view target) {
  const bool on_the_web = target.starts_with("http");
  return escaped(label) + (on_the_web ? fmt::format(" ({})", escaped(target)) : std::string{});
}

/// `code`, **strong**, *emphasis* and [links](x) within a paragraph.
std::string inline_markup(std::string_view text) {
  struct Mark {
    std::string_view sign;
    std::string_view font;
  };
  constexpr Mark marks[] = {{"`", "\\fB"}, {"**", "\\fB"}, {"*", "\\fI"}};
  std::string out;
  while (!text.empty()) {
    const auto label_end = text.starts_with('[') ? text.find("](") : std::string_view::npos;
    if (const auto end = text.find(')', label_end); label_end < end && end < text.size()) {
      out +=
          link_text(text.substr(1, label_end - 1), text.substr(label_end + 2, end - label_end - 2));
      text.remove_prefix(end + 1);
      continue;
    }
    const auto* const mark = std::find_if(std::begin(marks), std::end(marks), [&](const Mark& m) {
      return text.starts_with(m.sign) && text.find(m.sign, m.sign.size()) < text.size();
    });
    if (mark != std::end(marks)) {
      const auto length = mark->sign.size();
      const auto end = text.find(mark->sign, length);
      out += fmt::format("{}{}\\fR", mark->font, escaped(text.substr(length, end - length)));
      text.remove_prefix(end + length);
      continue;
    }
    const auto next = std::min(text.find_first_of("`*[", 1), text.size());
    out += escaped(text.substr(0, next));
    text.remove_prefix(next);
  }
  return out;
}

/// An argument of a macro, where a quotation mark would group words.
std::string heading(std::string_view text) {
  std::string out;
  for (const char c : text) {
    out += c == '"' ? std::string{"\\(dq"} : std::string(1, c);
  }
  return out;
}

std::vector<std::string_view> cells(std::string_view row) {
  std::vector<std::string_view> out;
  row.remove_prefix(1);
  for (std::size_t end = row.find('|'); end != std::string_view::npos; end = row.find('|')) {
    out.push_back(trimmed(row.substr(0, end)));
    row.remove_prefix(end + 1);
  }
  return out;
}

/// The first cell as a heading, the others below it.
std::string table_row(std::string_view row) {
  const auto all = cells(row);
  std::string rest;
  for (std::size_t i = 1; i < all.size(); ++i) {
    rest += (rest.empty() || all[i].empty() ? "" : "; ") + inline_markup(all[i]);
  }
  return all.empty() ? rest
                     : fmt::format(".TP\n\\fB{}\\fR\n{}\n", inline_markup(all.front()), rest);
}

/// The next line of `text`, which is taken off it.
std::string_view take_line(std::string_view& text) {
  const auto line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(text.size(), line.size() + 1));
  return line;
}

std::string kept_as_it_is(std::string_view text) {
  return fmt::format(".nf\n{}\n.fi\n", escaped(text.substr(0, text.find_last_not_of('\n') + 1)));
}

/// Rows `  -n, --shards N    text`, the text going on in lines that are indented further.
std::string usage_rows(std::string_view rows) {
  constexpr std::size_t deepest_name = 8;
  std::string out;
  std::string name;
  std::string text;
  const auto end_row = [&] { out += name.empty() ? std::string{} : entry(name, text); };
  while (!rows.empty()) {
    const auto line = take_line(rows);
    auto words = trimmed(line);
    if (line.find_first_not_of(' ') < deepest_name) {
      end_row();
      name = words.substr(0, words.find("  "));
      words.remove_prefix(name.size());
      text.clear();
    }
    text += fmt::format("{}{}", text.empty() ? "" : " ", trimmed(words));
  }
  end_row();
  return out;
}

} // namespace

std::string escaped(std::string_view text) {
  std::string out;
  bool line_start = true;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (may_break(text.substr(0, at), text.substr(at))) {
      out += "\\:";
    }
    if (line_start && (c == '.' || c == '\'')) {
      out += "\\&";
    }
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
    line_start = c == '\n';
  }
  return out;
}

std::string upper(std::string text) {
  for (char& c : text) {
    c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return text;
}

std::string page_head(const std::string& page, int section, std::string_view version,
                      std::string_view manual, std::string_view summary) {
  return fmt::format(".TH {} {} \"\" \"xq {}\" \"{}\"\n.ad l\n.SH {}\n{} \\- {}\n",
                     upper(escaped(page)), section, version, manual, translate("NAME"),
                     escaped(page), escaped(translate(summary)));
}

std::string section(std::string_view title) { return fmt::format(".SH {}\n", title); }

std::string paragraphs(std::string_view text) {
  std::string out;
  bool kept = false;
  const auto keep = [&](bool yes) {
    if (yes != kept) {
      out += yes ? ".PP\n.nf\n" : ".fi\n";
      kept = yes;
    }
  };
  while (!text.empty()) {
    const std::string_view row = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), row.size() + 1));
    if (row.empty()) {
      keep(false);
      out += ".PP\n";
      continue;
    }
    keep(row.front() == ' ');
    out += escaped(row) + "\n";
  }
  keep(false);
  return out;
}

std::string entry(const std::string& heading, const std::string& text) {
  return fmt::format(".TP\n\\fB{}\\fR\n{}\n", escaped(heading), escaped(text));
}

std::string from_markdown(std::string_view document) {
  std::string out;
  std::string text; // of the paragraph that is being read
  const auto end_paragraph = [&] {
    out += text.empty() ? "" : inline_markup(text) + "\n";
    text.clear();
  };
  bool kept = false;
  while (!document.empty()) {
    const auto row = document.substr(0, document.find('\n'));
    document.remove_prefix(std::min(document.size(), row.size() + 1));
    const bool is_kept = row.starts_with("    ");
    if (is_kept != kept && !row.empty()) {
      end_paragraph();
      out += is_kept ? ".PP\n.nf\n" : ".fi\n";
      kept = is_kept;
    }
    if (is_kept) {
      out += escaped(row) + "\n";
    } else if (row.empty()) {
      end_paragraph();
      out += ".PP\n";
    } else if (row.starts_with('#')) {
      end_paragraph();
      const auto title = row.substr(row.find_first_not_of("# "));
      out += row.starts_with("# ") ? std::string{}
                                   : fmt::format(".SS {}\n", heading(inline_markup(title)));
    } else if (row.starts_with('|')) {
      const bool is_rule = row.find_first_not_of("|- ") == std::string_view::npos;
      out += is_rule ? std::string{} : table_row(row);
    } else {
      if (row.starts_with("- ")) {
        end_paragraph();
        out += ".IP \\(bu 2\n";
      }
      text += (text.empty() ? "" : " ") +
              std::string{trimmed(row.substr(row.starts_with("- ") ? 2 : 0))};
    }
  }
  end_paragraph();
  return out + (kept ? ".fi\n" : "");
}

std::string from_usage(std::string_view usage) {
  constexpr std::string_view begin = "Usage: ";
  std::string out;
  bool described = false;
  while (!usage.empty()) {
    const auto block = usage.substr(0, usage.find("\n\n"));
    usage.remove_prefix(std::min(usage.size(), block.size() + 2));
    auto rows = block;
    const auto title = take_line(rows);
    if (title.starts_with(begin)) {
      std::string lines;
      for (auto rest = block; !rest.empty();) {
        lines +=
            fmt::format("{}\n", take_line(rest).substr(begin.size())); // of blanks further down
      }
      out += section("SYNOPSIS") + kept_as_it_is(lines);
    } else if (title.ends_with(':') && !rows.empty()) {
      out += section(upper(std::string{title.substr(0, title.size() - 1)}));
      out += title.starts_with("Example") ? kept_as_it_is(rows) : usage_rows(rows);
    } else {
      out += (described ? ".PP\n" : section("DESCRIPTION")) + escaped(block) + "\n";
      described = true;
    }
  }
  return out;
}

} // namespace xq::cli
