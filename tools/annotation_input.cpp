#include "annotation_input.hpp"

#include <xq/base/error.hpp>
#include <xq/base/text.hpp>

#include <span>
#include <utility>

namespace xq::cli {

Value shard(std::optional<Shard>& target) {
  Value value;
  value.name = "I/N";
  value.accept = [&target](const std::string& text) {
    const auto slash = text.find('/');
    if (slash == std::string::npos) {
      throw make_error<UsageError>("'{}' is no shard: write 1/4 for the first of four",
                                   excerpt(text, 60));
    }
    Shard out;
    out.count = static_cast<std::uint64_t>(parse_number(text.substr(slash + 1), 1, 1'000'000));
    out.index = static_cast<std::uint64_t>(
        parse_number(text.substr(0, slash), 1, static_cast<std::int64_t>(out.count)));
    target = out;
  };
  return value;
}

AnnotationInput::AnnotationInput(const std::vector<std::string>& inputs,
                                 const format::ReadOptions& options, Shard shard)
    : m_shard{shard}, m_queue{std::make_unique<GameQueue>(inputs, options)} {}

AnnotationInput::AnnotationInput(const std::string& database, const store::Filter& filter,
                                 Shard shard)
    : m_shard{shard},
      m_database{std::make_unique<store::GameDatabase>(database)},
      m_found{m_database->find(filter)} {}

std::optional<AnnotationInput::Item> AnnotationInput::next() {
  if (m_database) {
    while (m_number < m_found.size()) {
      if (m_shard.has(++m_number)) {
        return Item{next_of_database(), m_number};
      }
    }
    return std::nullopt;
  }
  while (auto game = m_queue->pop()) {
    if (m_shard.has(++m_number)) {
      return Item{std::move(game), m_number};
    }
  }
  return std::nullopt;
}

std::unique_ptr<GameQueue::Item> AnnotationInput::next_of_database() {
  auto out = std::make_unique<GameQueue::Item>();
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

} // namespace xq::cli
