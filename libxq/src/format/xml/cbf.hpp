#pragma once

#include "format/xml/xml_slice.hpp"

#include <xq/format/format.hpp>

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
