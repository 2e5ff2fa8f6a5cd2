#include "bindings.hpp"
#include "read_options.hpp"

#include <xq/base/error.hpp>

#include <algorithm>
#include <mutex>
#include <thread>

namespace xq::python {

format::ReadOptions read_options(const std::optional<std::string>& format,
                                 const std::optional<std::string>& encoding,
                                 const std::optional<std::string>& style, int threads) {
  format::ReadOptions options;
  options.format = format.value_or("");
  if (encoding) {
    options.encoding = find_encoding(*encoding);
    if (!options.encoding) {
      throw make_error<UsageError>("there is no encoding \"{}\"", *encoding);
    }
  }
  if (style) {
    options.style = to_style(*style);
  }
  if (threads < 0 || threads > 256) {
    throw py::value_error{"threads: 1 to 256; 0 takes as many as there are processors"};
  }
  options.threads = threads > 0 ? static_cast<unsigned>(threads)
                                : std::clamp(std::thread::hardware_concurrency(), 1U, 8U);
  return options;
}

std::vector<std::string> to_paths(const py::handle& source) {
  std::vector<std::string> paths;
  if (py::isinstance<py::list>(source) || py::isinstance<py::tuple>(source)) {
    for (const py::handle path : source) {
      paths.push_back(to_path(path));
    }
  } else {
    paths.push_back(to_path(source));
  }
  return paths;
}

format::GameReader open_reader(const py::handle& source, format::ReadOptions options) {
  if (!py::hasattr(source, "read")) {
    return format::GameReader{to_paths(source), options};
  }
  const py::object content = source.attr("read")();
  if (py::isinstance<py::str>(content)) {
    options.encoding = Encoding::utf8;
  } else if (!py::isinstance<py::bytes>(content)) {
    throw py::type_error{"read() of the file gave neither str nor bytes"};
  }
  return format::GameReader::of_bytes(content.cast<std::string>(), options);
}

namespace {

/// What xq.read() returns. Python's threads may share it: each game goes to one of them.
class Reader {
public:
  Reader(format::GameReader reader, bool strict, py::object on_problem)
      : m_reader{std::move(reader)}, m_strict{strict}, m_on_problem{std::move(on_problem)} {}
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  /// Waits for the threads that read ahead. Without the GIL: other threads of Python go on.
  ~Reader() {
    auto* const state = PyEval_SaveThread(); // pybind11's guard may throw
    m_reader.reset();
    PyEval_RestoreThread(state);
  }

  GamePointer next() {
    for (;;) {
      auto game = without_gil([this] { return take(); });
      if (!game) {
        throw py::stop_iteration{};
      }
      if (report(*game)) {
        return game;
      }
      check_signals();
    }
  }

private:
  GamePointer take() {
    const std::lock_guard lock{m_mutex};
    auto* const game = m_reader->next();
    return game == nullptr ? nullptr : std::make_shared<record::Game>(std::move(*game));
  }

  /// Whether it is a game, not what stands for a file that cannot be read.
  bool report(const record::Game& game) {
    const bool of_file = game.number == 0;
    for (const auto& problem : game.problems) {
      const bool raises =
          problem.severity == Severity::error && (m_strict || (of_file && m_on_problem.is_none()));
      if (raises) {
        raise_read_error({problem, game.source, game.number});
      }
      if (!m_on_problem.is_none()) {
        m_on_problem(PlacedProblem{problem, game.source, game.number});
      }
    }
    return !of_file;
  }

  std::optional<format::GameReader> m_reader;
  std::mutex m_mutex;
  bool m_strict;
  py::object m_on_problem;
};

std::unique_ptr<Reader> read(const py::object& source, const std::optional<std::string>& format,
                             const std::optional<std::string>& encoding,
                             const std::optional<std::string>& style, bool look_ahead, int max_ply,
                             int threads, bool strict, const py::object& on_problem) {
  if (!on_problem.is_none() && PyCallable_Check(on_problem.ptr()) == 0) {
    throw py::type_error{"on_problem is a function"};
  }
  auto options = read_options(format, encoding, style, threads);
  options.look_ahead = look_ahead;
  options.max_ply = std::max(max_ply, 0);
  return std::make_unique<Reader>(open_reader(source, options), strict, on_problem);
}

} // namespace

void bind_read(py::module_& m) {
  py::class_<Reader>(m, "Reader", "The iterator over games that xq.read() returns.")
      .def("__iter__", [](py::object self) { return self; })
      .def("__next__", &Reader::next);
  m.def("read", &read, py::arg("source"), py::kw_only(), py::arg("format") = py::none{},
        py::arg("encoding") = py::none{}, py::arg("style") = py::none{},
        py::arg("look_ahead") = true, py::arg("max_ply") = 0, py::arg("threads") = 0,
        py::arg("strict") = false, py::arg("on_problem") = py::none{},
        R"(Iterate over the games of files, one xq.Game after the other; other threads read ahead.

source: a path, a list of paths, or an open file (which is read whole); a path may be a folder or "-" for
standard input. Each may be packed (gz, xz, zst, zip). format and encoding are detected unless named.
style: of the moves' text; None: any but keypad. look_ahead: an ambiguous move may be decided by those
that follow it. max_ply: of PGN, so many plies of each game (0: all). threads: 0: one a processor.

Games with errors come, too: game.usable is False, game.problems says why, and their moves end at the
error. strict: raise ParseError for the first error instead. on_problem: called with each xq.Problem.
A file that cannot be read raises FileError, one without games ParseError, unless there is on_problem; the
next file follows.)");
}

} // namespace xq::python
