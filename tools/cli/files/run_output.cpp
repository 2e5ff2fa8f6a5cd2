#include "cli/files/run_output.hpp"

#include "base/files/partial_files.hpp"

namespace xq::cli {

namespace {

using jobs::ResultFile;

std::unique_ptr<ResultFile> open_result(const std::string& path) {
  remove_stale_files(path);
  return std::make_unique<ResultFile>(path);
}

} // namespace

RunOutput::RunOutput(bool want_text, const std::string& text_path, const std::string& page_path) {
  if (want_text && text_path.empty()) {
    m_stdout = std::make_unique<Output>();
  } else if (want_text) {
    m_text = open_result(text_path);
  }
  if (!page_path.empty()) {
    m_page = open_result(page_path);
  }
}

void RunOutput::write(std::string_view text, std::string_view page) {
  if (m_text) {
    m_text->write(text);
  } else if (m_stdout) {
    m_stdout->write(text);
  }
  if (m_page) {
    m_page->write(page);
  }
}

void RunOutput::end(std::string_view text, std::string_view page) {
  if (m_text) {
    m_text->finish(text);
  } else if (m_stdout) {
    m_stdout->write(text);
    m_stdout->commit();
  }
  if (m_page) {
    m_page->finish(page);
  }
}

RunOutput::Stopped RunOutput::stop(std::string_view text, std::string_view page) {
  Stopped stopped;
  if (m_page) {
    stopped.page = m_page->stop(page);
  }
  if (m_text) {
    stopped.text = m_text->stop(text);
  }
  if (m_stdout) {
    m_stdout->write(text);
    m_stdout->commit();
  }
  return stopped;
}

} // namespace xq::cli
