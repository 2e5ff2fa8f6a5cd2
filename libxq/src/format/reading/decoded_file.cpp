#include "format/reading/decoded_file.hpp"

#include "base/text/text.hpp"
#include "format/detect.hpp"

#include <xq/base/error.hpp>

#include <algorithm>
#include <utility>

namespace xq::format {
namespace {

constexpr std::size_t first_look = std::size_t{256} << 10U;

/// The encoding in an XML prolog, when there is one.
std::string_view declared_encoding(std::string_view bytes) noexcept {
  if (!bytes.starts_with("<?xml")) {
    return {};
  }
  const auto prolog = bytes.substr(0, std::min(bytes.find("?>"), bytes.size()));
  const auto at = prolog.find("encoding");
  const auto open = at == std::string_view::npos ? at : prolog.find_first_of("\"'", at);
  if (open == std::string_view::npos) {
    return {};
  }
  const auto close = prolog.find(prolog[open], open + 1);
  return close == std::string_view::npos ? std::string_view{}
                                         : prolog.substr(open + 1, close - open - 1);
}

/// The front holds characters of four bytes, of which the one at `high` is 0 and the one at
/// `plane` next to it names a plane of Unicode, 0 for nearly all.
bool has_wide_units(std::string_view sample, std::size_t high, std::size_t plane) noexcept {
  constexpr std::size_t fewest = 8;
  constexpr std::size_t most = 64;
  const auto units = std::min(sample.size() / 4, most);
  for (std::size_t i = 0; i < units; ++i) {
    const auto unit = sample.substr(4 * i, 4);
    const auto low = static_cast<unsigned char>(unit[3 - high]);
    const auto middle = static_cast<unsigned char>(unit[3 - plane]);
    if (unit[high] != '\0' || static_cast<unsigned char>(unit[plane]) > 2 || (low | middle) == 0) {
      return false;
    }
  }
  return units >= fewest;
}

} // namespace

const std::string& DecodedFile::read_sample() {
  while (m_sample.size() < detection_sample_bytes && fill()) {
    if (m_sample.size() < first_look) {
      m_sample += m_chunk;
      if (settles_encoding(m_sample)) { // the threads wait for their first work
        break;
      }
      continue;
    }
    if (m_sample.capacity() < m_sample.size() + m_chunk.size()) {
      m_sample.reserve(detection_sample_bytes + m_chunk.size()); // once, not by doubling
    }
    m_sample += m_chunk;
  }
  return m_sample;
}

std::string DecodedFile::take_bytes(std::size_t limit) {
  while (m_sample.size() <= limit && fill()) {
    m_sample += m_chunk;
  }
  m_empty = m_sample.empty();
  return std::exchange(m_sample, {});
}

void DecodedFile::decode(std::optional<Encoding> wanted) {
  auto sample = std::exchange(m_sample, {});
  m_wide = wanted ? Wide::no : wide_encoding(sample);
  if (m_wide != Wide::no) {
    m_encoding = Encoding::utf8; // what it becomes
    append_wide(sample);
    m_empty = m_text.empty();
    unify_line_ends(0);
    return;
  }
  auto detected = detect_encoding(sample, m_ended);
  if (wanted) {
    const auto mark = byte_order_mark(*wanted);
    detected = {*wanted, sample.starts_with(mark) ? mark.size() : 0};
  } else if (const auto declared = find_encoding(declared_encoding(sample));
             declared && detected.mark_size == 0) {
    detected.encoding = *declared;
  }
  m_encoding = detected.encoding;
  if (detected.encoding != Encoding::utf8) {
    m_decoder.emplace(detected.encoding);
  }
  m_empty = sample.size() == detected.mark_size;
  if (!m_decoder && detected.mark_size == 0) { // avoids a copy of megabytes of UTF-8
    m_text = std::move(sample);
    unify_line_ends(0);
    return;
  }
  append(std::string_view{sample}.substr(detected.mark_size));
}

bool DecodedFile::read() {
  if (!fill()) {
    return false;
  }
  if (m_wide != Wide::no) {
    const auto from = m_text.size();
    append_wide(m_chunk);
    unify_line_ends(from == 0 ? 0 : from - 1);
  } else {
    append(m_chunk);
  }
  return true;
}

/// Tells UTF-32 by its mark, or by an ASCII character at the front.
DecodedFile::Wide DecodedFile::wide_encoding(std::string_view sample) noexcept {
  using namespace std::string_view_literals;
  if (sample.size() < 4) {
    return Wide::no;
  }
  if (sample.starts_with("\xFF\xFE\0\0"sv) || sample.substr(1).starts_with("\0\0\0"sv)) {
    return sample[0] != '\0' ? Wide::little_endian : Wide::no;
  }
  const bool big =
      sample.starts_with("\0\0\xFE\xFF"sv) || (sample.starts_with("\0\0\0"sv) && sample[3] != '\0');
  return big || has_wide_units(sample, 0, 1) ? Wide::big_endian
         : has_wide_units(sample, 3, 2)      ? Wide::little_endian
                                             : Wide::no;
}

void DecodedFile::append_wide(std::string_view bytes) {
  for (const char c : bytes) {
    m_unit += c;
    if (m_unit.size() < 4) {
      continue;
    }
    char32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const auto at = m_wide == Wide::little_endian ? 3 - i : i;
      value = value << 8U | static_cast<unsigned char>(m_unit[at]);
    }
    m_unit.clear();
    const bool valid = value <= 0x10FFFF && (value < 0xD800 || value > 0xDFFF);
    if (value != 0xFEFF || !m_text.empty()) {
      append_utf8(m_text, valid ? value : replacement_character);
    }
  }
}

bool DecodedFile::fill() {
  if (m_ended) {
    return false;
  }
  try {
    m_chunk = m_input.read();
  } catch (const TooLargeError& e) {
    m_error = e.what();
    m_too_large = true;
    m_chunk = {};
  } catch (const FileError& e) {
    m_error = e.what();
    m_chunk = {};
  }
  if (m_chunk.empty()) {
    m_ended = true;
    if (m_decoder) {
      m_decoder->finish(m_text, m_bad);
    }
  }
  return !m_ended;
}

void DecodedFile::append(std::string_view bytes) {
  const auto from = m_text.size();
  if (m_decoder) {
    m_decoder->decode(bytes, m_text, m_bad);
    if (m_ended) { // the whole file was in the sample
      m_decoder->finish(m_text, m_bad);
    }
  } else {
    m_text += bytes;
  }
  unify_line_ends(from == 0 ? 0 : from - 1);
}

/// A CR that no LF follows ends a line (old Macintosh files): make it an LF. The last byte waits
/// for its successor.
void DecodedFile::unify_line_ends(std::size_t from) noexcept {
  while (true) {
    const auto at = m_text.find('\r', from);
    if (at == std::string::npos || at + 1 == m_text.size()) {
      return;
    }
    if (m_text[at + 1] != '\n') {
      m_text[at] = '\n';
    }
    from = at + 1;
  }
}

} // namespace xq::format
