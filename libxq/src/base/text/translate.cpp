#include "base/text/language.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>

#include <fmt/format.h> // format_error

#include <algorithm>
#include <array>
#include <cstddef>

namespace xq {

/// A compiled catalogue: GNU gettext manual, "The Format of GNU MO Files". Boost.Locale reads them
/// too, but cannot be linked without ICU (36 MB).
class Catalogue {
public:
  Catalogue() = default;
  explicit Catalogue(std::string_view bytes) : m_bytes{bytes} {
    constexpr std::uint32_t magic = 0x950412DEU;
    constexpr std::size_t header_bytes = 28;
    if (bytes.size() < header_bytes || (number(0) != magic && !swap_bytes(magic))) {
      throw Error{"the catalogue of translations is damaged"};
    }
    m_count = number(8);
    m_english = number(12);
    m_translated = number(16);
    if (!holds_table(m_english) || !holds_table(m_translated)) {
      throw Error{"the catalogue of translations is damaged"};
    }
    for (std::size_t i = 0; i < m_count; ++i) {
      if (!holds_text(m_english, i) || !holds_text(m_translated, i)) {
        throw Error{"the catalogue of translations is damaged"};
      }
    }
  }

  /// Empty when there is none. Of a text with plural forms: the first form.
  [[nodiscard]] std::string_view find(std::string_view english) const noexcept {
    std::size_t from = 0;
    std::size_t to = m_count;
    while (from < to) { // sorted by bytes
      const std::size_t middle = (from + to) / 2;
      if (first_form(text(m_english, middle)) < english) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from < m_count && first_form(text(m_english, from)) == english
               ? first_form(text(m_translated, from))
               : std::string_view{};
  }

private:
  static std::string_view first_form(std::string_view text) noexcept {
    return text.substr(0, text.find('\0'));
  }
  [[nodiscard]] std::uint32_t number(std::size_t at) const noexcept {
    std::array<std::uint32_t, 4> byte{};
    for (std::size_t i = 0; i < byte.size(); ++i) {
      byte[i] = static_cast<unsigned char>(m_bytes[at + (m_big_endian ? 3 - i : i)]);
    }
    return byte[0] | byte[1] << 8U | byte[2] << 16U | byte[3] << 24U;
  }
  bool swap_bytes(std::uint32_t magic) noexcept {
    m_big_endian = true;
    return number(0) == magic;
  }
  [[nodiscard]] bool holds_table(std::size_t at) const noexcept {
    return at <= m_bytes.size() && m_count <= (m_bytes.size() - at) / 8;
  }
  /// A text has a NUL behind it.
  [[nodiscard]] bool holds_text(std::size_t table, std::size_t i) const noexcept {
    const std::size_t size = number(table + 8 * i);
    const std::size_t at = number(table + 8 * i + 4);
    return at <= m_bytes.size() && size < m_bytes.size() - at;
  }
  [[nodiscard]] std::string_view text(std::size_t table, std::size_t i) const noexcept {
    return m_bytes.substr(number(table + 8 * i + 4), number(table + 8 * i));
  }

  std::string_view m_bytes;
  bool m_big_endian = false;
  std::size_t m_count = 0;
  std::size_t m_english = 0;    ///< offset of a table of sizes and offsets
  std::size_t m_translated = 0; ///< the same
};

namespace {

Catalogue& of_process() noexcept {
  static Catalogue instance;
  return instance;
}

/// The catalogue of LanguageScope; null: that of the process.
thread_local const Catalogue* of_thread = nullptr;

const Catalogue& current() noexcept { return of_thread == nullptr ? of_process() : *of_thread; }

Catalogue read(std::string_view catalogue) {
  return catalogue.empty() ? Catalogue{} : Catalogue{catalogue};
}

} // namespace

Language::Language(std::string_view catalogue)
    : m_catalogue{std::make_unique<const Catalogue>(read(catalogue))} {}
Language::~Language() = default;
Language::Language(Language&&) noexcept = default;
Language& Language::operator=(Language&&) noexcept = default;

LanguageScope::LanguageScope(const Language* language) noexcept : m_outer{of_thread} {
  of_thread = language == nullptr ? nullptr : language->m_catalogue.get();
}
LanguageScope::~LanguageScope() { of_thread = m_outer; }

void set_catalogue(std::string_view catalogue) { of_process() = read(catalogue); }

std::string_view translate(std::string_view english) noexcept {
  const auto found = current().find(english);
  return found.empty() || english.empty() ? english : found; // the empty one has the file's header
}

std::string_view translate(const TextInContext& text) {
  if (text.context.empty()) {
    return translate(text.english);
  }
  std::string key{text.context};
  key += '\4'; // as gettext joins msgctxt and msgid
  key += text.english;
  const auto found = current().find(key);
  return found.empty() ? text.english : found;
}

TextLanguage text_language() noexcept {
  // Translators: the language of the texts as in HTML: zh-Hans or zh-Hant
  const auto tag = translate("en");
  return tag == "zh-Hans"   ? TextLanguage::simplified_chinese
         : tag == "zh-Hant" ? TextLanguage::traditional_chinese
                            : TextLanguage::english;
}

namespace {

std::string formatted(std::string_view translation, std::string_view english,
                      fmt::format_args values) {
  const auto format = [&](std::string_view text) {
    return fmt::vformat(fmt::string_view{text.data(), text.size()}, values);
  };
  try {
    return format(translation);
  } catch (const fmt::format_error&) { // a translation with other values than the text
    return format(english);
  }
}

} // namespace

std::string vlocalized(std::string_view english, fmt::format_args values) {
  return formatted(translate(english), english, values);
}

std::string vlocalized(const TextInContext& text, fmt::format_args values) {
  return formatted(translate(text), text.english, values);
}

std::string counted(std::uint64_t n, std::string_view one, std::string_view many) {
  const auto translated = current().find(one);
  const auto text = !translated.empty() ? translated : n == 1 ? one : many;
  return fmt::format(fmt::runtime(fmt::string_view{text.data(), text.size()}), n);
}

} // namespace xq
