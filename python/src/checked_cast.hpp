#pragma once

#include "bindings.hpp"

namespace xq::python {

/// A Python object as a T. Throws TypeError with `expected` where it is none: pybind11's own
/// cast_error would become a RuntimeError.
template <typename T>
[[nodiscard]] T checked_cast(const py::handle& value, const char* expected) {
  try {
    return value.cast<T>();
  } catch (const py::cast_error&) {
    throw py::type_error{expected};
  }
}

} // namespace xq::python
