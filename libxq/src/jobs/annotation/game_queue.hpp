#pragma once

#include <xq/format/format.hpp>
#include <xq/jobs/annotation.hpp>

#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>

namespace xq::jobs {

/// Games one by one, for work that takes long for each: a thread of its own reads ahead, a bounded
/// number of games, so memory stays flat. pop() on one thread.
class GameQueue {
public:
  GameQueue(const std::vector<std::string>& inputs, format::ReadOptions options,
            std::size_t capacity = 64);
  ~GameQueue(); ///< stops reading
  GameQueue(const GameQueue&) = delete;
  GameQueue& operator=(const GameQueue&) = delete;

  /// The next game in input order, or null at the end. Throws what the reading threw.
  [[nodiscard]] std::unique_ptr<OwnedGame> pop();
  /// Files that could not be read so far, each reported once. Call it after pop().
  [[nodiscard]] std::vector<format::FileProblem> take_file_problems();
  /// Whether every input was read to its end, as far as is known.
  [[nodiscard]] bool is_complete();

private:
  void read(const std::vector<std::string>& inputs, const format::ReadOptions& options);
  /// False when the queue is being destroyed.
  bool push(std::unique_ptr<OwnedGame> item);

  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::deque<std::unique_ptr<OwnedGame>> m_items;
  std::vector<format::FileProblem> m_file_problems;
  bool m_complete = true;
  std::exception_ptr m_failure;
  std::size_t m_capacity;
  bool m_finished = false;
  bool m_abandoned = false;
  std::string m_format; ///< read_options() refers to it
  std::jthread m_reader;
};

} // namespace xq::jobs
