#include "format/reading/cutters.hpp"

#include "format/xml/xml.hpp"

#include <xq/base/problem_code.hpp>

#include <algorithm>
#include <optional>
#include <string_view>

namespace xq::format {
namespace {

/// Text of one batch: a millisecond of work, and it fits into the processor's cache.
constexpr std::size_t batch_bytes = std::size_t{256} << 10U;

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

} // namespace

std::unique_ptr<Cutter> cut_binary(FileInWork& in, const BinaryFormat& format) {
  return std::make_unique<BinaryCutter>(in, format);
}

std::unique_ptr<Cutter> cut_text(FileInWork& in, const FormatEntry& format, SpareJobs& spare) {
  return std::make_unique<TextCutter>(in, format, spare);
}

std::unique_ptr<Cutter> cut_xml(FileInWork& in) { return std::make_unique<XmlCutter>(in); }

} // namespace xq::format
