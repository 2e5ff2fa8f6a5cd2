#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace xq {

/// A queue that serves owners in turn: one thing of each owner in a round. A thing whose owner has
/// no other waits for at most one thing of each other owner.
template <typename T>
class FairQueue {
public:
  [[nodiscard]] bool empty() const noexcept { return m_size == 0; }
  [[nodiscard]] std::size_t size() const noexcept { return m_size; }

  void push(std::string_view owner, T thing) {
    lane(owner)->things.push_back(std::move(thing));
    ++m_size;
  }
  /// The next thing of all.
  void push_front(std::string_view owner, T thing) {
    put_first(owner, std::move(thing), m_lanes.begin());
  }
  /// The next thing of `owner`, whose turn comes after those of all others.
  void push_for_last_turn(std::string_view owner, T thing) {
    put_first(owner, std::move(thing), m_lanes.end());
  }

  /// Take out the next thing. The queue must not be empty.
  [[nodiscard]] T pop() {
    Lane& first = m_lanes.front();
    T thing = std::move(first.things.front());
    first.things.pop_front();
    --m_size;
    if (first.things.empty()) {
      m_lanes.pop_front();
    } else {
      m_lanes.splice(m_lanes.end(), m_lanes, m_lanes.begin());
    }
    return thing;
  }
  /// Make room for one more thing of `owner`: take out the last thing of the owner with most
  /// things, if these are more than `owner` would have; else nothing.
  [[nodiscard]] std::optional<T> displace(std::string_view owner) {
    const auto own = std::ranges::find(m_lanes, owner, &Lane::owner);
    const std::size_t count = own == m_lanes.end() ? 0 : own->things.size();
    const auto most =
        std::ranges::max_element(m_lanes, {}, [](const Lane& lane) { return lane.things.size(); });
    if (most == m_lanes.end() || most->things.size() <= count + 1) {
      return std::nullopt;
    }
    T thing = std::move(most->things.back());
    most->things.pop_back();
    --m_size;
    return thing;
  }

  /// The first thing that `wanted` takes, out of the queue.
  template <typename Wanted>
  [[nodiscard]] std::optional<T> extract(Wanted wanted) {
    for (auto lane = m_lanes.begin(); lane != m_lanes.end(); ++lane) {
      const auto at = std::ranges::find_if(lane->things, wanted);
      if (at != lane->things.end()) {
        T thing = std::move(*at);
        lane->things.erase(at);
        --m_size;
        if (lane->things.empty()) {
          m_lanes.erase(lane);
        }
        return thing;
      }
    }
    return std::nullopt;
  }

  /// f(thing) in the order in which they would be popped.
  template <typename F>
  void for_each(F f) {
    for (std::size_t round = 0, left = m_size; left > 0; ++round) {
      for (Lane& lane : m_lanes) {
        if (round < lane.things.size()) {
          f(lane.things[round]);
          --left;
        }
      }
    }
  }
  /// f(owner) for each owner of things.
  template <typename F>
  void for_each_owner(F f) const {
    for (const Lane& lane : m_lanes) {
      f(lane.owner);
    }
  }

private:
  struct Lane {
    std::string owner;
    std::deque<T> things;
  };
  using Lanes = std::list<Lane>;
  typename Lanes::iterator lane(std::string_view owner) {
    const auto at = std::ranges::find(m_lanes, owner, &Lane::owner);
    return at != m_lanes.end() ? at : m_lanes.insert(at, Lane{std::string{owner}, {}});
  }
  /// The owner's next thing; the owner's turn comes before that of `before`.
  void put_first(std::string_view owner, T thing, typename Lanes::iterator before) {
    const auto own = lane(owner);
    own->things.push_front(std::move(thing));
    ++m_size;
    m_lanes.splice(before, m_lanes, own);
  }

  Lanes m_lanes; ///< in the order of their turns; none is empty
  std::size_t m_size = 0;
};

} // namespace xq
