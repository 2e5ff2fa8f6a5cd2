#pragma once

#include <string_view>

/// The bytes of `file` as the read-only symbols NAME_begin and NAME_end: the assembler puts them
/// into `section`, because an array in C++ would take seconds to compile. Once in a source, at
/// namespace scope; `file` and `section` come from the build.
#ifdef __wasm__ // an object there has a size
#define XQ_EMBEDDED_SIZES(name)                                                                    \
  ".size " name "_begin, " name "_end - " name "_begin\n.size " name "_end, 0\n"
#else
#define XQ_EMBEDDED_SIZES(name) ""
#endif
// NOLINTBEGIN(*-avoid-c-arrays, bugprone-macro-parentheses)
#define XQ_EMBED_FILE(name, section, file)                                                         \
  __asm__(section "\n" #name "_begin:\n.incbin \"" file "\"\n" #name                               \
                  "_end:\n" XQ_EMBEDDED_SIZES(#name) ".text\n");                                   \
  extern const char name##_begin[] __asm__(#name "_begin");                                        \
  extern const char name##_end[] __asm__(#name "_end")
// NOLINTEND(*-avoid-c-arrays, bugprone-macro-parentheses)
