#include "bindings.hpp"

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
}
