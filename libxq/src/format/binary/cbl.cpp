#include "base/files/inflate.hpp"
#include "format/binary/ccbridge.hpp"
#include "format/binary/ccbridge_layout.hpp"
#include "format/shared/field_text.hpp"

#include <xq/base/encoding.hpp>
#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>

namespace xq::format {
namespace {

using namespace ccbridge;

constexpr std::string_view packed_magic{"CCBridge\x15\0\0\0", 12};

// -- libraries of CBR records -------------------------------------------------------------------

/// Tells which slots of a library belong to the text of a comment, asked in rising order. A comment
/// may hold whatever a record begins with.
class CommentSlots {
public:
  explicit CommentSlots(Bytes record) noexcept
      : m_steps{record,
                little_endian<1>(record.subspan(layout_at)) == 1 ? older.tree_at : newer.tree_at} {}

  /// The move that goes over offset `at` of the record has a comment there. One with a NUL is none:
  /// its size is damaged, and it goes over the fields of other records, which end in NULs.
  [[nodiscard]] bool contain(std::size_t at) noexcept {
    while (m_steps.offset() <= at) {
      const auto comment = m_steps.next();
      if (!comment) {
        return false;
      }
      m_is_text = !comment->empty() && m_steps.offset() > at && !has_nul(*comment);
    }
    return m_is_text;
  }

private:
  static bool has_nul(Bytes utf16) noexcept {
    for (std::size_t i = 0; i + 1 < utf16.size(); i += 2) {
      if (little_endian<2>(utf16.subspan(i)) == 0) {
        return true;
      }
    }
    return false;
  }

  RecordSteps m_steps;
  bool m_is_text = false; ///< of the comment before m_steps.offset()
};

/// Records fill whole slots behind the index; a long one goes on into the slots that follow, and
/// only its first begins with the mark of a record, unless a comment has the mark. The number in
/// the header says how many entries the index has room for, and programs get it wrong, so the first
/// record is looked for from there.
std::optional<Problem> open_library(BinaryFile& library) {
  const auto file = as_bytes(library.file);
  if (file.size() < index_at) {
    return make_problem(ProblemCode::truncated,
                        localized("the file ends within the header of the library"));
  }
  record::Game scratch;
  FieldText text{Encoding::utf16le};
  library.collection = text.header(file.subspan(name_at, name_size), scratch);
  const std::uint64_t capacity = little_endian<4>(file.subspan(capacity_at));
  const auto index_end = index_at + capacity * entry_size;
  const auto bytes = as_text(file);
  auto at = index_end < file.size() ? static_cast<std::size_t>(index_end) : index_at;
  at = bytes.find("CCBridge Record", at);
  std::optional<std::size_t> begin;
  std::optional<CommentSlots> comments; // of the record that begins there
  for (; at < file.size(); at += slot_size) {
    if (!looks_like_cbr(file.subspan(at)) || (comments && comments->contain(at - *begin))) {
      continue;
    }
    if (begin) {
      library.records.push_back(file.subspan(*begin, at - *begin));
    }
    begin = at;
    comments.reset();
    if (file.size() - at > layout_at) {
      comments.emplace(file.subspan(at));
    }
  }
  if (begin) {
    library.records.push_back(file.subspan(*begin));
  }
  return std::nullopt;
}

// -- packed libraries, the older kind ------------------------------------------------------------

constexpr std::size_t packed_header_size = 20;
constexpr std::size_t max_unpacked = std::size_t{256} << 20U;
constexpr std::size_t dates_size = 2 * 19;

std::optional<Bytes> take_text(ByteReader& reader) noexcept {
  const auto before = reader;
  const auto size = reader.u32();
  auto text = size ? reader.take(*size) : std::nullopt;
  if (!text) {
    reader = before;
  }
  return text;
}

std::optional<Problem> open_packed(BinaryFile& library) {
  const auto file = as_bytes(library.file);
  if (file.size() < packed_header_size) {
    return make_problem(ProblemCode::truncated,
                        localized("the file ends within the header of the library"));
  }
  auto unpacked = inflate(as_text(file.subspan(packed_header_size)), max_unpacked);
  if (!unpacked) {
    auto problem = unpacked.error();
    if (problem.code == ProblemCode::truncated) {
      problem.advice = localized("Get a complete copy; a packed library cannot be read in part.");
    }
    return problem;
  }
  library.unpacked = *std::move(unpacked);
  ByteReader reader{as_bytes(library.unpacked)};
  const auto name = take_text(reader);
  bool complete = name.has_value();
  for (int i = 0; i < 4; ++i) { // two that are empty in what was seen, author, address
    complete = complete && take_text(reader);
  }
  complete = complete && reader.take(dates_size);
  const auto games = complete ? reader.u32() : std::nullopt;
  if (!games || !take_text(reader)) { // remarks
    return make_problem(ProblemCode::truncated, localized("the library ends within its header"));
  }
  record::Game scratch;
  FieldText text{Encoding::gb18030};
  library.collection = text.header(*name, scratch);
  for (std::uint32_t i = 0; i < *games && reader.left() != 0; ++i) {
    // The size of a record counts itself. The last record is what is left, complete or not.
    auto size_reader = reader;
    const auto size = size_reader.u32().value_or(0);
    const auto record =
        reader.take(std::clamp<std::size_t>(size, 4, std::max<std::size_t>(reader.left(), 4)));
    library.records.push_back(record ? *record : *reader.take(reader.left()));
  }
  return std::nullopt;
}

} // namespace

bool looks_like_cbl(Bytes file) noexcept {
  const auto bytes = as_text(file);
  return bytes.starts_with(library_magic) || bytes.starts_with(packed_magic);
}

std::optional<Problem> open_cbl(BinaryFile& library) {
  if (library.file.starts_with(library_magic)) {
    return open_library(library);
  }
  if (library.file.starts_with(packed_magic)) {
    return open_packed(library);
  }
  return make_problem(ProblemCode::unknown_format,
                      localized("a CCBridge library does not begin like this"));
}

} // namespace xq::format
