#include <xq/base/workers.hpp>
#include <xq/store/game_database.hpp>
#include <xq/store/read_games.hpp>

#include <algorithm>
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
  Portions(GameDatabase& games, const Filter& filter) {
    if (filter.empty()) {
      m_next = games.sqlite().query_integer("SELECT min(id) FROM game");
      m_last = games.sqlite().query_integer("SELECT max(id) FROM game");
    } else { // what a filter costs to prepare is paid once
      m_listed = games.find(filter);
    }
  }

  [[nodiscard]] std::optional<Portion> next() {
    if (m_taken < m_listed.size()) {
      const auto part =
          std::span{m_listed}.subspan(m_taken, std::min(portion_games, m_listed.size() - m_taken));
      m_taken += part.size();
      return Portion{0, 0, part};
    }
    if (!m_listed.empty() || m_next > m_last || m_last == 0) {
      return std::nullopt;
    }
    const auto first = m_next;
    m_next += static_cast<std::int64_t>(portion_games);
    return Portion{first, std::min(m_next - 1, m_last), {}};
  }

private:
  std::vector<std::int64_t> m_listed;
  std::size_t m_taken = 0;
  std::int64_t m_next = 1;
  std::int64_t m_last = 0;
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
  auto first = readers.take();
  Portions portions{*first, filter};
  readers.give_back(std::move(first));
  run_ordered(
      threads,
      [&]() -> std::unique_ptr<Job> {
        const auto portion = portions.next();
        return portion ? std::make_unique<PortionJob>(readers, *portion, make()) : nullptr;
      },
      [](std::unique_ptr<Job> job) { static_cast<PortionJob&>(*job).emit(); });
}

} // namespace xq::store
