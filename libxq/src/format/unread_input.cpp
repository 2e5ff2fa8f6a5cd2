#include "format/unread_input.hpp"

#include <xq/base/problem_code.hpp>

#include <algorithm>

namespace xq::format {

bool is_unread_input(const FileProblem& found, std::span<const std::string> inputs) {
  return found.problem.code == ProblemCode::unreadable_file ||
         std::find(inputs.begin(), inputs.end(), found.source) != inputs.end();
}

} // namespace xq::format
