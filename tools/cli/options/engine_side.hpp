#pragma once

#include "cli/options/option_set.hpp"
#include "match/match.hpp"

#include <xq/uci/external.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xq::cli {

/// An engine as it is described on a command line, and what it may spend on a move.
struct EngineSide {
  std::string name;    ///< empty: the name that the engine reports
  std::string command; ///< empty: the built-in engine
  std::string folder;
  uci::ExternalOptions::Protocol protocol = uci::ExternalOptions::Protocol::detect;
  std::optional<uci::RankBase> ranks;
  /// Settings of the built-in engine; an external one is sent `options` instead.
  engine::Settings settings;
  std::vector<std::pair<std::string, std::string>> options; ///< in the order given

  std::uint64_t nodes = 0;
  int depth = 0;
  std::chrono::milliseconds movetime{0};
  std::chrono::milliseconds base{0};
  std::chrono::milliseconds increment{0};
  bool own_limit = false; ///< `change` set one: it replaces the common ones

  [[nodiscard]] bool limited() const noexcept {
    return nodes > 0 || depth > 0 || movetime.count() > 0 || (base + increment).count() > 0;
  }
  /// Whether only nodes or depth limit a search: then a deterministic engine plays the same moves
  /// on every machine.
  [[nodiscard]] bool repeatable() const noexcept {
    return movetime.count() == 0 && (base + increment).count() == 0;
  }
  [[nodiscard]] engine::Limits limits() const;
  /// `nodes 5000 a move`, `10 s + 0.1 s`.
  [[nodiscard]] std::string limit_text() const;
  /// Whether a game of two such sides is the same when they change colours.
  [[nodiscard]] bool same_play(const EngineSide& other) const;
  /// A new engine of this kind. Throws Error when it cannot be started.
  [[nodiscard]] std::unique_ptr<engine::Searcher> start() const;
};

/// Change `side` by a list such as `name=A,nodes=2000,option.Hash=64` or `cmd="some engine -x"`: a
/// value in quotes may contain commas. Throws UsageError.
void change_side(EngineSide& side, std::string_view list);

/// One word of it: `level`, `4`.
void change_side(EngineSide& side, const std::string& key, const std::string& value);

/// `10+0.1`: seconds for the game and after each move; `60` alone has none after. Throws
/// UsageError.
void read_time_control(const std::string& text, std::chrono::milliseconds& base,
                       std::chrono::milliseconds& increment);

/// --engine-option of tools whose own engine evaluates positions: Evaluation and EvalFile.
class EvaluationOptions {
public:
  void describe(OptionSet& options);
  /// Throws UsageError; FileError when a network cannot be read.
  [[nodiscard]] std::shared_ptr<const engine::Network> network() const {
    return network(m_settings);
  }
  /// The network that these texts ask for, NAME=VALUE each.
  [[nodiscard]] static std::shared_ptr<const engine::Network>
  network(std::span<const std::string> settings);

private:
  std::vector<std::string> m_settings;
};

/// `text` before and after its first equals sign. Throws UsageError where there is none.
[[nodiscard]] std::pair<std::string, std::string> engine_option(const std::string& text);

/// Keys of change_side() for help.
[[nodiscard]] std::string_view side_keys() noexcept;

} // namespace xq::cli
