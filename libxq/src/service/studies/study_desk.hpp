#pragma once

#include "service/conversation.hpp"
#include "service/router.hpp"
#include "service/service.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace xq::service {

struct StudyLimits {
  std::size_t most_studies = 20'000;
  std::size_t most_chapters = 128;       ///< of a study
  std::size_t most_studies_an_hour = 60; ///< that one client makes
  std::size_t most_connections = 200;    ///< of a study
  double messages_a_second = 2;          ///< of a connection, which has nothing to say
};

/// Studies that a server keeps: games (chapters) that several people change, each saved at once in
/// a game database (`--keep-studies`). Who has a study's reading key reads, who has its writing key
/// writes. A chapter is saved over the version that the writer knew and no other: the loser gets
/// 409 and merges. docs/api.md has the addresses. Thread-safe.
class StudyDesk {
public:
  /// `file`: empty, there are no studies. Throws DbError or FileError when it cannot be written.
  explicit StudyDesk(const std::string& file, const StudyLimits& limits = {},
                     TimeSource now = std::chrono::steady_clock::now);
  ~StudyDesk();
  StudyDesk(const StudyDesk&) = delete;
  StudyDesk& operator=(const StudyDesk&) = delete;

  [[nodiscard]] bool is_open() const noexcept;
  /// The rows of the table of addresses.
  [[nodiscard]] std::vector<Route> routes();
  /// Hears of every change of a study: a message for each.
  [[nodiscard]] Service::Opened open(std::string_view id, std::string_view key, Outlet outlet);
  /// Closes the conversations.
  void shut_down();

private:
  struct State;
  std::shared_ptr<State> m_state; ///< conversations may outlive the desk
};

} // namespace xq::service
