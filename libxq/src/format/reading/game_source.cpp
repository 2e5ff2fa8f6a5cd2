#include "format/reading/game_source.hpp"

#include "base/text/text.hpp"
#include "format/detect.hpp"
#include "format/json/json.hpp"
#include "format/movetext/movetext_cache.hpp"
#include "format/reading/markdown.hpp"
#include "format/reading/misread_file.hpp"
#include "format/reading/word_document.hpp"
#include "format/registry.hpp"

#include <xq/base/error.hpp>
#include <xq/base/problem_code.hpp>

#include <utility>

namespace xq::format {

GameSource::GameSource(Input& input, const ReadOptions& options, const BatchHandler& handler)
    : m_options{options}, m_handler{handler}, m_input{input} {
  m_options.cache = std::make_shared<MovetextCache>();
  if (!options.format.empty()) {
    const auto* const format = find_format(options.format);
    if (format == nullptr || !format->readable) {
      throw make_error<UsageError>("unknown format '{}' to read", options.format);
    }
  }
}

std::unique_ptr<ReadJob> GameSource::next() {
  while (m_problems.empty()) {
    if (m_found) {
      return std::move(m_found);
    }
    if (m_file) {
      if (auto job = m_cutter ? m_cutter->next() : nullptr) {
        return job;
      }
      close_file();
    } else if (!open_file()) {
      break;
    }
  }
  if (m_problems.empty()) {
    return nullptr;
  }
  auto job = std::make_unique<ProblemJob>(m_handler, std::move(m_problems.front()));
  m_problems.erase(m_problems.begin());
  return job;
}

bool GameSource::open_file() {
  try {
    if (!m_input.next()) {
      return false;
    }
  } catch (const FileError& e) {
    file_error(e.what(), false);
    return true;
  }
  ++m_files;
  m_file.emplace(m_input, m_options, m_handler, m_games, m_problems);
  DecodedFile& text = m_file->text;
  const auto& sample = text.read_sample();
  const auto* const binary =
      m_options.format.empty() ? detect_binary(as_bytes(sample)) : find_binary(m_options.format);
  if (binary != nullptr) {
    tell_found(binary->name, std::nullopt);
    m_cutter = cut_binary(*m_file, *binary);
    return true;
  }
  text.decode(m_options.encoding);
  if (!text.empty()) {
    open_text();
  }
  return true;
}

void GameSource::open_text() {
  DecodedFile& text = m_file->text;
  mend_misread();
  take_text_of_document();
  take_games_of_markdown();
  const auto detected = m_options.format.empty() ? detect_format(text.text(), m_input.name())
                                                 : Detected{find_format(m_options.format), {}, {}};
  if (detected.format == nullptr) {
    if (detected.foreign.empty()) {
      return refuse(
          make_problem(ProblemCode::unknown_format, localized("no format that can be read")));
    }
    auto problem =
        make_problem(ProblemCode::unknown_format,
                     localized("{} is a format that cannot be read", translate(detected.foreign)));
    problem.advice = translate(detected.advice);
    return refuse(std::move(problem));
  }
  const FormatEntry& row = *find_entry(detected.format->name);
  if (find_binary(row.info.name) != nullptr) {
    return refuse(make_problem(
        ProblemCode::unknown_format,
        localized("the name says {}, but the file does not begin like one", row.info.name)));
  }
  if (row.info.name == "jsonl" && is_json_document(text.text())) {
    spread_json();
  }
  tell_found(row.info.name, text.encoding());
  if (row.make_splitter == nullptr) {
    m_cutter = cut_xml(*m_file);
  } else {
    m_cutter = cut_text(*m_file, row, m_spare);
  }
}

/// Text that was read in a wrong encoding before becomes what it was.
void GameSource::mend_misread() {
  DecodedFile& file = m_file->text;
  if (file.encoding() != Encoding::utf8 || !file.ended()) { // files of megabytes are not
    return;
  }
  if (auto meant = mend_misread_file(file.text())) {
    file.text() = std::move(*meant);
    m_file->mended = true;
  }
}

/// The text of a document of a word processor stands in for its XML.
void GameSource::take_text_of_document() {
  if (!is_word_document(m_file->text.text()) || !read_whole()) {
    return;
  }
  WordDocument document = read_word_document(m_file->text.text());
  if (document.problem) {
    m_file->report(std::move(*document.problem));
  }
  m_file->text.text() = std::move(document.text);
}

/// Notes with games among other words.
void GameSource::take_games_of_markdown() {
  DecodedFile& file = m_file->text;
  if (!file.ended() || file.text().find("```") == std::string::npos) { // notes are short
    return;
  }
  if (auto games = games_in_markdown(file.text())) {
    file.text() = std::move(*games);
  }
}

/// Read the file to its end, if it is not too long for that.
bool GameSource::read_whole() {
  DecodedFile& file = m_file->text;
  while (file.text().size() <= m_options.max_game_bytes && file.read()) {
  }
  return file.ended();
}

/// A document of others becomes an object a line; one that holds no game stays as it is.
void GameSource::spread_json() {
  DecodedFile& file = m_file->text;
  if (read_whole()) {
    if (auto lines = json_lines(file.text()); !lines.empty()) {
      file.text() = std::move(lines);
    }
  }
}

void GameSource::tell_found(std::string_view format, std::optional<Encoding> encoding) {
  if (m_options.on_file) {
    m_found =
        std::make_unique<FileJob>(m_handler, m_options.on_file, m_file->source, format, encoding);
  }
}

void GameSource::close_file() {
  if (m_file->text.error()) {
    file_error(*m_file->text.error(), m_file->text.too_large());
  } else if (m_games == m_file->games_before && !m_file->reported) {
    m_file->report(make_problem(ProblemCode::no_games, localized("no game in this file")));
  }
  m_cutter.reset();
  m_file.reset();
}

/// Report the problem and stop reading this file. A file that could not be read on is not what
/// its beginning looks like.
void GameSource::refuse(Problem problem) {
  if (m_file->text.error()) {
    file_error(*m_file->text.error(), m_file->text.too_large());
  } else {
    m_file->report(std::move(problem));
  }
  m_file.reset();
}

/// The text of an exception already has the path at its front and advice at its end.
void GameSource::file_error(std::string_view what, bool too_large) {
  const auto& name = m_input.name();
  Problem problem;
  problem.code = too_large ? ProblemCode::too_large : ProblemCode::unreadable_file;
  FileProblem found;
  if (what.starts_with(name) && what.substr(name.size()).starts_with(": ")) {
    found.source = name;
    what.remove_prefix(name.size() + 2);
  }
  problem.message = what;
  found.problem = std::move(problem);
  m_problems.push_back(std::move(found));
}

} // namespace xq::format
