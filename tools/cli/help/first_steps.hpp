#pragma once

#include <string>

namespace xq::cli {

/// `xq` alone: the first line of the overview and five commands to try, which fit the files of the
/// current folder where it has games, databases or books. Looks at no more than 200 of its entries,
/// and into no folder below.
[[nodiscard]] std::string first_steps();

} // namespace xq::cli
