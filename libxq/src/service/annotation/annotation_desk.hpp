#pragma once

#include "service/analysis/search_queue.hpp"
#include "service/conversation.hpp"
#include "service/languages.hpp"
#include "service/router.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>

namespace xq::service {

struct AnnotationLimits {
  std::size_t games_at_once = 1;
  std::size_t most_waiting = 20;
  std::size_t most_plies = 600; ///< of a main line
  std::size_t most_results = 50;
  /// Nobody has asked for so long how far it is: the game is dropped. Browsers wake a page in the
  /// background once a minute.
  std::chrono::milliseconds abandon_after{3 * 60'000};
  std::chrono::milliseconds forget_after{15 * 60'000}; ///< a result
};

/// Games that visitors want to have judged as `xq annotate` judges them, one at a time each:
/// POST /annotate, GET /annotate/ID, POST /annotate/ID/cancel (docs/api.md). Thread-safe.
class AnnotationDesk {
public:
  struct Setup {
    std::string version;                  ///< of xq
    const Languages* languages = nullptr; ///< in which the moves are commented; outlives it
    AnnotationLimits limits;
    TimeSource now = std::chrono::steady_clock::now;
  };

  AnnotationDesk(Setup setup, std::shared_ptr<SearchQueue> queue);
  ~AnnotationDesk();
  AnnotationDesk(const AnnotationDesk&) = delete;
  AnnotationDesk& operator=(const AnnotationDesk&) = delete;

  /// The game in the body waits from now on. Throws HttpError.
  [[nodiscard]] Response create(const Call& call);
  /// How far it is; the result, when it is there. Throws HttpError.
  [[nodiscard]] Response progress(const Call& call);
  /// It is not wanted any more. Throws HttpError.
  [[nodiscard]] Response cancel(const Call& call);

  /// Ends all work. Before the queue shuts down.
  void shut_down();

private:
  struct State;
  std::unique_ptr<State> m_state;
};

/// What the three addresses answer.
[[nodiscard]] std::vector<jobs::Field> annotation_progress_fields();

} // namespace xq::service
