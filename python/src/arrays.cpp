#include "arrays.hpp"

namespace xq::python {

void bind_arrays(py::module_& m) { static_cast<void>(m); }

} // namespace xq::python
