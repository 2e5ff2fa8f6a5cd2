#include "bindings.hpp"

namespace xq::python {
namespace {

/// Memory for an object whose __init__() was not called, as of Board.__new__(Board): there is none.
void* refuse_memory(std::size_t /*size*/) { throw py::type_error{"__init__() was not called"}; }

/// pybind11 would give such objects memory that nobody has filled.
void require_init(const py::module_& m) {
  for (const auto& [name, value] : m.attr("__dict__").cast<py::dict>()) {
    if (PyType_Check(value.ptr())) {
      auto* const type = reinterpret_cast<PyTypeObject*>(value.ptr());
      if (auto* const known = py::detail::get_type_info(type)) {
        known->operator_new = &refuse_memory;
      }
    }
  }
}

} // namespace
} // namespace xq::python

PYBIND11_MODULE(_xq, m) {
  using namespace xq::python;
  m.attr("__version__") = XQ_VERSION;
  bind_error(m);
  bind_board(m);
  bind_game(m);
  bind_read(m);
  bind_writer(m);
  bind_arrays(m);
  bind_database(m);
  bind_book(m);
  bind_engine(m);
  bind_annotate(m);
  bind_problems(m);
  bind_alias_files(m);
  require_init(m);
}
