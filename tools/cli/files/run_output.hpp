#pragma once

#include "cli/files/output.hpp"
#include "jobs/result_file.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace xq::cli {

/// Where the results of a long run go that may be stopped: a text and a page.
class RunOutput {
public:
  /// No text: `want_text` false; to stdout: an empty `text_path`; no page: an empty `page_path`.
  /// Unfinished files that killed runs left are removed.
  RunOutput(bool want_text, const std::string& text_path, const std::string& page_path);

  [[nodiscard]] bool has_page() const noexcept { return m_page != nullptr; }
  void write(std::string_view text, std::string_view page);
  /// All is there; these are the last bytes.
  void end(std::string_view text, std::string_view page);
  /// What became of the files of a run that was stopped.
  struct Stopped {
    jobs::ResultFile::Stopped text = jobs::ResultFile::Stopped::written;
    jobs::ResultFile::Stopped page = jobs::ResultFile::Stopped::written;
  };
  /// No more comes, though there is more.
  Stopped stop(std::string_view text, std::string_view page);

private:
  std::unique_ptr<jobs::ResultFile> m_text;
  std::unique_ptr<Output> m_stdout; ///< the text, where it does not go to a file
  std::unique_ptr<jobs::ResultFile> m_page;
};

} // namespace xq::cli
