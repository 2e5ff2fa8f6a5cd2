#include "format/read.hpp"

#include "base/files/input.hpp"
#include "base/text/text.hpp"
#include "base/workers.hpp"
#include "format/binary/binary.hpp"
#include "format/detect.hpp"
#include "format/json/json.hpp"
#include "format/misread_file.hpp"
#include "format/movetext/movetext_cache.hpp"
#include "format/registry.hpp"
#include "format/shared/truncation.hpp"
#include "format/xml/xml.hpp"
#include "record/header_names.hpp"

#include <xq/base/encoding.hpp>
#include <xq/base/error.hpp>
#include <xq/base/problem_code.hpp>
#include <xq/format/format.hpp>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <mutex>
#include <utility>

namespace xq::format {
namespace {

using Source = std::shared_ptr<const std::string>;

/// Text of one batch: a millisecond of work, and it fits into the processor's cache.
constexpr std::size_t batch_bytes = std::size_t{256} << 10U;

/// What workers run and the calling thread delivers, in input order.
class ReadJob : public Job {
public:
  explicit ReadJob(const BatchHandler& handler) : m_handler{handler} {}

  /// On the calling thread, in input order.
  virtual void deliver() { m_handler.emit(*m_output); }

  std::uint64_t first_number = 1;
  Source source;
  std::uint64_t games = 0, rejected = 0, plies = 0;

protected:
  void begin() {
    m_output = m_handler.make();
    games = rejected = plies = 0;
    m_number = first_number;
  }
  /// The next game of the batch, as its parser left it.
  void take(record::Game& game, bool names_are_usual = false) {
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
  const BatchHandler& m_handler;

private:
  std::unique_ptr<BatchOutput> m_output;
  std::uint64_t m_number = 1;
};

struct Piece {
  std::size_t begin = 0, end = 0;
  std::uint64_t line = 0;
};

/// Whole games of a text format, still to be parsed.
class TextJob final : public ReadJob {
public:
  TextJob(const BatchHandler& handler, const FormatEntry& format, const ReadOptions& options)
      : ReadJob{handler}, m_format{format}, m_parser{format.make_parser(options)} {}

  [[nodiscard]] const FormatEntry& format() const noexcept { return m_format; }

  void run() override {
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

  std::string text;
  std::vector<Piece> pieces;
  std::uint64_t offset = 0; ///< of text[0] in the file
  bool damaged = false;
  bool ends_file = false; ///< with the last piece
  bool mended = false;    ///< see mend_misread_file()
  std::string heading;

private:
  static void note_mended(record::Game& game) {
    auto problem = make_problem(
        ProblemCode::bad_encoding,
        localized("the text was read in a wrong encoding before and saved so; it is read as it was "
                  "meant"),
        {}, {0, game.line, 0});
    problem.severity = Severity::warning;
    problem.advice = localized("Save it once with convert or verify --repair.");
    game.problems.push_back(std::move(problem));
  }

  const FormatEntry& m_format;
  const bool m_names_are_usual{m_format.info.name == "pgn"}; ///< its parser sees to it
  std::unique_ptr<SliceParser> m_parser;
  record::Game m_game;
};

/// Games that are parsed already.
class GameJob final : public ReadJob {
public:
  using ReadJob::ReadJob;

  void run() override {
    begin();
    for (const auto& entry : list) {
      take(*entry);
    }
  }

  std::vector<std::unique_ptr<record::Game>> list;
};

/// The games of a file of a binary format, cut apart and still to be parsed.
class BinaryJob final : public ReadJob {
public:
  BinaryJob(const BatchHandler& handler, const BinaryFormat& format)
      : ReadJob{handler}, m_format{format} {}

  void run() override {
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

  BinaryFile file;

private:
  const BinaryFormat& m_format;
  record::Game m_game;
};

/// What a file is, told in order with the games.
class FileJob final : public ReadJob {
public:
  FileJob(const BatchHandler& handler, const std::function<void(const FoundFile&)>& tell,
          Source file, std::string_view format, std::optional<Encoding> encoding)
      : ReadJob{handler}, m_tell{tell}, m_format{format}, m_encoding{encoding} {
    source = std::move(file);
  }
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
  ProblemJob(const BatchHandler& handler, FileProblem problem)
      : ReadJob{handler}, m_problem{std::move(problem)} {}
  void run() override {}
  void deliver() override { m_handler.file_problem(m_problem); }

private:
  FileProblem m_problem;
};

/// The encoding in an XML prolog, when there is one.
std::string_view declared_encoding(std::string_view bytes) noexcept {
  if (!bytes.starts_with("<?xml")) {
    return {};
  }
  const auto prolog = bytes.substr(0, std::min(bytes.find("?>"), bytes.size()));
  const auto at = prolog.find("encoding");
  const auto open = at == std::string_view::npos ? at : prolog.find_first_of("\"'", at);
  if (open == std::string_view::npos) {
    return {};
  }
  const auto close = prolog.find(prolog[open], open + 1);
  return close == std::string_view::npos ? std::string_view{}
                                         : prolog.substr(open + 1, close - open - 1);
}

/// The decoded text of one input file or archive member, as far as it has been read.
class DecodedFile {
public:
  explicit DecodedFile(Input& input) : m_input{input} {}

  /// Read enough to know what the file is.
  [[nodiscard]] const std::string& read_sample() {
    while (m_sample.size() < detection_sample_bytes && fill()) {
      if (m_sample.size() < first_look) {
        m_sample += m_chunk;
        if (settles_encoding(m_sample)) { // the threads wait for their first work
          break;
        }
        continue;
      }
      if (m_sample.capacity() < m_sample.size() + m_chunk.size()) {
        m_sample.reserve(detection_sample_bytes + m_chunk.size()); // once, not by doubling
      }
      m_sample += m_chunk;
    }
    return m_sample;
  }
  /// All bytes of the file, but no more than about `limit`. Instead of decode().
  [[nodiscard]] std::string take_bytes(std::size_t limit) {
    while (m_sample.size() <= limit && fill()) {
      m_sample += m_chunk;
    }
    m_empty = m_sample.empty();
    return std::exchange(m_sample, {});
  }

  /// Decode the sample and what comes after it. An XML prolog that names an encoding is believed.
  void decode(std::optional<Encoding> wanted) {
    auto sample = std::exchange(m_sample, {});
    m_wide = wanted ? Wide::no : wide_encoding(sample);
    if (m_wide != Wide::no) {
      m_encoding = Encoding::utf8; // what it becomes
      append_wide(sample);
      m_empty = m_text.empty();
      unify_line_ends(0);
      return;
    }
    auto detected = detect_encoding(sample, m_ended);
    if (wanted) {
      const auto mark = byte_order_mark(*wanted);
      detected = {*wanted, sample.starts_with(mark) ? mark.size() : 0};
    } else if (const auto declared = find_encoding(declared_encoding(sample));
               declared && detected.mark_size == 0) {
      detected.encoding = *declared;
    }
    m_encoding = detected.encoding;
    if (detected.encoding != Encoding::utf8) {
      m_decoder.emplace(detected.encoding);
    }
    m_empty = sample.size() == detected.mark_size;
    if (!m_decoder && detected.mark_size == 0) { // avoids a copy of megabytes of UTF-8
      m_text = std::move(sample);
      unify_line_ends(0);
      return;
    }
    append(std::string_view{sample}.substr(detected.mark_size));
  }

  /// Append the next chunk to text(); false at the end of the file.
  bool read() {
    if (!fill()) {
      return false;
    }
    if (m_wide != Wide::no) {
      const auto from = m_text.size();
      append_wide(m_chunk);
      unify_line_ends(from == 0 ? 0 : from - 1);
    } else {
      append(m_chunk);
    }
    return true;
  }

  [[nodiscard]] std::string& text() noexcept { return m_text; }
  [[nodiscard]] const std::string& text() const noexcept { return m_text; }
  [[nodiscard]] Encoding encoding() const noexcept { return m_encoding; } ///< after decode()
  [[nodiscard]] bool empty() const noexcept { return m_empty; }           ///< no byte but a mark
  [[nodiscard]] bool damaged() const noexcept { return !m_bad.empty(); }
  [[nodiscard]] const std::vector<BadBytes>& bad() const noexcept { return m_bad; }
  [[nodiscard]] bool ended() const noexcept { return m_ended; }
  /// Why reading stopped before the end, if it did.
  [[nodiscard]] const std::optional<std::string>& error() const noexcept { return m_error; }
  [[nodiscard]] bool too_large() const noexcept { return m_too_large; }

private:
  /// UTF-32, which editors hardly write and scripts do.
  enum class Wide : std::uint8_t { no, little_endian, big_endian };

  /// Tells UTF-32 by its mark, or by an ASCII character at the front.
  static Wide wide_encoding(std::string_view sample) noexcept {
    using namespace std::string_view_literals;
    if (sample.size() < 4) {
      return Wide::no;
    }
    if (sample.starts_with("\xFF\xFE\0\0"sv) || sample.substr(1).starts_with("\0\0\0"sv)) {
      return sample[0] != '\0' ? Wide::little_endian : Wide::no;
    }
    const bool big = sample.starts_with("\0\0\xFE\xFF"sv) ||
                     (sample.starts_with("\0\0\0"sv) && sample[3] != '\0');
    return big || has_wide_units(sample, 0, 1) ? Wide::big_endian
           : has_wide_units(sample, 3, 2)      ? Wide::little_endian
                                               : Wide::no;
  }

  /// The front holds characters of four bytes, of which the one at `high` is 0 and the one at
  /// `plane` next to it names a plane of Unicode, 0 for nearly all.
  static bool has_wide_units(std::string_view sample, std::size_t high,
                             std::size_t plane) noexcept {
    constexpr std::size_t fewest = 8;
    constexpr std::size_t most = 64;
    const auto units = std::min(sample.size() / 4, most);
    for (std::size_t i = 0; i < units; ++i) {
      const auto unit = sample.substr(4 * i, 4);
      const auto low = static_cast<unsigned char>(unit[3 - high]);
      const auto middle = static_cast<unsigned char>(unit[3 - plane]);
      if (unit[high] != '\0' || static_cast<unsigned char>(unit[plane]) > 2 ||
          (low | middle) == 0) {
        return false;
      }
    }
    return units >= fewest;
  }

  void append_wide(std::string_view bytes) {
    for (const char c : bytes) {
      m_unit += c;
      if (m_unit.size() < 4) {
        continue;
      }
      char32_t value = 0;
      for (std::size_t i = 0; i < 4; ++i) {
        const auto at = m_wide == Wide::little_endian ? 3 - i : i;
        value = value << 8U | static_cast<unsigned char>(m_unit[at]);
      }
      m_unit.clear();
      const bool valid = value <= 0x10FFFF && (value < 0xD800 || value > 0xDFFF);
      if (value != 0xFEFF || !m_text.empty()) {
        append_utf8(m_text, valid ? value : replacement_character);
      }
    }
  }

  static constexpr std::size_t first_look = std::size_t{256} << 10U;

  bool fill() {
    if (m_ended) {
      return false;
    }
    try {
      m_chunk = m_input.read();
    } catch (const TooLargeError& e) {
      m_error = e.what();
      m_too_large = true;
      m_chunk = {};
    } catch (const FileError& e) {
      m_error = e.what();
      m_chunk = {};
    }
    if (m_chunk.empty()) {
      m_ended = true;
      if (m_decoder) {
        m_decoder->finish(m_text, m_bad);
      }
    }
    return !m_ended;
  }

  void append(std::string_view bytes) {
    const auto from = m_text.size();
    if (m_decoder) {
      m_decoder->decode(bytes, m_text, m_bad);
      if (m_ended) { // the whole file was in the sample
        m_decoder->finish(m_text, m_bad);
      }
    } else {
      m_text += bytes;
    }
    unify_line_ends(from == 0 ? 0 : from - 1);
  }

  /// A CR that no LF follows ends a line (old Macintosh files): make it an LF. The last byte waits
  /// for its successor.
  void unify_line_ends(std::size_t from) noexcept {
    while (true) {
      const auto at = m_text.find('\r', from);
      if (at == std::string::npos || at + 1 == m_text.size()) {
        return;
      }
      if (m_text[at + 1] != '\n') {
        m_text[at] = '\n';
      }
      from = at + 1;
    }
  }

  Input& m_input;
  std::string m_sample; ///< bytes not decoded yet
  Encoding m_encoding = Encoding::utf8;
  Wide m_wide = Wide::no;
  std::string m_unit; ///< bytes of a character of UTF-32 that is not whole
  std::optional<Decoder> m_decoder;
  std::string m_text;
  std::vector<BadBytes> m_bad;
  std::string_view m_chunk;
  bool m_ended = false;
  bool m_empty = false;
  bool m_too_large = false;
  std::optional<std::string> m_error;
};

/// A file that is being read, for what cuts it into games and for GameSource.
struct FileInWork {
  FileInWork(Input& input, const ReadOptions& o, const BatchHandler& h, std::uint64_t& numbered,
             std::vector<FileProblem>& found)
      : options{o},
        handler{h},
        text{input},
        source{std::make_shared<const std::string>(input.name())},
        games{numbered},
        games_before{numbered},
        problems{found} {}

  void report(Problem problem) {
    reported = true;
    problems.push_back({*source, std::move(problem)});
  }
  /// The job is the next of the file and has so many games.
  template <typename Job>
  std::unique_ptr<Job> numbered(std::unique_ptr<Job> job, std::size_t count) {
    job->first_number = games + 1;
    job->source = source;
    games += count;
    return job;
  }

  const ReadOptions& options;
  const BatchHandler& handler;
  DecodedFile text;
  Source source;
  std::uint64_t& games; ///< numbered so far, those of the files before included
  std::uint64_t games_before;
  std::vector<FileProblem>& problems;
  bool reported = false; ///< something was said about this file
  bool mended = false;   ///< see mend_misread_file()
};

/// Cuts a file into batches of games.
class Cutter {
public:
  explicit Cutter(FileInWork& in) noexcept : m_in{in} {}
  virtual ~Cutter() = default;
  Cutter(const Cutter&) = delete;
  Cutter& operator=(const Cutter&) = delete;

  /// The next batch; null at the end of the file. A batch without games means that there are none
  /// so far: progress is reported and cancellation requested between batches.
  virtual std::unique_ptr<ReadJob> next() = 0;

protected:
  FileInWork& m_in;
};

/// Takes all games of a binary file at once, which is small.
class BinaryCutter final : public Cutter {
public:
  BinaryCutter(FileInWork& in, const BinaryFormat& format) noexcept
      : Cutter{in}, m_format{format} {}

  std::unique_ptr<ReadJob> next() override {
    auto job = std::make_unique<BinaryJob>(m_in.handler, m_format);
    const std::size_t most = m_in.options.max_game_bytes * m_format.games_a_file;
    job->file.file = m_in.text.take_bytes(most);
    if (job->file.file.empty() || m_in.text.error()) {
      return nullptr; // the second time, too
    }
    if (job->file.file.size() > most) {
      m_in.report(
          make_problem(ProblemCode::too_large, localized("the file has more than {} bytes", most)));
      return nullptr;
    }
    if (auto problem = m_format.split(job->file)) {
      m_in.report(std::move(*problem));
      return nullptr;
    }
    const auto count = job->file.records.size();
    return m_in.numbered(std::move(job), count);
  }

private:
  const BinaryFormat& m_format;
};

using SpareJobs = std::vector<std::unique_ptr<TextJob>>;

/// Cuts text where a Splitter finds the beginnings of games.
class TextCutter final : public Cutter {
public:
  TextCutter(FileInWork& in, const FormatEntry& format, SpareJobs& spare)
      : Cutter{in}, m_format{format}, m_spare{spare}, m_splitter{format.make_splitter()} {}

  std::unique_ptr<ReadJob> next() override {
    auto& text = m_in.text.text();
    const auto first = m_text_at + text.size();
    while (true) {
      const auto end = batch_end();
      if (end != 0) {
        return cut_batch(end);
      }
      if (m_read_all) {
        return nullptr;
      }
      if (m_text_at + text.size() - first >= 16 * batch_bytes) {
        auto job = take_job();
        job->pieces.clear();
        return job;
      }
      drop_cut();
      if (text.size() > m_in.options.max_game_bytes && m_starts.size() <= 1) {
        drop_huge_game();
      }
      const bool more = m_in.text.read();
      m_read_all = !more;
      m_splitter->scan(text, !more, m_starts);
    }
  }

private:
  /// How many of m_starts to put into the next batch; 0: read on first. The last one begun may not
  /// be whole before all is read.
  std::size_t batch_end() const {
    const bool cut_short = m_in.text.error().has_value();
    const auto whole = m_starts.size() - (!m_starts.empty() && (!m_read_all || cut_short) ? 1 : 0);
    if (whole == 0) {
      return 0;
    }
    const auto front = m_starts.front().offset;
    const auto bytes =
        (whole < m_starts.size() ? m_starts[whole].offset : m_in.text.text().size()) - front;
    if (bytes <= 2 * batch_bytes) {
      return m_read_all || bytes >= batch_bytes / 4 * 3 ? whole : 0;
    }
    const auto beyond = std::partition_point(
        m_starts.begin() + 1, m_starts.begin() + static_cast<std::ptrdiff_t>(whole),
        [&](const auto& s) { return s.offset < front + batch_bytes; });
    return static_cast<std::size_t>(beyond - m_starts.begin());
  }

  /// A batch of the first `count` games.
  std::unique_ptr<ReadJob> cut_batch(std::size_t count) {
    auto job = take_job();
    const auto begin = m_starts.front().offset;
    const auto end = count < m_starts.size() ? m_starts[count].offset : m_in.text.text().size();
    job->pieces.clear();
    for (std::size_t i = 0; i < count; ++i) {
      const auto piece_end = i + 1 < count ? m_starts[i + 1].offset : end;
      job->pieces.push_back({m_starts[i].offset - begin, piece_end - begin, m_starts[i].line});
    }
    job->offset = m_text_at + begin;
    job->damaged = m_in.text.damaged();
    job->ends_file = m_read_all && count == m_starts.size();
    job->mended = m_in.mended;
    job->heading = m_splitter->heading();
    m_starts.erase(m_starts.begin(), m_starts.begin() + static_cast<std::ptrdiff_t>(count));
    take_text(begin, end, job->text);
    return m_in.numbered(std::move(job), count);
  }

  /// Move text of the file to `out`: by copying, or, when little is left behind it, by giving the
  /// memory away and copying what is left.
  void take_text(std::size_t begin, std::size_t end, std::string& out) {
    auto& text = m_in.text.text();
    if (begin != 0 || text.size() - end > end / 4) {
      out.assign(text, begin, end - begin);
      m_cut = end;
      return;
    }
    std::swap(out, text);
    text.assign(out, end);
    out.resize(end);
    moved(end);
  }

  /// Drop the text of games that batches have, once for all batches of one reading.
  void drop_cut() { drop(std::exchange(m_cut, 0)); }

  void drop(std::size_t bytes) {
    m_in.text.text().erase(0, bytes);
    moved(bytes);
  }

  /// So many bytes at the front of the text are gone.
  void moved(std::size_t bytes) {
    m_splitter->drop(bytes);
    m_text_at += bytes;
    for (auto& s : m_starts) {
      s.offset -= bytes;
    }
  }

  /// A "game" beyond the limit: report it, count it, and go on after the part that was read.
  void drop_huge_game() {
    if (!m_starts.empty()) {
      ++m_in.games;
      m_in.report(make_problem(
          ProblemCode::too_large,
          localized("game {} has more than {} bytes", m_in.games, m_in.options.max_game_bytes), {},
          Location{m_text_at + m_starts[0].offset, m_starts[0].line, 0}));
      m_starts.clear();
    }
    if (m_splitter->line_start() == 0) {
      m_splitter->give_up_line(m_in.text.text().size());
    }
    drop(m_splitter->line_start());
  }

  std::unique_ptr<TextJob> take_job() {
    while (!m_spare.empty()) {
      auto job = std::move(m_spare.back());
      m_spare.pop_back();
      if (&job->format() == &m_format) {
        return job;
      }
    }
    return std::make_unique<TextJob>(m_in.handler, m_format, m_in.options);
  }

  const FormatEntry& m_format;
  SpareJobs& m_spare; ///< jobs that were delivered and may serve again
  std::unique_ptr<Splitter> m_splitter;
  std::vector<Splitter::Start> m_starts; ///< offsets into the text of the file
  std::size_t m_cut = 0;                 ///< bytes of it that batches have
  std::uint64_t m_text_at = 0;           ///< its offset in the file
  bool m_read_all = false;               ///< and looked at
};

/// Has a stream of XML read by XmlGameReader, which finds the games itself.
class XmlCutter final : public Cutter {
public:
  explicit XmlCutter(FileInWork& in) : Cutter{in}, m_reader{in.options} {}

  std::unique_ptr<ReadJob> next() override {
    DecodedFile& file = m_in.text;
    if (m_in.reported || m_read_all || file.error()) {
      return nullptr;
    }
    auto job = std::make_unique<GameJob>(m_in.handler);
    auto& text = file.text();
    std::size_t bytes = 0;
    while (!m_in.reported && !m_read_all && bytes < batch_bytes) {
      if (text.empty() && !file.ended()) {
        static_cast<void>(file.read());
      }
      // The sample was megabytes: a piece at a time keeps few games in memory.
      const auto piece = std::string_view{text}.substr(m_fed, batch_bytes);
      const bool last = file.ended() && m_fed + piece.size() == text.size();
      for (; m_bad_told < file.bad().size(); ++m_bad_told) {
        m_reader.add_damage(file.bad()[m_bad_told].text_offset);
      }
      if (file.error()) {
        break; // close_file() reports it; a second finding about the cut document would add nothing
      }
      bytes += piece.size();
      if (auto problem = m_reader.feed(piece, last, job->list)) {
        m_in.report(std::move(*problem));
      }
      m_fed += piece.size();
      if (m_fed == text.size()) {
        text.clear();
        m_fed = 0;
      }
      m_read_all = last;
    }
    const auto count = job->list.size();
    return m_in.numbered(std::move(job), count);
  }

private:
  XmlGameReader m_reader;
  std::size_t m_fed = 0; ///< bytes of the text that the reader has
  std::size_t m_bad_told = 0;
  bool m_read_all = false;
};

class GameSource {
public:
  GameSource(Input& input, const ReadOptions& options, const BatchHandler& handler)
      : m_options{options}, m_handler{handler}, m_input{input} {
    m_options.cache = std::make_shared<MovetextCache>();
    if (!options.format.empty()) {
      const auto* const format = find_format(options.format);
      if (format == nullptr || !format->readable) {
        throw make_error<UsageError>("unknown format '{}' to read", options.format);
      }
    }
  }

  /// The next piece of work; null at the end of the last file.
  std::unique_ptr<ReadJob> next() {
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

  /// A job that was delivered may serve again.
  void recycle(std::unique_ptr<TextJob> job) { m_spare.push_back(std::move(job)); }

  [[nodiscard]] const Input& input() const noexcept { return m_input; }
  [[nodiscard]] std::uint64_t files() const noexcept { return m_files; }

private:
  bool open_file() {
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
      m_cutter = std::make_unique<BinaryCutter>(*m_file, *binary);
      return true;
    }
    text.decode(m_options.encoding);
    if (!text.empty()) {
      open_text();
    }
    return true;
  }

  void open_text() {
    DecodedFile& text = m_file->text;
    mend_misread();
    const auto detected = m_options.format.empty() ? detect_format(text.text(), m_input.name())
                                                   : Detected{find_format(m_options.format), {}};
    if (detected.format == nullptr) {
      if (detected.foreign.empty()) {
        return refuse(
            make_problem(ProblemCode::unknown_format, localized("no format that can be read")));
      }
      auto problem =
          make_problem(ProblemCode::unknown_format, localized("{} is a format that cannot be read",
                                                              translate(detected.foreign)));
      const bool stores = detected.foreign == "SQLite" || detected.foreign.ends_with("database") ||
                          detected.foreign.ends_with("book");
      problem.advice =
          stores ? localized("Name it by itself: databases and books are not read from a folder.")
                 : localized("Convert it first.");
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
      m_cutter = std::make_unique<XmlCutter>(*m_file);
    } else {
      m_cutter = std::make_unique<TextCutter>(*m_file, row, m_spare);
    }
  }

  /// Text that was read in a wrong encoding before becomes what it was.
  void mend_misread() {
    DecodedFile& file = m_file->text;
    if (file.encoding() != Encoding::utf8 || !file.ended()) { // files of megabytes are not
      return;
    }
    if (auto meant = mend_misread_file(file.text())) {
      file.text() = std::move(*meant);
      m_file->mended = true;
    }
  }

  /// A document of others becomes an object a line; one that holds no game stays as it is.
  void spread_json() {
    DecodedFile& file = m_file->text;
    while (file.text().size() <= m_options.max_game_bytes && file.read()) {
    }
    if (file.ended()) {
      if (auto lines = json_lines(file.text()); !lines.empty()) {
        file.text() = std::move(lines);
      }
    }
  }

  void tell_found(std::string_view format, std::optional<Encoding> encoding) {
    if (m_options.on_file) {
      m_found =
          std::make_unique<FileJob>(m_handler, m_options.on_file, m_file->source, format, encoding);
    }
  }

  void close_file() {
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
  void refuse(Problem problem) {
    if (m_file->text.error()) {
      file_error(*m_file->text.error(), m_file->text.too_large());
    } else {
      m_file->report(std::move(problem));
    }
    m_file.reset();
  }
  /// The text of an exception already has the path at its front and advice at its end.
  void file_error(std::string_view what, bool too_large) {
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

  ReadOptions m_options;
  const BatchHandler& m_handler;
  Input& m_input;
  std::vector<FileProblem> m_problems;
  std::unique_ptr<FileJob> m_found; ///< about the file that was opened, not yet told
  SpareJobs m_spare;
  std::uint64_t m_files = 0;
  std::uint64_t m_games = 0; ///< numbered so far

  std::optional<FileInWork> m_file;
  std::unique_ptr<Cutter> m_cutter; ///< of m_file; null: there is nothing in it
};

/// Reads an input batch by batch.
class BatchReader {
public:
  BatchReader(Input& input, const ReadOptions& options, const BatchHandler& handler)
      : m_source{input, options, handler},
        m_jobs{options.threads, [this]() -> std::unique_ptr<Job> { return m_source.next(); }} {}

  /// Hand the next batch, or what there is to say about a file, to the handler; false after the
  /// last.
  bool deliver_next() {
    auto base = m_jobs.pop();
    m_totals.files = m_source.files();
    m_totals.bytes = m_source.input().bytes_read();
    if (!base) {
      return false;
    }
    std::unique_ptr<ReadJob> job{static_cast<ReadJob*>(base.release())};
    job->deliver();
    m_totals.games += job->games;
    m_totals.rejected += job->rejected;
    m_totals.plies += job->plies;
    if (auto* const text = dynamic_cast<TextJob*>(job.get())) {
      static_cast<void>(job.release());
      m_source.recycle(std::unique_ptr<TextJob>{text});
    }
    return true;
  }

  [[nodiscard]] const ReadTotals& totals() const noexcept { return m_totals; }
  [[nodiscard]] ReadProgress progress() const noexcept {
    return {m_source.input().bytes_read(), m_source.input().bytes_total(), m_totals.games};
  }

private:
  GameSource m_source;
  JobStream m_jobs;
  ReadTotals m_totals;
};

ReadTotals read_input(Input& input, const ReadOptions& options, const BatchHandler& handler,
                      const ProgressFunction& progress) {
  using Clock = std::chrono::steady_clock;
  BatchReader reader{input, options, handler};
  auto last_report = Clock::now();
  while (reader.deliver_next()) {
    const auto now = Clock::now();
    if (progress && now - last_report >= std::chrono::milliseconds{100}) {
      last_report = now;
      if (!progress(reader.progress())) {
        throw make_error<Interrupted>("interrupted");
      }
    }
  }
  return reader.totals();
}

Input input_of_bytes(std::string bytes) {
  InputOptions limits; // of what is pasted or sent
  limits.max_expanded_bytes = std::uint64_t{64} << 20U;
  limits.max_members = 1000;
  return Input{{}, std::move(bytes), limits};
}

} // namespace

/// Games of one batch wait here until they are asked for.
class GameReader::State {
public:
  State(const std::vector<std::string>& inputs, const ReadOptions& options)
      : m_handler{handler(options)}, m_input{inputs}, m_reader{m_input, options, m_handler} {}
  State(std::string bytes, const ReadOptions& options)
      : m_handler{handler(options)},
        m_input(input_of_bytes(std::move(bytes))),
        m_reader{m_input, options, m_handler} {}

  record::Game* next() {
    while (m_next == m_ready.count) {
      m_next = m_ready.count = 0;
      if (!m_reader.deliver_next()) {
        return nullptr;
      }
    }
    return &m_ready.games[m_next++];
  }

  [[nodiscard]] const std::vector<FileProblem>& file_problems() const noexcept {
    return m_file_problems;
  }
  [[nodiscard]] const BatchReader& reader() const noexcept { return m_reader; }

private:
  /// Copied into games that keep their memory: the parser goes on with its own.
  struct Games final : BatchOutput {
    record::Game& add() {
      if (count == games.size()) {
        games.emplace_back();
      }
      return games[count++];
    }
    std::vector<record::Game> games;
    std::size_t count = 0;
  };

  [[nodiscard]] BatchHandler handler(const ReadOptions& options) {
    BatchHandler out;
    out.wanted = options.wanted;
    out.make = [this] {
      const std::lock_guard lock{m_mutex};
      auto games = m_spare.empty() ? std::make_unique<Games>() : std::move(m_spare.back());
      if (!m_spare.empty()) {
        m_spare.pop_back();
      }
      return games;
    };
    out.work = [](record::Game& game, BatchOutput& games) {
      static_cast<Games&>(games).add() = game;
    };
    out.emit = [this](BatchOutput& games) {
      auto used = std::make_unique<Games>();
      used->games = std::exchange(m_ready.games, std::move(static_cast<Games&>(games).games));
      m_ready.count = static_cast<Games&>(games).count;
      const std::lock_guard lock{m_mutex};
      m_spare.push_back(std::move(used));
    };
    out.file_problem = [this](const FileProblem& found) {
      m_file_problems.push_back(found);
      if (found.problem.severity == Severity::error) {
        auto& game = m_ready.add();
        game.clear();
        game.source = found.source;
        game.problems = {found.problem};
      }
    };
    return out;
  }

  Games m_ready;
  std::size_t m_next = 0;
  std::vector<FileProblem> m_file_problems;
  std::mutex m_mutex;
  std::vector<std::unique_ptr<Games>> m_spare; ///< under the mutex
  BatchHandler m_handler;
  Input m_input;
  BatchReader m_reader; ///< last: its threads use the others
};

GameReader::GameReader(std::unique_ptr<State> state) noexcept : m_state{std::move(state)} {}
GameReader::GameReader(std::string input, const ReadOptions& options)
    : GameReader{std::vector{std::move(input)}, options} {}
GameReader::GameReader(const std::vector<std::string>& inputs, const ReadOptions& options)
    : m_state{std::make_unique<State>(inputs, options)} {}
GameReader GameReader::of_bytes(std::string bytes, const ReadOptions& options) {
  return GameReader{std::make_unique<State>(std::move(bytes), options)};
}
GameReader::~GameReader() = default;
GameReader::GameReader(GameReader&& other) noexcept = default;
GameReader& GameReader::operator=(GameReader&& other) noexcept = default;

record::Game* GameReader::next() { return m_state->next(); }
const std::vector<FileProblem>& GameReader::file_problems() const noexcept {
  return m_state->file_problems();
}
const ReadTotals& GameReader::totals() const noexcept { return m_state->reader().totals(); }
ReadProgress GameReader::progress() const noexcept { return m_state->reader().progress(); }

ReadTotals read_batches(std::span<const std::string> inputs, const ReadOptions& options,
                        const BatchHandler& handler, const ProgressFunction& progress) {
  Input input{inputs};
  return read_input(input, options, handler, progress);
}

ReadTotals read_bytes(std::string bytes, const ReadOptions& options, const BatchHandler& handler,
                      const ProgressFunction& progress) {
  auto input = input_of_bytes(std::move(bytes));
  return read_input(input, options, handler, progress);
}

bool is_unread_input(const FileProblem& found, std::span<const std::string> inputs) {
  return found.problem.code == ProblemCode::unreadable_file ||
         std::find(inputs.begin(), inputs.end(), found.source) != inputs.end();
}

} // namespace xq::format
