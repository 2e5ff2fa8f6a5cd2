#include "cli/games/near_names.hpp"

#include "cli/talk.hpp"
#include "store/names/name_match.hpp"

#include <string>

namespace xq::cli {

void say_near_names(store::GameDatabase& database, const store::Filter& filter) {
  struct Asked {
    std::string store::Filter::*text;
    record::NameKind kind;
  };
  for (const auto& [text, kind] : {Asked{&store::Filter::player, record::NameKind::player},
                                   Asked{&store::Filter::red, record::NameKind::player},
                                   Asked{&store::Filter::black, record::NameKind::player},
                                   Asked{&store::Filter::event, record::NameKind::event},
                                   Asked{&store::Filter::site, record::NameKind::site}}) {
    const std::string& wanted = filter.*text;
    if (wanted.empty()) {
      continue;
    }
    store::Filter alone;
    (kind == record::NameKind::player ? alone.player : alone.*text) = wanted;
    alone.names = filter.names;
    if (database.count(alone) != 0) {
      continue;
    }
    const auto near = store::near_name(database.sqlite(), kind, wanted);
    if (!near.empty()) {
      talk("xq: no game has the name {}. Did you mean {}?\n", cell(wanted), cell(near));
    }
  }
}

} // namespace xq::cli
