#include "format/text/dpxq_fields.hpp"

#include "base/text/ascii.hpp"
#include "format/movetext/movetext.hpp"
#include "format/shared/header_name.hpp"

#include <algorithm>
#include <array>

namespace xq::format {
namespace {

struct Field {
  std::string_view field, header;
};
constexpr auto fields = std::to_array<Field>({
    {"title", "Title"},          {"event", "Event"},          {"date", "Date"},
    {"place", "Site"},           {"round", "Round"},          {"group", "Group"},
    {"table", "Table"},          {"timerule", "TimeControl"}, {"red", "Red"},
    {"redteam", "RedTeam"},      {"redtime", "RedTime"},      {"redrating", "RedElo"},
    {"black", "Black"},          {"blackteam", "BlackTeam"},  {"blacktime", "BlackTime"},
    {"blackrating", "BlackElo"}, {"result", "Result"},        {"open", "Opening"},
    {"class", "Category"},       {"type", "RecordType"},      {"gametype", "RecordKind"},
    {"endtype", "Termination"},  {"remark", "Annotator"},     {"author", "Author"},
    {"owner", "Owner"},
});

} // namespace

std::string_view field_of_header(std::string_view header) noexcept {
  const auto* const found = std::find_if(fields.begin(), fields.end(), [&](const Field& f) {
    return equal_ignoring_case(f.header, header);
  });
  return found == fields.end() ? std::string_view{} : found->field;
}

std::string header_of_field(std::string_view field) {
  const auto* const found =
      std::find_if(fields.begin(), fields.end(), [&](const Field& f) { return f.field == field; });
  return found == fields.end() ? unescape_name(field) : std::string{found->header};
}

bool is_known_field(std::string_view name) noexcept {
  return std::any_of(fields.begin(), fields.end(),
                     [&](const Field& f) { return equal_ignoring_case(f.field, name); });
}

} // namespace xq::format
