#include "analysis/review/annotator.hpp"

#include <fmt/core.h>

namespace xq::analysis {

std::string annotator_of(std::string_view engine, const engine::Limits& limits,
                         const Looks& looks) {
  return fmt::format("{}, {} a move{}", engine, to_text(limits),
                     looks.third ? ", 8 to 64 times as many in doubt" : "");
}

} // namespace xq::analysis
