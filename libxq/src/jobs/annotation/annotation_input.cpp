#include "jobs/annotation/annotation_input.hpp"

#include "format/reading/read.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace xq::jobs {

namespace {

/// One reader feeds any number of engines.
format::ReadOptions on_one_thread(format::ReadOptions options) {
  options.threads = 1;
  return options;
}

} // namespace

AnnotationInput::AnnotationInput(const std::vector<std::string>& inputs,
                                 const format::ReadOptions& options, Shard shard,
                                 std::uint64_t limit)
    : m_shard{shard},
      m_limit{limit},
      m_inputs{inputs},
      m_reader{std::in_place, inputs, on_one_thread(options)} {}

AnnotationInput::AnnotationInput(const std::string& database, const store::Filter& filter,
                                 Shard shard, std::uint64_t limit)
    : m_shard{shard},
      m_limit{limit},
      m_database{std::make_unique<store::GameDatabase>(database)},
      m_found{m_database->find_numbers(filter)} {
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
    auto* const game = m_reader->next();
    if (game == nullptr) {
      break;
    }
    const bool is_file = game->number == 0; // one that cannot be read
    if (!is_file && m_shard.has(++m_number)) {
      return Item{std::make_unique<record::Game>(std::move(*game)), m_number};
    }
  }
  return std::nullopt;
}

std::unique_ptr<record::Game> AnnotationInput::next_of_database() {
  auto out = std::make_unique<record::Game>();
  m_database->read(std::span{m_found}.subspan(m_number - 1, 1), [&](const record::Game& game) {
    *out = game;
    return true;
  });
  return out;
}

std::vector<format::FileProblem> AnnotationInput::take_file_problems() {
  if (!m_reader) {
    return {};
  }
  const auto& all = m_reader->file_problems();
  const auto first = all.begin() + static_cast<std::ptrdiff_t>(std::exchange(m_told, all.size()));
  return {first, all.end()};
}

bool AnnotationInput::is_complete() const {
  return !m_reader || std::ranges::none_of(m_reader->file_problems(), [&](const auto& found) {
    return format::is_unread_input(found, m_inputs);
  });
}

} // namespace xq::jobs
