#pragma once

#include "format/xml/xml_slice.hpp"

#include <xq/format/format.hpp>

#include <array>
#include <memory>
#include <string_view>

namespace xq::format {

/// CBF (CCBridge's XML record), a `<ChineseChessRecord>` document a game; see docs/formats/cbf.md.
class CbfSplitter final : public XmlDocumentSplitter {
private:
  [[nodiscard]] bool begins_root(std::string_view text) const override;
};

[[nodiscard]] std::unique_ptr<SliceParser> make_cbf_parser(const ReadOptions& options);
[[nodiscard]] std::unique_ptr<Writer> make_cbf_writer(const WriteOptions& options);

} // namespace xq::format

/// The parts of a CBF document that reader and writer share; docs/formats/cbf.md explains them.
namespace xq::format::cbf {

inline constexpr std::string_view root_element = "ChineseChessRecord";

/// An element of <Head> and the header that it holds, in the order in which CCBridge writes them.
struct Field {
  std::string_view element, header;
};
inline constexpr auto fields = std::to_array<Field>({
    {"Name", "Title"},
    {"URL", "URL"},
    {"From", "Source"},
    {"ContestType", "EventType"},
    {"Contest", "Event"},
    {"Round", "Round"},
    {"Group", "Group"},
    {"Table", "Table"},
    {"Date", "Date"},
    {"Site", "Site"},
    {"TimeRule", "TimeControl"},
    {"Red", "Red"},
    {"RedTeam", "RedTeam"},
    {"RedTime", "RedTime"},
    {"RedRating", "RedElo"},
    {"Black", "Black"},
    {"BlackTeam", "BlackTeam"},
    {"BlackTime", "BlackTime"},
    {"BlackRating", "BlackElo"},
    {"Referee", "Referee"},
    {"Recorder", "Recorder"},
    {"Commentator", "Annotator"},
    {"CommentatorURL", "CommentatorURL"},
    {"Creator", "Author"},
    {"CreatorURL", "CreatorURL"},
    {"DateCreated", "DateCreated"},
    {"DateModified", "DateModified"},
    {"ECCO", "ECCO"},
    {"RecordKind", "RecordKind"},
    {"ResultType", "Termination"},
});

/// Elements of <Head> with a meaning of their own.
inline constexpr std::string_view fen_element = "FEN";
inline constexpr std::string_view result_element = "RecordResult";
/// A number; other programs would not take a word for it.
inline constexpr std::string_view type_element = "RecordType";

/// Not a move: carries the comment on the start position.
inline constexpr std::string_view no_move = "00-00";

} // namespace xq::format::cbf
