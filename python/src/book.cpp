#include "bindings.hpp"

namespace xq::python {

void bind_book(py::module_& m) { static_cast<void>(m); }

} // namespace xq::python
