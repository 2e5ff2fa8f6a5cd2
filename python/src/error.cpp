#include "bindings.hpp"

#include <xq/base/error.hpp>
#include <xq/base/problem_code.hpp>
#include <xq/sqlite/error.hpp>

#include <exception>

namespace xq::python {
namespace {

/// The classes of exceptions, as long as the process: translators are called until its end.
struct Exceptions {
  py::handle error, usage, file, illegal_move, parse, database;
};
Exceptions& exceptions() {
  static Exceptions all;
  return all;
}

py::handle add_exception(py::module_& m, const char* name, const py::tuple& bases,
                         const char* doc) {
  const std::string full = "xq." + std::string{name};
  const py::handle type = PyErr_NewExceptionWithDoc(full.c_str(), doc, bases.ptr(), nullptr);
  if (!type) {
    throw py::error_already_set{};
  }
  m.add_object(name, type);
  return type.inc_ref();
}

void set_error(const py::handle& type, const char* message) {
  // what() may quote bytes of a file.
  const auto text = py::reinterpret_steal<py::object>(PyUnicode_DecodeUTF8(
      message, static_cast<Py_ssize_t>(std::char_traits<char>::length(message)), "replace"));
  PyErr_SetObject(type.ptr(), text.ptr());
}

void translate(std::exception_ptr pointer) {
  const auto& types = exceptions();
  try {
    std::rethrow_exception(std::move(pointer));
  } catch (const sqlite::DbError& e) {
    set_error(types.database, e.what());
  } catch (const UsageError& e) {
    set_error(types.usage, e.what());
  } catch (const FileError& e) {
    set_error(types.file, e.what());
  } catch (const Interrupted& e) {
    set_error(PyExc_KeyboardInterrupt, e.what());
  } catch (const Error& e) {
    set_error(types.error, e.what());
  }
}

[[noreturn]] void raise(const py::handle& type, const PlacedProblem& placed) {
  const auto& problem = placed.problem;
  const py::object error = py::reinterpret_borrow<py::object>(type)(
      text(format_problem(placed.file, placed.game, problem)));
  error.attr("file") = placed.file.empty() ? py::object{py::none{}} : text(placed.file);
  error.attr("line") = problem.where.line;
  error.attr("column") = problem.where.column;
  error.attr("ply") = problem.ply;
  error.attr("token") = text(problem.token);
  error.attr("problem") = py::cast(placed);
  PyErr_SetObject(type.ptr(), error.ptr());
  throw py::error_already_set{};
}

void bind_problem(py::module_& m) {
  py::class_<PlacedProblem>(m, "Problem", "One thing that is wrong with a game or a file.")
      .def_property_readonly(
          "code", [](const PlacedProblem& p) { return info(p.problem.code).name; },
          "Stable name, as `xq help problems` lists them: illegal-move.")
      .def_property_readonly(
          "severity", [](const PlacedProblem& p) { return to_text(p.problem.severity); },
          "note, warning or error; a game with an error is not usable.")
      .def_readonly("file", &PlacedProblem::file, "The file's path, as given; may be empty.")
      .def_readonly("game", &PlacedProblem::game,
                    "Place of the game in the input, from 1; 0: none.")
      .def_property_readonly(
          "line", [](const PlacedProblem& p) { return p.problem.where.line; },
          "Line in the file, from 1; 0: unknown.")
      .def_property_readonly(
          "column", [](const PlacedProblem& p) { return p.problem.where.column; },
          "Character in the line, from 1; 0: unknown.")
      .def_property_readonly(
          "ply", [](const PlacedProblem& p) { return p.problem.ply; },
          "Ply from 1; 0: not about a move.")
      .def_property_readonly(
          "token", [](const PlacedProblem& p) { return text(p.problem.token); },
          "The text that is wrong, at most 200 bytes of it.")
      .def_property_readonly(
          "message", [](const PlacedProblem& p) { return text(p.problem.message); },
          "What is wrong.")
      .def_property_readonly(
          "advice",
          [](const PlacedProblem& p) {
            return text(p.problem.advice.empty() ? info(p.problem.code).advice : p.problem.advice);
          },
          "What to do.")
      .def("__str__",
           [](const PlacedProblem& p) { return text(format_problem(p.file, p.game, p.problem)); })
      .def("__repr__", [](const PlacedProblem& p) {
        return text("<xq.Problem " + std::string{info(p.problem.code).name} + ": " +
                    format_problem(p.file, p.game, p.problem) + ">");
      });
}

} // namespace

py::str text(std::string_view utf8) {
  PyObject* const made =
      PyUnicode_DecodeUTF8(utf8.data(), static_cast<Py_ssize_t>(utf8.size()), "replace");
  if (made == nullptr) {
    throw py::error_already_set{};
  }
  return py::reinterpret_steal<py::str>(made);
}

void check_signals() {
  const py::gil_scoped_acquire acquired;
  if (PyErr_CheckSignals() != 0) {
    throw py::error_already_set{};
  }
}

void raise_read_error(const PlacedProblem& placed) {
  const bool unread = placed.problem.code == ProblemCode::unreadable_file;
  raise(unread ? exceptions().file : exceptions().parse, placed);
}

void raise_move_error(const PlacedProblem& placed) {
  switch (placed.problem.code) {
  case ProblemCode::illegal_move:
  case ProblemCode::wrong_side:
  case ProblemCode::no_such_piece:
  case ProblemCode::move_after_mate:
    raise(exceptions().illegal_move, placed);
  default:
    raise(exceptions().parse, placed);
  }
}

void bind_error(py::module_& m) {
  const auto add = [&m](const char* name, const py::tuple& bases, const char* doc) {
    return add_exception(m, name, bases, doc);
  };
  auto& types = exceptions();
  types.error = add("Error", py::make_tuple(py::handle{PyExc_Exception}),
                    "Root of what the package raises itself; the message says what to do.");
  const auto value_error = py::make_tuple(types.error, py::handle{PyExc_ValueError});
  types.usage =
      add("UsageError", value_error, "A format, style, filter or option that there is not.");
  types.file =
      add("FileError", py::make_tuple(types.error, py::handle{PyExc_OSError}),
          "A file cannot be opened, read or written. From a reader: attributes as of ParseError.");
  types.illegal_move = add("IllegalMove", value_error,
                           "A move that the position does not allow. Attributes as of ParseError.");
  types.parse =
      add("ParseError", value_error,
          "Text that is no position, move or record. Attributes: file (or None), line, column\n"
          "(from 1; 0: unknown), ply (from 1; 0: none), token, problem (an xq.Problem).");
  types.database = add("DatabaseError", py::make_tuple(types.error),
                       "A database or a book refuses: no such file, damage, a lock.");
  py::register_exception_translator(translate);
  bind_problem(m);
}

} // namespace xq::python
