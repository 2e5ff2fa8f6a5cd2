#pragma once

#include "format/xml/xml_slice.hpp"

#include <xq/format/format.hpp>

#include <memory>
#include <string_view>

namespace xq::format {

/// PFC (PengFei), a document of nested `<n>` elements a game; see docs/formats/pfc.md.
class PfcSplitter final : public XmlDocumentSplitter {
private:
  [[nodiscard]] bool begins_root(std::string_view text) const override;
};

[[nodiscard]] std::unique_ptr<SliceParser> make_pfc_parser(const ReadOptions& options);
[[nodiscard]] std::unique_ptr<Writer> make_pfc_writer(const WriteOptions& options);

} // namespace xq::format
