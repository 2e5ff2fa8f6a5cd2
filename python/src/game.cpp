#include "bindings.hpp"

namespace xq::python {

void bind_game(py::module_& m) {
  py::class_<record::Game, GamePointer>(m, "Game", "A game: headers, moves, variations, comments.")
      .def(py::init<>());
}

} // namespace xq::python
