#pragma once

#include <string_view>

namespace xq::store {

/// Something that a question about games can say in a text: an option of the command line, a
/// parameter of the service, and a field of a form, of this name. Texts for people are English,
/// still to be translated.
template <typename Target>
struct NamedText {
  std::string_view name;
  std::string_view value; ///< what stands for the text in help; empty: a flag
  std::string_view caption;
  std::string_view help;
  /// Store in `target` what the text says; that of a flag is not looked at. Throws UsageError with
  /// a sentence that does not name it.
  void (*read)(std::string_view text, Target& target);
  std::string_view usual{};   ///< what holds without it; empty: nothing worth showing
  std::string_view choices{}; ///< all that it can say, with blanks between; empty: anything
  char letter = 0;            ///< its short name on the command line; 0: none

  [[nodiscard]] constexpr bool is_flag() const noexcept { return value.empty(); }
};

} // namespace xq::store
