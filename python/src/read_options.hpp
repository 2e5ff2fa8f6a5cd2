#pragma once

#include "bindings.hpp"

#include <xq/format/format.hpp>

namespace xq::python {

/// Options of reading from what Python was given. Throws UsageError and ValueError.
[[nodiscard]] format::ReadOptions read_options(const std::optional<std::string>& format,
                                               const std::optional<std::string>& encoding,
                                               const std::optional<std::string>& style,
                                               int threads);
/// A path, or a list or tuple of paths. Throws TypeError.
[[nodiscard]] std::vector<std::string> to_paths(const py::handle& source);
/// A reader of what to_paths() takes, or of an open file.
[[nodiscard]] format::GameReader open_reader(const py::handle& source, format::ReadOptions options);

} // namespace xq::python
