#include "store/names/near_name.hpp"

#include "base/nearest.hpp"
#include "store/spelling/name_fold.hpp"
#include "store/spelling/pinyin.hpp"

#include <fmt/core.h>

#include <vector>

namespace xq::store {

std::string near_name(sqlite::Database& db, record::NameKind kind, const std::string& text) {
  const auto* const table = kind == record::NameKind::player  ? "player"
                            : kind == record::NameKind::event ? "event"
                                                              : "site";
  NameFolder folder;
  const auto key = [&](std::string_view name) {
    return kind == record::NameKind::player ? folder.player(name) : folder.title(name);
  };
  const auto wanted = key(text);
  const auto sounds = pinyin(wanted);
  std::vector<std::string> names;
  std::vector<std::string> keys;
  sqlite::Statement query{db, fmt::format("SELECT name FROM {} ORDER BY id", table)};
  for (auto row = query.use(); row.next();) {
    names.emplace_back(row.text(0));
    keys.push_back(key(names.back()));
    if (!sounds.empty() && pinyin(keys.back()) == sounds) {
      return names.back();
    }
  }
  const auto found = nearest(wanted, keys);
  for (std::size_t i = 0; i < keys.size() && !found.empty(); ++i) {
    if (keys[i] == found) {
      return names[i];
    }
  }
  return {};
}

} // namespace xq::store
