#pragma once

namespace xq::sqlite {

/// Whether DbError::code() says that something could not be written: the disk is full, a limit on
/// the size of files is reached, the file or the disk refuses. What was committed is still there.
[[nodiscard]] bool is_write_error(int code) noexcept;

} // namespace xq::sqlite
