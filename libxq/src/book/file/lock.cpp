#include "book/file/lock.hpp"

#include "base/text/system_message.hpp"

#include <xq/base/error.hpp>

namespace xq::book {

ReplaceLock::ReplaceLock(const std::string& path) {
  const auto error = m_lock.lock(path);
  if (error == std::errc::operation_would_block) {
    throw make_error<FileError>("{}: another program is adding games to this book. Wait until it "
                                "has finished, then run the command again.",
                                path);
  }
  if (error) {
    throw make_error<FileError>("{}: {}. Check the path and its permissions.", path,
                                system_message(error));
  }
}

} // namespace xq::book
