#pragma once

#include <xq/store/query.hpp>

#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace xq::store {

/// Read the games of a database that `filter` lets through, on `threads` threads, each with a
/// connection of its own. `work(game, output)` runs on the workers, games of a portion in rising
/// order of their numbers, an Output for each portion; `emit(output)` runs on the calling thread,
/// portion by portion in that order, however many threads there are. Games that are imported
/// meanwhile do not count. Throws DbError, and what `work` and `emit` throw; to cancel, throw.
template <typename Output>
void read_games(const std::string& path, const Filter& filter, unsigned threads,
                const std::function<void(record::Game&, Output&)>& work,
                const std::function<void(Output&&)>& emit);

/// The untyped core of read_games(): what becomes of one portion.
class PortionWork {
public:
  virtual ~PortionWork() = default;
  virtual void work(record::Game& game) = 0;
  virtual void emit() = 0;
};
void read_portions(const std::string& path, const Filter& filter, unsigned threads,
                   const std::function<std::unique_ptr<PortionWork>()>& make);

template <typename Output>
void read_games(const std::string& path, const Filter& filter, unsigned threads,
                const std::function<void(record::Game&, Output&)>& work,
                const std::function<void(Output&&)>& emit) {
  class Portion final : public PortionWork {
  public:
    Portion(const std::function<void(record::Game&, Output&)>& work,
            const std::function<void(Output&&)>& emit)
        : m_work{work}, m_emit{emit} {}
    void work(record::Game& game) override { m_work(game, m_output); }
    void emit() override { m_emit(std::move(m_output)); }

  private:
    const std::function<void(record::Game&, Output&)>& m_work;
    const std::function<void(Output&&)>& m_emit;
    Output m_output{};
  };
  read_portions(path, filter, threads, [&] { return std::make_unique<Portion>(work, emit); });
}

} // namespace xq::store
