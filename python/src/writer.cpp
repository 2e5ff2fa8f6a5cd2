#include "bindings.hpp"

#include <xq/base/atomic_file.hpp>
#include <xq/base/error.hpp>
#include <xq/format/format.hpp>

#include <algorithm>
#include <mutex>

namespace xq::python {
namespace {

using format::FormatInfo;

/// The written format of that name, or of the path's ending.
const FormatInfo& find_format(const std::optional<std::string>& name, std::string_view path) {
  const auto dot = path.rfind('.');
  const auto ending = dot == std::string_view::npos ? std::string_view{} : path.substr(dot + 1);
  for (const auto& info : format::formats()) {
    const std::string endings = " " + std::string{info.extensions} + " ";
    const bool by_ending =
        !ending.empty() && endings.find(" " + std::string{ending} + " ") != std::string::npos;
    if (info.writable && (name ? info.name == *name : by_ending)) {
      return info;
    }
  }
  if (name) {
    throw make_error<UsageError>(
        "format \"{}\" cannot be written; `xq help formats` lists those that can", *name);
  }
  throw make_error<UsageError>("{}: the ending names no format that can be written; say format=",
                               path);
}

/// How games are written: format, notation and encoding.
struct Output {
  Output(const FormatInfo& format, std::string_view style, std::string_view encoding)
      : info{&format} {
    options.style = to_style(style);
    const auto found = find_encoding(encoding);
    if (!found) {
      throw make_error<UsageError>("there is no encoding \"{}\"", encoding);
    }
    options.encoding = *found;
    writer = format::make_writer(info->name, options);
  }
  [[nodiscard]] bool binary() const { return info->one_game_a_file || info->has_index; }
  /// Raises ParseError for a character that the encoding lacks.
  [[nodiscard]] std::string bytes(std::string utf8) const {
    if (binary() || options.encoding == Encoding::utf8) {
      return utf8;
    }
    auto encoded = encode(utf8, options.encoding);
    if (!encoded) {
      raise_read_error({encoded.error()});
    }
    return *std::move(encoded);
  }
  [[nodiscard]] std::string mark() const {
    const bool utf16 =
        options.encoding == Encoding::utf16le || options.encoding == Encoding::utf16be;
    return std::string{utf16 && !binary() ? byte_order_mark(options.encoding) : std::string_view{}};
  }
  [[nodiscard]] std::string whole_file(const record::Game& game) const {
    std::string games;
    writer->game(games, game);
    return writer->file(games);
  }

  const FormatInfo* info;
  format::WriteOptions options;
  std::unique_ptr<format::Writer> writer;
};

/// What xq.writer() returns: a file that appears under its name when it is closed.
class FileWriter {
public:
  FileWriter(std::string path, Output output, py::object on_problem)
      : m_output{std::move(output)},
        m_on_problem{std::move(on_problem)},
        m_file{std::make_unique<AtomicFile>(std::move(path))} {}

  void write(const record::Game& game) {
    require_open();
    if (m_output.info->one_game_a_file && m_games > 0) {
      throw make_error<UsageError>("{} holds one game a file", m_output.info->name);
    }
    report_losses(game);
    std::string games; // of one game: other threads may write theirs meanwhile
    m_output.writer->game(games, game);
    if (!m_output.info->has_index) {
      games = m_output.bytes(std::move(games));
    }
    ++m_games;
    without_gil([&] { append(games); });
  }

  void close() {
    if (!m_file) {
      return;
    }
    without_gil([this] {
      const std::lock_guard lock{m_mutex};
      if (m_output.info->has_index) {
        std::string index;
        m_output.writer->index(index, m_pending);
        m_pending.insert(0, index);
      } else {
        put_header();
        std::string footer;
        m_output.writer->footer(footer);
        m_pending += encode(footer, m_output.options.encoding).value();
      }
      m_file->write(m_pending);
      m_file->commit();
      m_file.reset();
    });
  }

  /// Leave what stood under the name as it was.
  void discard() {
    const std::lock_guard lock{m_mutex};
    m_file.reset();
  }

  [[nodiscard]] std::uint64_t games() const { return m_games; }

private:
  void require_open() const {
    if (!m_file) {
      throw py::value_error{"the writer is closed"};
    }
  }

  void report_losses(const record::Game& game) {
    if (m_on_problem.is_none()) {
      return;
    }
    std::vector<Problem> losses;
    m_output.writer->losses(game, losses);
    for (auto& problem : losses) {
      m_on_problem(PlacedProblem{std::move(problem), game.source, game.number});
    }
  }

  void put_header() {
    if (!m_begun && !m_output.binary()) {
      std::string header;
      m_output.writer->header(header);
      m_pending.insert(0, m_output.mark() + encode(header, m_output.options.encoding).value());
    }
    m_begun = true;
  }

  void append(std::string_view games) {
    constexpr std::size_t enough = std::size_t{1} << 20U;
    const std::lock_guard lock{m_mutex};
    m_pending += games;
    if (!m_output.info->has_index && m_pending.size() >= enough && m_file) {
      put_header();
      m_file->write(m_pending);
      m_pending.clear();
    }
  }

  Output m_output;
  py::object m_on_problem;
  std::mutex m_mutex;                 ///< of what follows; taken without the GIL
  std::unique_ptr<AtomicFile> m_file; ///< null: closed
  std::string m_pending;
  bool m_begun = false;
  std::uint64_t m_games = 0; ///< with the GIL
};

std::unique_ptr<FileWriter> open_writer(const py::object& path,
                                        const std::optional<std::string>& format,
                                        std::string_view style, std::string_view encoding,
                                        const py::object& on_problem) {
  auto name = to_path(path);
  Output output{find_format(format, name), style, encoding};
  return std::make_unique<FileWriter>(std::move(name), std::move(output), on_problem);
}

void write_game(const record::Game& game, const py::object& path,
                const std::optional<std::string>& format, std::string_view style,
                std::string_view encoding) {
  const auto writer = open_writer(path, format, style, encoding, py::none{});
  writer->write(game);
  writer->close();
}

py::object to_bytes(const record::Game& game, const std::string& format, std::string_view style) {
  const Output output{find_format(format, {}), style, "utf-8"};
  return py::bytes(output.whole_file(game));
}

py::str to_text(const record::Game& game, const std::string& format, std::string_view style) {
  const Output output{find_format(format, {}), style, "utf-8"};
  if (output.binary()) {
    throw make_error<UsageError>("{} is no text: use to_bytes()", format);
  }
  return text(output.whole_file(game));
}

py::list list_formats() {
  py::list all;
  for (const auto& info : format::formats()) {
    all.append(py::make_tuple(info.name, info.readable, info.writable, info.summary));
  }
  return all;
}

} // namespace

void bind_writer(py::module_& m) {
  const auto format = py::arg("format") = py::none{};
  const auto style = py::arg("style") = "chinese";
  const auto encoding = py::arg("encoding") = "utf-8";
  py::class_<FileWriter>(m, "Writer", "A file of games that is being written; see xq.writer().")
      .def("write", &FileWriter::write, py::arg("game"), "Add a game.")
      .def("close", &FileWriter::close, "Complete the file and give it its name.")
      .def("discard", &FileWriter::discard, "Write no file.")
      .def_property_readonly("games", &FileWriter::games, "How many games were written.")
      .def("__enter__", [](py::object self) { return self; })
      .def("__exit__", [](FileWriter& writer, const py::object& type, const py::args& /*rest*/) {
        if (type.is_none()) {
          writer.close();
        } else {
          writer.discard();
        }
      });
  m.def("writer", &open_writer, py::arg("path"), py::kw_only(), format, style, encoding,
        py::arg("on_problem") = py::none{},
        R"(A file of games: with xq.writer("out.pgn") as out: out.write(game).

The file appears whole when the block ends, and not at all when an exception passes. format: by the path's
ending unless named. on_problem: called with an xq.Problem for each thing that the format has no place for.
A character that the encoding lacks raises ParseError.)");
  m.def("formats", &list_formats, "A list of (name, readable, writable, summary) of all formats.");
}

void bind_game_output(GameClass& game) {
  const auto format = py::arg("format") = py::none{};
  const auto style = py::arg("style") = "chinese";
  game.def("write", &write_game, py::arg("path"), py::kw_only(), format, style,
           py::arg("encoding") = "utf-8", "Write a file of this game alone; see xq.writer().")
      .def("to_bytes", &to_bytes, py::arg("format"), py::kw_only(), style,
           "The file that write() would make.")
      .def("to_text", &to_text, py::arg("format") = "pgn", py::kw_only(), style,
           "The file that write() would make, of a format that is text.")
      .def("__str__", [](const record::Game& g) { return to_text(g, "pgn", "chinese"); });
}

} // namespace xq::python
