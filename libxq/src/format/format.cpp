#include "format/binary/ccbridge.hpp"
#include "format/binary/xqf.hpp"
#include "format/json/json.hpp"
#include "format/pgn/pgn.hpp"
#include "format/registry.hpp"
#include "format/text/dhtmlxq.hpp"
#include "format/text/line_records.hpp"
#include "format/text/text_records.hpp"
#include "format/xml/cbf.hpp"
#include "format/xml/pfc.hpp"
#include "format/xml/xml.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>
#include <xq/format/format.hpp>

#include <algorithm>
#include <array>

namespace xq::format {
namespace {

template <typename T>
std::unique_ptr<Splitter> make() {
  return std::make_unique<T>();
}

constexpr std::string_view ccbridge_limits{"headers but for 31, and more than 15 to 127 characters "
                                           "of one; glyphs, more than one comment a "
                                           "move, the counter of moves without a capture"};

constexpr auto rows = std::to_array<FormatEntry>({
    {{"pgn", "pgn", "PGN: headers, moves with comments and variations", true, true, false, false,
      "glyphs above $255"},
     make_pgn_writer,
     make<PgnSplitter>,
     make_pgn_parser},
    {{"xml", "xml", "XML: <game> elements, see game.xsd", true, true}, make_xml_writer},
    {{"cbf", "cbf", "CCBridge's XML: a <ChineseChessRecord> a game", true, true, false, false,
      "glyphs, more than one comment a move"},
     make_cbf_writer,
     make<CbfSplitter>,
     make_cbf_parser},
    {{"pfc", "pfc", "PengFei's XML: nested <n> elements", true, true, false, false,
      "glyphs, more than one comment a move, lines beyond 9,999 plies"},
     make_pfc_writer,
     make<PfcSplitter>,
     make_pfc_parser},
    {{"dhtmlxq", "dhtmlxq ubb", "DhtmlXQ/UBB fields, also inside web pages", true, true, false,
      false, "glyphs, more than one comment a move, counters of the start position"},
     [](const WriteOptions&) { return make_dhtmlxq_writer(); },
     make<DhtmlxqSplitter>,
     make_dhtmlxq_parser},
    {{"uci", "uci", "a line a game: number, FEN, moves, result, final position", true, true, false,
      false, "headers, comments, variations"},
     [](const WriteOptions&) { return make_uci_writer(); },
     make<UciSplitter>,
     make_uci_parser,
     left_out_of_uci},
    {{"ucci", "ucci", "a line a game: position fen FEN moves ...", false, true, false, false,
      "headers, comments, variations, the result"},
     [](const WriteOptions&) { return make_ucci_writer(); },
     nullptr,
     nullptr,
     left_out_of_ucci},
    {{"wxf", "wxf", "WXF text: headers, START{ moves }END", true, false},
     nullptr,
     make<WxfSplitter>,
     make_wxf_parser},
    {{"csv", "csv", "a table with named columns, a ply or a game a row", true, false},
     nullptr,
     make<CsvSplitter>,
     make_csv_parser},
    {{"txt", "", "Chinese text: headers like 红方：, then moves", true, false},
     nullptr,
     make<TxtSplitter>,
     make_txt_parser},
    {{"epd", "epd fen", "a position a line, with opcodes and moves", true, true, false, false,
      "headers, comments, variations"},
     make_epd_writer,
     make<EpdSplitter>,
     make_epd_parser,
     left_out_of_epd},
    {{"eglib", "eglib", "a position a line: name|FEN|moves", true, false},
     nullptr,
     make<EglibSplitter>,
     make_eglib_parser},
    {{"xqf", "xqf", "XQStudio: a game a file", true, true, true, false,
      "headers but for 13, and more than 15 or 63 bytes of one; glyphs, more than one comment a "
      "move, counters of the start position"},
     make_xqf_writer},
    {{"cbr", "cbr", "CCBridge: a game a file", true, true, true, false, ccbridge_limits},
     make_cbr_writer},
    {{"cbl", "cbl", "CCBridge: a library of games", true, true, false, true, ccbridge_limits},
     make_cbl_writer},
    {{"chn", "chn xqi", "Ourgame: a game a file", true, false}},
    {{"xgf", "xgf", "XieXie: a game a file", true, false}},
    {{"ccm", "ccm", "17PK: a game a file", true, false}},
    {{"che", "che", "QQ: a game a file", true, false}},
    {{"sg", "sg", "SG: a game a file, text and two bytes a move", true, false}},
    {{"mxq", "mxq", "MoveSky: a game a file", true, false}},
    {{"jsonl", "jsonl", "a JSON object a line", true, true},
     make_json_writer,
     make<JsonSplitter>,
     make_json_parser},
});

constexpr auto infos = [] {
  std::array<FormatInfo, rows.size()> out{};
  std::transform(rows.begin(), rows.end(), out.begin(),
                 [](const FormatEntry& row) { return row.info; });
  return out;
}();

} // namespace

std::span<const FormatInfo> formats() noexcept { return infos; }

const FormatInfo* find_format(std::string_view name) noexcept {
  const auto* const found =
      std::find_if(infos.begin(), infos.end(), [&](const FormatInfo& f) { return f.name == name; });
  return found == infos.end() ? nullptr : found;
}

const FormatEntry* find_entry(std::string_view name) noexcept {
  const auto* const found = std::find_if(
      rows.begin(), rows.end(), [&](const FormatEntry& row) { return row.info.name == name; });
  return found == rows.end() ? nullptr : found;
}

std::string Writer::file(std::string_view games) const {
  std::string out;
  index(out, games);
  header(out);
  out += games;
  footer(out);
  return out;
}

std::unique_ptr<Writer> make_writer(std::string_view format, const WriteOptions& options) {
  if (const auto* const row = find_entry(format); row != nullptr && row->info.writable) {
    return row->make_writer(options);
  }
  std::string names;
  for (const auto& row : rows) {
    if (row.info.writable) {
      names.append(names.empty() ? "" : translate(", ")).append(row.info.name);
    }
  }
  throw make_error<UsageError>("unknown format '{}' to write: use {}", format, names);
}

} // namespace xq::format
