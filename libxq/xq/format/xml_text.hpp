#pragma once

#include <string>
#include <string_view>

namespace xq::format {

/// `text` as the content of an XML element. XML 1.0 has no way to write most control characters;
/// their pictures (U+2400 on) stand for them.
void append_xml_text(std::string& out, std::string_view text);
/// `text` as the value of an attribute in double quotes: parsers read a bare newline or tab there
/// as a space.
void append_xml_attribute(std::string& out, std::string_view text);

} // namespace xq::format
