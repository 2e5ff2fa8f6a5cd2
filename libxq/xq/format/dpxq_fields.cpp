#include <xq/format/dpxq_fields.hpp>
#include <xq/format/header_name.hpp>
#include <xq/format/movetext.hpp>

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

struct Word {
  std::string_view text;
  record::Result result;
};
constexpr auto words = std::to_array<Word>({
    {"红胜", record::Result::red_wins},
    {"红方胜", record::Result::red_wins},
    {"紅勝", record::Result::red_wins},
    {"紅方勝", record::Result::red_wins},
    {"红先胜", record::Result::red_wins},
    {"先胜", record::Result::red_wins},
    {"黑胜", record::Result::black_wins},
    {"黑方胜", record::Result::black_wins},
    {"黑勝", record::Result::black_wins},
    {"黑方勝", record::Result::black_wins},
    {"先负", record::Result::black_wins},
    {"红先负", record::Result::black_wins},
    {"和局", record::Result::draw},
    {"和棋", record::Result::draw},
    {"和", record::Result::draw},
    {"先和", record::Result::draw},
    {"红先和", record::Result::draw},
    {"不明", record::Result::unknown},
});

} // namespace

std::string_view field_of_header(std::string_view header) noexcept {
  const auto* const found = std::find_if(
      fields.begin(), fields.end(), [&](const Field& f) { return equal_names(f.header, header); });
  return found == fields.end() ? std::string_view{} : found->field;
}

std::string header_of_field(std::string_view field) {
  const auto* const found =
      std::find_if(fields.begin(), fields.end(), [&](const Field& f) { return f.field == field; });
  return found == fields.end() ? unescape_name(field) : std::string{found->header};
}

bool is_known_field(std::string_view name) noexcept {
  return std::any_of(fields.begin(), fields.end(),
                     [&](const Field& f) { return equal_names(f.field, name); });
}

std::optional<record::Result> find_result_word(std::string_view text) noexcept {
  for (const auto& word : words) {
    if (word.text == text) {
      return word.result;
    }
  }
  return find_result(text);
}

} // namespace xq::format
