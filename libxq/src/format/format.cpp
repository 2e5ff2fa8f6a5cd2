#include "format/binary/ccbridge.hpp"
#include "format/binary/client_files.hpp"
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

/// Reads one record of a binary format. A game that cannot be read at all is one with that finding.
template <Expected<TreeCounts, Problem> (*read)(Bytes, record::Game&)>
void parse_record(Bytes record, record::Game& game) {
  const auto counts = read(record, game);
  if (!counts) {
    game.problems.push_back(counts.error());
  }
}

std::optional<Problem> take_one_game(BinaryFile& file) {
  file.records.push_back(as_bytes(file.file));
  return std::nullopt;
}

constexpr auto rows = std::to_array<FormatEntry>({
    {.info = {.name = "pgn",
              .extensions = "pgn",
              .summary = "PGN: headers, moves with comments and variations",
              .readable = true,
              .writable = true,
              .limits = "glyphs above $255"},
     .make_writer = make_pgn_writer,
     .make_splitter = make<PgnSplitter>,
     .make_parser = make_pgn_parser},
    {.info = {.name = "xml",
              .extensions = "xml",
              .summary = "XML: <game> elements, see game.xsd",
              .readable = true,
              .writable = true},
     .make_writer = make_xml_writer},
    {.info = {.name = "cbf",
              .extensions = "cbf",
              .summary = "CCBridge's XML: a <ChineseChessRecord> a game",
              .readable = true,
              .writable = true,
              .limits = "glyphs, more than one comment a move"},
     .make_writer = make_cbf_writer,
     .make_splitter = make<CbfSplitter>,
     .make_parser = make_cbf_parser},
    {.info = {.name = "pfc",
              .extensions = "pfc",
              .summary = "PengFei's XML: nested <n> elements",
              .readable = true,
              .writable = true,
              .limits = "glyphs, more than one comment a move, lines beyond 9,999 plies"},
     .make_writer = make_pfc_writer,
     .make_splitter = make<PfcSplitter>,
     .make_parser = make_pfc_parser},
    {.info = {.name = "dhtmlxq",
              .extensions = "dhtmlxq ubb",
              .summary = "DhtmlXQ/UBB fields, also inside web pages",
              .readable = true,
              .writable = true,
              .limits = "glyphs, more than one comment a move, counters of the start position"},
     .make_writer = [](const WriteOptions&) { return make_dhtmlxq_writer(); },
     .make_splitter = make<DhtmlxqSplitter>,
     .make_parser = make_dhtmlxq_parser},
    {.info = {.name = "uci",
              .extensions = "uci",
              .summary = "a line a game: number, FEN, moves, result, final position",
              .readable = true,
              .writable = true,
              .limits = "headers, comments, variations"},
     .make_writer = [](const WriteOptions&) { return make_uci_writer(); },
     .make_splitter = make<UciSplitter>,
     .make_parser = make_uci_parser,
     .left_out = left_out_of_uci},
    {.info = {.name = "ucci",
              .extensions = "ucci",
              .summary = "a line a game: position fen FEN moves ...",
              .writable = true,
              .limits = "headers, comments, variations, the result"},
     .make_writer = [](const WriteOptions&) { return make_ucci_writer(); },
     .left_out = left_out_of_ucci},
    {.info = {.name = "wxf",
              .extensions = "wxf",
              .summary = "WXF text: headers, START{ moves }END",
              .readable = true},
     .make_splitter = make<WxfSplitter>,
     .make_parser = make_wxf_parser},
    {.info = {.name = "csv",
              .extensions = "csv",
              .summary = "a table with named columns, a ply or a game a row",
              .readable = true},
     .make_splitter = make<CsvSplitter>,
     .make_parser = make_csv_parser},
    {.info = {.name = "txt",
              .extensions = "",
              .summary = "Chinese text: headers like 红方：, then moves",
              .readable = true},
     .make_splitter = make<TxtSplitter>,
     .make_parser = make_txt_parser},
    {.info = {.name = "epd",
              .extensions = "epd fen",
              .summary = "a position a line, with opcodes and moves",
              .readable = true,
              .writable = true,
              .limits = "headers, comments, variations"},
     .make_writer = make_epd_writer,
     .make_splitter = make<EpdSplitter>,
     .make_parser = make_epd_parser,
     .left_out = left_out_of_epd},
    {.info = {.name = "eglib",
              .extensions = "eglib",
              .summary = "a position a line: name|FEN|moves",
              .readable = true},
     .make_splitter = make<EglibSplitter>,
     .make_parser = make_eglib_parser},
    {.info = {.name = "xqf",
              .extensions = "xqf",
              .summary = "XQStudio: a game a file",
              .readable = true,
              .writable = true,
              .one_game_a_file = true,
              .limits = "headers but for 13, and more than 15 or 63 bytes of one; glyphs, more "
                        "than one comment a "
                        "move, counters of the start position"},
     .make_writer = make_xqf_writer,
     .binary = {"xqf", looks_like_xqf, take_one_game, parse_record<read_xqf>}},
    {.info = {.name = "cbr",
              .extensions = "cbr",
              .summary = "CCBridge: a game a file",
              .readable = true,
              .writable = true,
              .one_game_a_file = true,
              .limits = ccbridge_limits},
     .make_writer = make_cbr_writer,
     .binary = {"cbr", looks_like_cbr, take_one_game, parse_record<read_cbr>}},
    {.info = {.name = "cbl",
              .extensions = "cbl",
              .summary = "CCBridge: a library of games",
              .readable = true,
              .writable = true,
              .has_index = true,
              .limits = ccbridge_limits},
     .make_writer = make_cbl_writer,
     .binary = {"cbl", looks_like_cbl, open_cbl, parse_record<read_cbl_record>, 32}},
    {.info = {.name = "chn",
              .extensions = "chn xqi",
              .summary = "Ourgame: a game a file",
              .readable = true},
     .binary = {"chn", looks_like_chn, take_one_game, parse_record<read_chn>}},
    {.info =
         {.name = "xgf", .extensions = "xgf", .summary = "XieXie: a game a file", .readable = true},
     .binary = {"xgf", looks_like_xgf, take_one_game, parse_record<read_xgf>}},
    {.info =
         {.name = "ccm", .extensions = "ccm", .summary = "17PK: a game a file", .readable = true},
     .binary = {"ccm", looks_like_ccm, take_one_game, parse_record<read_ccm>}},
    {.info = {.name = "che", .extensions = "che", .summary = "QQ: a game a file", .readable = true},
     .binary = {"che", looks_like_che, take_one_game, parse_record<read_che>}},
    {.info = {.name = "sg",
              .extensions = "sg",
              .summary = "SG: a game a file, text and two bytes a move",
              .readable = true},
     .binary = {"sg", looks_like_sg, take_one_game, parse_record<read_sg>}},
    {.info = {.name = "mxq",
              .extensions = "mxq",
              .summary = "MoveSky: a game a file",
              .readable = true},
     .binary = {"mxq", looks_like_mxq, take_one_game, parse_record<read_mxq>}},
    {.info = {.name = "jsonl",
              .extensions = "jsonl",
              .summary = "a JSON object a line",
              .readable = true,
              .writable = true},
     .make_writer = make_json_writer,
     .make_splitter = make<JsonSplitter>,
     .make_parser = make_json_parser},
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

const BinaryFormat* detect_binary(Bytes head) {
  const auto* const found = std::find_if(rows.begin(), rows.end(), [&](const FormatEntry& row) {
    return row.binary.recognises != nullptr && row.binary.recognises(head);
  });
  return found == rows.end() ? nullptr : &found->binary;
}

const BinaryFormat* find_binary(std::string_view name) noexcept {
  const auto* const found = find_entry(name);
  return found == nullptr || found->binary.recognises == nullptr ? nullptr : &found->binary;
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
