#include "cli/help/reference_pages.hpp"

#include "base/script/chinese_script.hpp"
#include "cli/help/topics.hpp"
#include "cli/help/troff.hpp"
#include "command.hpp"
#include "sqlite/schema.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace xq::cli {

// Made by the build from docs/.
std::string_view farm_script() noexcept; // tools/farm/xq-farm
std::string_view glossary_document() noexcept;
std::string_view headers_document() noexcept;
std::string_view rules_document() noexcept;
std::string_view headers_in_chinese_document() noexcept;
std::string_view rules_in_chinese_document() noexcept;

namespace {

std::string topic_body(std::string_view name) {
  std::string out;
  for (const TopicPart& part : find_topic(std::string{name})->parts()) {
    out += part.text.empty() ? "" : ".PP\n" + paragraphs(part.text);
    for (const auto& [heading, text] : part.rows) {
      out += entry(heading, text);
    }
  }
  return out;
}

/// A document in the chosen language; traditional Chinese is made of the simplified text.
std::string in_language(std::string_view english, std::string_view chinese) {
  switch (text_language()) {
  case TextLanguage::simplified_chinese:
    return from_markdown(chinese);
  case TextLanguage::traditional_chinese:
    return from_markdown(ChineseScriptConverter{ChineseScript::traditional}.convert(chinese));
  case TextLanguage::english:
    break;
  }
  return from_markdown(english);
}

std::string formats_body() {
  return section(translate("DESCRIPTION")) + topic_body("formats") + section(translate("HEADERS")) +
         in_language(headers_document(), headers_in_chinese_document());
}

/// The board of a position as text that markdown keeps as it is.
std::string kept_board(std::string_view fen) {
  std::string out;
  const auto read = read_fen(fen);
  std::string board = read ? draw_board(read->position) : std::string{};
  for (std::string_view rest = board; !rest.empty();) {
    const auto row = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), row.size() + 1));
    out += fmt::format("    {}\n", row);
  }
  return out;
}

/// The moves that a row of a command in a diagram has; nothing where it has none.
std::string_view moves_of_command(std::string_view row) {
  constexpr std::string_view round = "    $ round='";
  if (row.starts_with(round)) {
    return row.substr(round.size(), row.rfind('\'') - round.size());
  }
  constexpr std::string_view more = "    >   ";
  return row.starts_with(more)
             ? row.substr(more.size(), row.find_first_of("\\|", more.size()) - more.size())
             : std::string_view{};
}

/// A row of an answer, whose parts stand between TABs, as an item of text that may be broken.
std::string item_of_answer(std::string_view row) {
  std::string out;
  while (!row.empty()) {
    const auto part = row.substr(0, row.find('\t'));
    row.remove_prefix(std::min(row.size(), part.size() + 1));
    if (part.find_first_not_of(' ') != std::string_view::npos) {
      out += fmt::format("{}{}", out.empty() ? "- " : "; ", part);
    }
  }
  return out + '\n';
}

/// A page on rules whose pictures are boards of text, made of the position in the command that
/// stands below each as the pictures are, and whose commands are the moves alone.
std::string with_boards(std::string_view document) {
  std::string out;
  while (!document.empty()) {
    const auto row = document.substr(0, document.find('\n'));
    document.remove_prefix(std::min(document.size(), row.size() + 1));
    const bool is_command = row.starts_with("    $ ") || row.starts_with("    > ");
    const bool is_answer = row.starts_with("    ") && row.find('\t') != std::string_view::npos;
    if (row.starts_with("![")) {
      const auto command = document.find("xq adjudicate");
      const auto begin = document.find('\'', command) + 1;
      out += kept_board(document.substr(begin, document.find('\'', begin) - begin));
    } else if (is_answer) {
      out += item_of_answer(row);
    } else if (!is_command) {
      out += fmt::format("{}\n", row);
    } else if (const auto moves = moves_of_command(row); !moves.empty()) {
      out += fmt::format("    {}\n", moves);
    }
  }
  return out;
}

std::string rules_body() {
  return section(translate("DESCRIPTION")) + topic_body("rules") + section(translate("ARTICLES")) +
         in_language(with_boards(rules_document()), with_boards(rules_in_chinese_document()));
}

std::string glossary_body() {
  return section(translate("DESCRIPTION")) + from_markdown(glossary_document());
}

/// What a schema's file says of its tables and views: each with the comment before it. Changes of
/// rows, indexes and triggers are left out.
class SchemaText {
public:
  explicit SchemaText(std::string_view sql) {
    while (!sql.empty()) {
      const auto row = sql.substr(0, sql.find('\n'));
      sql.remove_prefix(std::min(sql.size(), row.size() + 1));
      take(row);
    }
    end_comment();
  }
  [[nodiscard]] const std::string& text() const noexcept { return m_out; }

private:
  void take(std::string_view row) {
    if (m_statement.empty() && row.empty()) {
      end_comment();
    } else if (m_statement.empty() && row.starts_with("--")) {
      m_comment += escaped(row.substr(std::min<std::size_t>(row.size(), 3))) + "\n";
    } else {
      add_to_statement(row);
    }
  }

  void add_to_statement(std::string_view row) {
    m_statement += std::string{row} + "\n";
    const bool is_trigger = m_statement.starts_with("CREATE TRIGGER");
    if (is_trigger ? row.ends_with("END;") : row.substr(0, row.find("--")).ends_with(';')) {
      end_statement();
    }
  }

  void end_comment() {
    if (!m_comment.empty()) {
      m_out += ".PP\n" + m_comment;
      m_comment.clear();
    }
  }

  void end_statement() {
    for (const std::string_view kind : {"CREATE TABLE ", "CREATE VIEW "}) {
      if (m_statement.starts_with(kind)) {
        const auto name = m_statement.substr(
            kind.size(), m_statement.find_first_of(" (", kind.size()) - kind.size());
        m_out += fmt::format(".SS {}\n{}.PP\n.nf\n{}.fi\n", name, m_comment, escaped(m_statement));
      }
    }
    m_comment.clear();
    m_statement.clear();
  }

  std::string m_out;
  std::string m_comment;
  std::string m_statement;
};

std::string schema_text(const sqlite::Schema& schema) {
  std::string out;
  for (const sqlite::Migration& migration : schema.migrations) {
    out += SchemaText{migration.sql}.text();
  }
  return out;
}

constexpr std::string_view schema_examples =
    R"(Players by their number of games with Red, and how many they won:

  sqlite3 games.xqdb "SELECT red, count(*), sum(result = '1-0')
    FROM games GROUP BY red ORDER BY 2 DESC LIMIT 10"

The share of draws by year:

  sqlite3 games.xqdb "SELECT substr(date, 1, 4) AS year, avg(result = '1/2-1/2')
    FROM games GROUP BY year"

Openings by how often they were played, from 1990 on:

  sqlite3 games.xqdb "SELECT ecco, count(*) FROM games
    WHERE date >= '1990' GROUP BY ecco ORDER BY 2 DESC"

Where a name stands that is to be corrected:

  sqlite3 games.xqdb "SELECT id, source, date FROM games WHERE black LIKE '%?%'"

Who plays most as the engine would, after xq annotate --db:

  sqlite3 games.xqdb "SELECT red, count(*), avg(red_accuracy)
    FROM annotations GROUP BY red ORDER BY 3 DESC"

The moves that lost most, with their games:

  sqlite3 games.xqdb "SELECT g.red, g.black, g.date, m.ply, m.mark, m.loss
    FROM annotation_move AS m JOIN games AS g ON g.id = m.game
    ORDER BY m.loss DESC LIMIT 10"

The moves of a book that were played most often:

  sqlite3 book.xqbook "SELECT key, move, games FROM moves
    ORDER BY games DESC LIMIT 10"
)";

std::string schema_body() {
  const auto& games = sqlite::game_schema();
  const auto& books = sqlite::book_schema();
  return section("DESCRIPTION") +
         paragraphs(fmt::format(
             "Game databases (.xqdb) and opening books (.xqbook) are SQLite files, which "
             "sqlite3(1) "
             "and any library for SQLite can read, also while xq reads them. PRAGMA application_id "
             "tells the kind: {} is a game database, {} an opening book. PRAGMA user_version is "
             "the number of the last schema that was applied: {} and {} here. A file of an earlier "
             "version is brought up to date when xq writes to it; one of a later version is "
             "refused.\n\n"
             "For questions the views are enough: games and annotations of a database, moves of a "
             "book. Tables may change with a version.\n",
             games.application_id, books.application_id, games.newest(), books.newest())) +
         section("EXAMPLES") + paragraphs(schema_examples) + section("GAME DATABASE") +
         schema_text(games) + section("OPENING BOOK") + schema_text(books);
}

std::string farm_body() {
  constexpr std::string_view begin = "cat <<'EOT'\n";
  const auto script = farm_script();
  const auto usage = script.substr(script.find(begin) + begin.size());
  return from_usage(usage.substr(0, usage.find("\nEOT\n")));
}

std::string_view manual_of(int section) {
  return section == 1   ? translate("User Commands")
         : section == 5 ? translate("File Formats")
                        : translate("Miscellaneous");
}

} // namespace

std::span<const ReferencePage> reference_pages() {
  static const std::array<ReferencePage, 5> pages{
      {{"xq-farm", 1, to_translate("share out one run of xq among many machines"), farm_body},
       {"xq-schema", 5, to_translate("tables of game databases and opening books"), schema_body},
       {"xq-formats", 7, to_translate("formats, encodings and headers of game records"),
        formats_body},
       {"xq-rules", 7, to_translate("how games end, and what repetitions mean"), rules_body},
       {"xq-glossary", 7, to_translate("words of the field, in English and Chinese"),
        glossary_body}}};
  return pages;
}

const ReferencePage* find_reference_page(std::string_view name) {
  for (const ReferencePage& page : reference_pages()) {
    const bool is_of_tool = find_command(page.name.substr(std::string_view{"xq-"}.size()));
    if (name == fmt::format("{}.{}", page.name, page.section) ||
        (name == page.name && !is_of_tool)) {
      return &page;
    }
  }
  return nullptr;
}

std::string reference_page(const ReferencePage& page, std::string_view version) {
  std::string out =
      page_head(page.name, page.section, version, manual_of(page.section), page.summary) +
      page.body() + section(translate("SEE ALSO")) + "\\fBxq\\fR(1)";
  for (const ReferencePage& other : reference_pages()) {
    out += other.name == page.name
               ? std::string{}
               : fmt::format(",\n\\fB{}\\fR({})", escaped(other.name), other.section);
  }
  return out + "\n";
}

} // namespace xq::cli
