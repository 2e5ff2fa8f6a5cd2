#include "book/file/lock.hpp"

#include "base/text/system_message.hpp"

#include <xq/base/error.hpp>

namespace xq::book {

ReplaceLock::ReplaceLock(const std::string& path) {
  if (const auto error = m_file.open(path, os::File::Mode::read)) {
    throw make_error<FileError>("{}: {}. Check the path and its permissions.", path,
                                system_message(error));
  }
  if (!m_file.try_lock() || !m_file.is_at(path)) { // not there: replaced after it was opened
    throw make_error<FileError>("{}: another program is adding games to this book. Wait until it "
                                "has finished, then run the command again.",
                                path);
  }
}

} // namespace xq::book
