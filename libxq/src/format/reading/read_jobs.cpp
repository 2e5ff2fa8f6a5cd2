#include "format/reading/read_jobs.hpp"

#include "format/shared/truncation.hpp"
#include "record/header_names.hpp"

#include <xq/base/error.hpp>
#include <xq/base/problem_code.hpp>

#include <utility>

namespace xq::format {
namespace {

void note_mended(record::Game& game) {
  auto problem =
      make_problem(ProblemCode::bad_encoding,
                   localized("the text was read in a wrong encoding before and saved so; it is "
                             "read as it was meant"),
                   {}, {0, game.line, 0});
  problem.severity = Severity::warning;
  problem.advice = localized("Save it once with convert or verify --repair.");
  game.problems.push_back(std::move(problem));
}

} // namespace

void ReadJob::begin() {
  m_output = m_handler.make();
  games = rejected = plies = 0;
  m_number = first_number;
}

void ReadJob::take(record::Game& game, bool names_are_usual) {
  game.number = m_number++;
  game.source = *source;
  if (!names_are_usual) {
    record::rename_foreign_headers(game);
  }
  if (m_handler.wanted && !m_handler.wanted(game)) {
    return;
  }
  m_handler.work(game, *m_output);
  ++games;
  if (game.usable()) {
    plies += static_cast<std::uint64_t>(game.plies());
  } else {
    ++rejected;
  }
}

TextJob::TextJob(const BatchHandler& handler, const FormatEntry& format, const ReadOptions& options)
    : ReadJob{handler},
      m_format{format},
      m_names_are_usual{format.info.name == "pgn"}, // its parser sees to it
      m_parser{format.make_parser(options)} {}

void TextJob::run() {
  begin();
  for (const auto& piece : pieces) {
    const auto slice_text = std::string_view{text}.substr(piece.begin, piece.end - piece.begin);
    m_parser->parse({slice_text, offset + piece.begin, piece.line, damaged, heading}, m_game);
    if (mended) {
      note_mended(m_game);
    }
    if (ends_file && &piece == &pieces.back()) {
      note_truncation(slice_text, offset + piece.begin, m_game);
    }
    take(m_game, m_names_are_usual);
  }
}

void GameJob::run() {
  begin();
  for (const auto& entry : list) {
    take(*entry);
  }
}

void BinaryJob::run() {
  begin();
  for (const auto record : file.records) {
    m_game.clear();
    m_format.parse(record, m_game);
    if (!file.collection.empty() && !m_game.has_tag("Source")) {
      m_game.add_tag("Source", file.collection);
    }
    take(m_game);
  }
}

FileJob::FileJob(const BatchHandler& handler, const std::function<void(const FoundFile&)>& tell,
                 FileName file, std::string_view format, std::optional<Encoding> encoding)
    : ReadJob{handler}, m_tell{tell}, m_format{format}, m_encoding{encoding} {
  source = std::move(file);
}

ProblemJob::ProblemJob(const BatchHandler& handler, FileProblem problem)
    : ReadJob{handler}, m_problem{std::move(problem)} {}

} // namespace xq::format
