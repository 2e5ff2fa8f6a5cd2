#pragma once

#include "jobs/search/game_page.hpp"
#include "service/data/answer_cache.hpp"
#include "service/data/library.hpp"
#include "service/router.hpp"
#include "store/filter/filter_table.hpp"

#include <xq/base/translate.hpp>
#include <xq/store/query.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xq::service {

/// The filters that clients may ask for.
[[nodiscard]] std::vector<store::FilterRow> served_filters();

/// Which games a question is about.
struct AskedGames {
  store::Filter filter;
  std::optional<Position> place; ///< of filter.position, where that is one position
  bool repeated = false;         ///< only those that Filter::unique leaves out
  std::string text;              ///< the parameters that say so, in one form
};

/// The filters of `xq search` by the names of its options, `duplicates`, and `fen` with `play` for
/// a position. A part that is empty is not asked for. Throws HttpError 400 for what cannot be read.
[[nodiscard]] AskedGames read_asked_games(const Parameters& query);

/// The filters as fields of a form, in the language of the client: name, caption, what stands for a
/// value, choices.
[[nodiscard]] Response answer_filters(const Call& call);
[[nodiscard]] std::vector<jobs::Field> filter_fields();

/// The database of `db`. Throws HttpError 404.
[[nodiscard]] std::shared_ptr<GameFile> database_of(const Library& library, const Call& call);

/// Finds these games. Kept, so that the next page costs no search.
[[nodiscard]] jobs::FoundGames find_asked(GameFile& file, AnswerCache& cache,
                                          const AskedGames& asked);

/// What `make` says of the database of `db`, or what it said to the same question of the same state
/// of the file.
[[nodiscard]] Response answer_of_database(const Library& library, AnswerCache& cache,
                                          const Call& call, std::string_view what,
                                          const std::function<std::string(GameFile&)>& make);

/// `read(text)`, where what is wrong with the text becomes HttpError 400 with the name.
template <typename F>
auto read_named(std::string_view name, std::string_view text, F&& read) {
  try {
    return read(text);
  } catch (const UsageError& e) {
    throw HttpError{400, localized("{}=: {}.", name, e.what())};
  }
}

} // namespace xq::service
