#pragma once

#include "support/files.hpp"
#include "support/scratch_folder.hpp"
#include "support/small_archive.hpp"

#include <xq/book/build.hpp>

#include <string>
#include <vector>

namespace support {

/// Build a book of `games`, in batches as readers make them.
inline xq::book::BuildTotals make_book(const std::string& path, const std::vector<SmallGame>& games,
                                       const xq::book::BuildOptions& options = {}) {
  xq::book::Builder builder{path, options};
  auto recorder = builder.recorder();
  xq::book::Batch batch;
  for (const SmallGame& game : games) {
    xq::book::GameName name;
    name.red = "red " + std::to_string(game.number % 10);
    name.result = game.result;
    name.line = game.number;
    recorder.add(game.start, game.moves, {game.result, game.year, game.levels}, batch, name);
    if (batch.games() == 7) {
      builder.add(batch);
      batch = {};
    }
  }
  builder.add(batch);
  return builder.finish();
}

/// The bytes of such a book.
inline std::string book_bytes(const std::vector<SmallGame>& games,
                              const xq::book::BuildOptions& options = {}) {
  const ScratchFolder folder;
  make_book(folder.file("a.xqbook"), games, options);
  return read_file(folder.file("a.xqbook"));
}

} // namespace support
