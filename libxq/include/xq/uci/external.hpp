#pragma once

// Engines that are other programs.
//
//     uci::ExternalEngine engine{{.command = "pikafish", .settings = {{"Threads", "2"}}}};
//     const engine::Answer answer = engine.search(position, {}, {.depth = 12});

#include <xq/board/types.hpp>
#include <xq/engine/searcher.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xq::uci {

/// How a GUI counts ranks: 0..9 (UCCI, ICCS and the Chinese GUIs) or 1..10 (UCI_Variant).
enum class RankBase : std::uint8_t { zero, one };

/// `h2e2`, or `h3e3` when ranks are counted from one.
[[nodiscard]] std::string move_text(Move m, RankBase base);

/// The move in coordinates, upper or lower case, with or without a hyphen; none when it is no move.
/// Legality is not tested.
[[nodiscard]] Move parse_move(std::string_view text, RankBase base) noexcept;

/// How to start an external engine and how long to wait for it.
struct ExternalOptions {
  std::string command{}; ///< a command line: words, quotes as in a shell, no shell
  std::string folder{};  ///< where it runs; empty: here

  enum class Protocol : std::uint8_t { detect, uci, ucci };
  Protocol protocol = Protocol::detect;
  /// How it counts ranks. Nothing: from 1 when it has the option UCI_Variant with `xiangqi` among
  /// its values (which is then chosen) or in `settings`, from 0 otherwise and in UCCI.
  std::optional<RankBase> ranks{};
  /// Names and values of options, sent after the start in this order, announced or not.
  std::vector<std::pair<std::string, std::string>> settings{};

  using Milliseconds = std::chrono::milliseconds;
  Milliseconds start_time{10'000};  ///< for `uciok` and `readyok`
  Milliseconds detect_time{2'500};  ///< without an answer to `uci` until `ucci` is sent
  Milliseconds answer_time{60'000}; ///< for a search without a clock; 0: no limit
  Milliseconds grace{2'000};        ///< after its clock until the engine is ended
};

/// A UCI or UCCI engine in a child process: start, protocol, options, counting of ranks, restart.
/// Only legal moves are accepted from it.
class ExternalEngine final : public engine::Searcher {
public:
  /// Starts it. Throws Error when there is no such program or it does not introduce itself in
  /// time, UsageError for a broken command line.
  explicit ExternalEngine(ExternalOptions options);
  ~ExternalEngine() override; ///< sends `quit`, then ends the process

  /// From `id name`, until then the program's file name.
  [[nodiscard]] const std::string& name() const noexcept override;
  [[nodiscard]] ExternalOptions::Protocol protocol() const noexcept; ///< never `detect`
  [[nodiscard]] RankBase ranks() const noexcept;
  /// Whether it announced this option, without regard to case.
  [[nodiscard]] bool offers(std::string_view option) const noexcept;
  /// The number of restarts.
  [[nodiscard]] int restarts() const noexcept;

  void new_game() override;
  /// UCCI has no fixed time for a move: `stop` is sent instead.
  [[nodiscard]] engine::Answer
  search(const Position& start, std::span<const Move> moves, const engine::Limits& limits,
         const std::function<void(const engine::Report&)>& on_report = {}) override;
  void stop() noexcept override;

private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

} // namespace xq::uci
