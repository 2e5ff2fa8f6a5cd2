#pragma once

// Names of a database that are likely one person, event or place, and those that it treats as one.
//
//     for (const auto& group : store::propose_names("archive.xqdb", {})) {
//       std::cout << group.names.front().name << ": " << group.names.size() << " names\n";
//     }

#include <xq/record/aliases.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace xq::store {

/// Why two names may be one. The first six say how the names are alike, the others what else the
/// games tell.
struct NameEvidence {
  enum class Kind : std::uint8_t {
    spelling,   ///< the same but for script, blanks, width, punctuation, case, order of Latin words
    form,       ///< an ordinal number, or a city with its province, in another form: `detail`
    place,      ///< one has a team or a place, `detail`, beside the same name
    sound,      ///< other characters with the same sound
    romanised,  ///< one is the other in Latin letters; `detail` is the system
    letters,    ///< Latin names that differ by `count` letters
    same_games, ///< `count` games have the same moves and opponents under both
    event_names, ///< `count` games of the one name the other in their Event
    team_header, ///< `count` games of the one have the team of the other in a header
    rivals,      ///< the name comes with other teams, too: `detail`
  };
  Kind kind{};
  std::string detail{};
  std::uint64_t count = 0;
  std::int64_t game = 0; ///< one of them; 0: none
};

/// `spelling`, `form` ... as in JSON.
[[nodiscard]] std::string_view to_text(NameEvidence::Kind kind) noexcept;

/// A name of a proposed group.
struct ProposedName {
  std::string name;
  std::uint64_t games = 0;
  int first_year = 0; ///< 0: no game has a date
  int last_year = 0;
  bool known = false; ///< the given aliases have it in this group
  /// What connects it with the group; 1 and empty for the first name and for known ones.
  double confidence = 1;
  std::string like{}; ///< the name of the group that the evidence is about
  std::vector<NameEvidence> evidence{};
};

/// Names that are likely one person, event or place; the first is the canonical one: that of the
/// given aliases, else without a team the one with most games.
struct ProposedGroup {
  record::NameKind kind{};
  std::vector<ProposedName> names;
};

struct ProposalOptions {
  /// Two names are joined from this on: 1 minus the doubt of the evidence, see docs/names.md.
  double min_confidence = 0.99;
  bool players = true;
  bool events = true;
  bool sites = true;
  /// Asked while the database is read; false throws Interrupted. May be empty.
  std::function<bool()> keep_going{};
};

/// Find names of a database that are one. Names of `known` groups stay together and are in the
/// result; two known groups are never joined, nor are two players who played each other, nor two
/// who played for different provinces or countries in one year. Groups of one name are left out
/// unless known. Players first, then events, sites; in each the groups with most games first. Same
/// games, same proposals. Throws DbError.
[[nodiscard]] std::vector<ProposedGroup> propose_names(const std::string& database,
                                                       const record::Aliases& known,
                                                       const ProposalOptions& options = {});

/// The names that a game database treats as one (table `alias`). Throws DbError.
[[nodiscard]] record::Aliases load_aliases(const std::string& database);

/// Put these into the table instead of those that are there, in one transaction; an older database
/// gets the newest schema. No game is changed. Throws DbError (BusyError while another program
/// writes).
void save_aliases(const std::string& database, const record::Aliases& aliases);

} // namespace xq::store
