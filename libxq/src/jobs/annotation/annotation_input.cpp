#include "jobs/annotation/annotation_input.hpp"

#include <span>
#include <utility>

namespace xq::jobs {

AnnotationInput::AnnotationInput(const std::vector<std::string>& inputs,
                                 const format::ReadOptions& options, Shard shard,
                                 std::uint64_t limit)
    : m_shard{shard}, m_limit{limit}, m_queue{std::make_unique<GameQueue>(inputs, options)} {}

AnnotationInput::AnnotationInput(const std::string& database, const store::Filter& filter,
                                 Shard shard, std::uint64_t limit)
    : m_shard{shard},
      m_limit{limit},
      m_database{std::make_unique<store::GameDatabase>(database)},
      m_found{m_database->find(filter)} {
  if (m_limit != 0 && m_limit < m_found.size()) {
    m_found.resize(static_cast<std::size_t>(m_limit));
  }
}

std::optional<AnnotationInput::Item> AnnotationInput::next() {
  if (m_database) {
    while (m_number < m_found.size()) {
      if (m_shard.has(++m_number)) {
        return Item{next_of_database(), m_number};
      }
    }
    return std::nullopt;
  }
  while (m_limit == 0 || m_number < m_limit) {
    auto game = m_queue->pop();
    if (!game) {
      break;
    }
    if (m_shard.has(++m_number)) {
      return Item{std::move(game), m_number};
    }
  }
  return std::nullopt;
}

std::unique_ptr<OwnedGame> AnnotationInput::next_of_database() {
  auto out = std::make_unique<OwnedGame>();
  m_database->read(std::span{m_found}.subspan(m_number - 1, 1), [&](const record::Game& game) {
    out->game = game;
    out->source = game.source;
    return true;
  });
  out->game.source = out->source;
  return out;
}

std::vector<format::FileProblem> AnnotationInput::take_file_problems() {
  return m_queue ? m_queue->take_file_problems() : std::vector<format::FileProblem>{};
}

} // namespace xq::jobs
