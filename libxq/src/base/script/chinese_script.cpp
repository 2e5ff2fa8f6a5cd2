#include "base/script/chinese_script.hpp"

#include "base/os/path.hpp"
#include "base/os/program.hpp"
#include "base/text/text.hpp"

#include <xq/base/error.hpp>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <opencc/SimpleConverter.hpp>
#include <system_error>

namespace xq {
namespace {

/// OpenCC's configuration beside the program (../share/xq/opencc, as in the archive that runs from
/// any folder), or its name alone, which OpenCC looks for where the system has its data.
std::string configuration(const char* name) {
  const auto program = os::path_of(os::program_path());
  const auto unpacked = program.parent_path().parent_path() / "share" / "xq" / "opencc" / name;
  std::error_code error;
  return !program.empty() && std::filesystem::exists(unpacked, error) ? os::name_of(unpacked)
                                                                      : name;
}

} // namespace

/// Built in place: a copy of OpenCC's converter would free its dictionaries twice.
struct ChineseScriptConverter::Dictionaries {
  explicit Dictionaries(const std::string& file) : converter{file} {}
  opencc::SimpleConverter converter;
};

ChineseScriptConverter::ChineseScriptConverter(ChineseScript to) {
  const char* const name = to == ChineseScript::traditional ? "s2tw.json" : "t2s.json";
  try {
    m_dictionaries = std::make_unique<const Dictionaries>(configuration(name));
  } catch (const std::exception& e) {
    throw make_error<FileError>("OpenCC's dictionary {} cannot be read: {}. Install OpenCC's data "
                                "(on Debian: apt-get install libopencc-data).",
                                name, e.what());
  }
}

ChineseScriptConverter::~ChineseScriptConverter() = default;
ChineseScriptConverter::ChineseScriptConverter(ChineseScriptConverter&&) noexcept = default;
ChineseScriptConverter&
ChineseScriptConverter::operator=(ChineseScriptConverter&&) noexcept = default;

std::string ChineseScriptConverter::convert(std::string_view text) const {
  const bool ascii = std::all_of(text.begin(), text.end(),
                                 [](char c) { return static_cast<unsigned char>(c) < 0x80U; });
  if (ascii || find_invalid_utf8(text) != std::string_view::npos) {
    return std::string{text};
  }
  // OpenCC's text ends at a NUL; comments of binary formats may have one.
  std::string out;
  while (!text.empty()) {
    const auto nul = std::min(text.find('\0'), text.size());
    out += m_dictionaries->converter.Convert(text.data(), nul);
    if (nul < text.size()) {
      out += '\0';
    }
    text.remove_prefix(std::min(nul + 1, text.size()));
  }
  return out;
}

} // namespace xq
