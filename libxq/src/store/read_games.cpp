#include "base/workers.hpp"
#include "sqlite/sqlite.hpp"

#include <xq/store/game_database.hpp>

#include <algorithm>
#include <limits>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace xq::store {

namespace {

constexpr std::size_t portion_games = 512; ///< some milliseconds of work

/// Connections to one file; as many as are in use at a time.
class Readers {
public:
  explicit Readers(std::string path) : m_path{std::move(path)} {}

  [[nodiscard]] std::unique_ptr<GameDatabase> take() {
    {
      const std::lock_guard lock{m_mutex};
      if (!m_free.empty()) {
        auto reader = std::move(m_free.back());
        m_free.pop_back();
        return reader;
      }
    }
    return std::make_unique<GameDatabase>(m_path);
  }
  void give_back(std::unique_ptr<GameDatabase> reader) {
    const std::lock_guard lock{m_mutex};
    m_free.push_back(std::move(reader));
  }

private:
  std::string m_path;
  std::mutex m_mutex;
  std::vector<std::unique_ptr<GameDatabase>> m_free;
};

/// Games by their numbers: a range of them, or those of a list.
struct Portion {
  std::int64_t first = 0;
  std::int64_t last = 0;
  std::span<const std::int64_t> listed;
};

/// Cuts the games that a filter lets through into portions.
class Portions {
public:
  Portions(const std::string& path, const Filter& filter) : m_games{path}, m_all{filter.empty()} {
    if (!m_all) { // the filter is prepared once
      m_listed = m_games.find_numbers(filter);
    }
  }

  [[nodiscard]] std::optional<Portion> next() {
    if (m_taken < m_listed.size()) {
      const auto part =
          std::span{m_listed}.subspan(m_taken, std::min(portion_games, m_listed.size() - m_taken));
      m_taken += part.size();
      return Portion{0, 0, part};
    }
    if (!m_all) {
      return std::nullopt;
    }
    auto row = m_first.use(); // numbers may have gaps of any size
    if (!row(m_next).next()) {
      m_all = false;
      return std::nullopt;
    }
    constexpr auto highest = std::numeric_limits<std::int64_t>::max();
    const auto first = row.integer(0);
    const auto last = first > highest - std::int64_t{portion_games}
                          ? highest
                          : first + std::int64_t{portion_games} - 1;
    m_all = last < highest;
    m_next = m_all ? last + 1 : highest;
    return Portion{first, last, {}};
  }

private:
  GameDatabase m_games;
  std::vector<std::int64_t> m_listed;
  std::size_t m_taken = 0;
  sqlite::Statement m_first{m_games.sqlite(),
                            "SELECT id FROM game WHERE id >= ? ORDER BY id LIMIT 1"};
  std::int64_t m_next = std::numeric_limits<std::int64_t>::min();
  bool m_all; ///< games by their numbers, and there may be more
};

class PortionJob final : public Job {
public:
  PortionJob(Readers& readers, const Portion& portion, std::unique_ptr<PortionWork> work)
      : m_readers{readers}, m_portion{portion}, m_work{std::move(work)} {}

  void run() override {
    auto reader = m_readers.take();
    const auto visit = [&](record::Game& game) {
      m_work->work(game);
      return true;
    };
    if (m_portion.listed.empty()) {
      reader->read(m_portion.first, m_portion.last, visit);
    } else {
      reader->read(m_portion.listed, visit);
    }
    m_readers.give_back(std::move(reader));
  }
  void emit() { m_work->emit(); }

private:
  Readers& m_readers;
  Portion m_portion;
  std::unique_ptr<PortionWork> m_work;
};

} // namespace

void read_portions(const std::string& path, const Filter& filter, unsigned threads,
                   const std::function<std::unique_ptr<PortionWork>()>& make) {
  Readers readers{path};
  Portions portions{path, filter};
  run_ordered(
      threads,
      [&]() -> std::unique_ptr<Job> {
        const auto portion = portions.next();
        return portion ? std::make_unique<PortionJob>(readers, *portion, make()) : nullptr;
      },
      [](std::unique_ptr<Job> job) { static_cast<PortionJob&>(*job).emit(); });
}

} // namespace xq::store
