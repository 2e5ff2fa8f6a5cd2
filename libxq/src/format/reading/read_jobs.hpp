#pragma once

#include "base/workers.hpp"
#include "format/binary/binary.hpp"
#include "format/registry.hpp"
#include "format/shared/slice.hpp"

#include <xq/base/encoding.hpp>
#include <xq/format/format.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xq::format {

/// The name of a file, shared by all of its games.
using FileName = std::shared_ptr<const std::string>;

/// What workers run and the calling thread delivers, in input order.
class ReadJob : public Job {
public:
  explicit ReadJob(const BatchHandler& handler) : m_handler{handler} {}

  /// On the calling thread, in input order.
  virtual void deliver() { m_handler.emit(*m_output); }

  std::uint64_t first_number = 1;
  FileName source;
  std::uint64_t games = 0, rejected = 0, plies = 0;

protected:
  void begin();
  /// The next game of the batch, as its parser left it.
  void take(record::Game& game, bool names_are_usual = false);

  const BatchHandler& m_handler;

private:
  std::unique_ptr<BatchOutput> m_output;
  std::uint64_t m_number = 1;
};

/// Whole games of a text format, still to be parsed.
class TextJob final : public ReadJob {
public:
  TextJob(const BatchHandler& handler, const FormatEntry& format, const ReadOptions& options);

  [[nodiscard]] const FormatEntry& format() const noexcept { return m_format; }

  void run() override;

  struct Piece {
    std::size_t begin = 0, end = 0;
    std::uint64_t line = 0;
  };
  std::string text;
  std::vector<Piece> pieces;
  std::uint64_t offset = 0; ///< of text[0] in the file
  bool damaged = false;
  bool ends_file = false; ///< with the last piece
  bool mended = false;    ///< see mend_misread_file()
  std::string heading;

private:
  const FormatEntry& m_format;
  const bool m_names_are_usual;
  std::unique_ptr<SliceParser> m_parser;
  record::Game m_game;
};

/// Games that are parsed already.
class GameJob final : public ReadJob {
public:
  using ReadJob::ReadJob;

  void run() override;

  std::vector<std::unique_ptr<record::Game>> list;
};

/// The games of a file of a binary format, cut apart and still to be parsed.
class BinaryJob final : public ReadJob {
public:
  BinaryJob(const BatchHandler& handler, const BinaryFormat& format)
      : ReadJob{handler}, m_format{format} {}

  void run() override;

  BinaryFile file;

private:
  const BinaryFormat& m_format;
  record::Game m_game;
};

/// What a file is, told in order with the games.
class FileJob final : public ReadJob {
public:
  FileJob(const BatchHandler& handler, const std::function<void(const FoundFile&)>& tell,
          FileName file, std::string_view format, std::optional<Encoding> encoding);
  void run() override {}
  void deliver() override { m_tell({*source, m_format, m_encoding}); }

private:
  const std::function<void(const FoundFile&)>& m_tell;
  std::string_view m_format;
  std::optional<Encoding> m_encoding;
};

/// A finding about a file, kept in order with the games.
class ProblemJob final : public ReadJob {
public:
  ProblemJob(const BatchHandler& handler, FileProblem problem);
  void run() override {}
  void deliver() override { m_handler.file_problem(m_problem); }

private:
  FileProblem m_problem;
};

} // namespace xq::format
