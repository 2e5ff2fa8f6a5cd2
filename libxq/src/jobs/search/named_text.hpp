#pragma once

#include <string_view>

namespace xq::jobs {

/// Something that a question about games can say in a text: it is an option of the command line,
/// and a parameter of the service, of this name.
template <typename Target>
struct NamedText {
  std::string_view name;
  bool is_flag;
  /// Store in `target` what the text says; that of a flag is not looked at. Throws UsageError with
  /// a sentence that does not name it.
  void (*read)(std::string_view text, Target& target);
};

} // namespace xq::jobs
