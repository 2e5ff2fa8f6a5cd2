#include "base/files/grouped_texts.hpp"

#include <xq/base/translate.hpp>

#include <algorithm>
#include <utility>

namespace xq {

GroupedTexts::GroupedTexts(std::string folder, std::size_t memory)
    : m_folder{std::move(folder)}, m_memory{memory} {}

void GroupedTexts::add(const std::string& group, std::string_view text) {
  m_groups[group].waiting += text;
  m_waiting += text.size();
  if (m_waiting > m_memory) {
    spill();
  }
}

void GroupedTexts::spill() {
  if (!m_file) {
    m_file.emplace(m_folder, to_translate("Make room there, or choose another folder."));
  }
  for (auto& [name, group] : m_groups) {
    if (!group.waiting.empty()) {
      m_file->append(group.waiting);
      group.pieces.push_back({m_end, group.waiting.size()});
      m_end += group.waiting.size();
      std::string{}.swap(group.waiting); // gives the memory back
    }
  }
  m_waiting = 0;
}

void GroupedTexts::read(const Group& group, const ByteSink& sink) const {
  constexpr std::uint64_t portion = std::uint64_t{1} << 20U;
  std::string bytes;
  for (const Piece& piece : group.pieces) {
    for (std::uint64_t done = 0; done < piece.size; done += bytes.size()) {
      bytes.resize(static_cast<std::size_t>(std::min(portion, piece.size - done)));
      m_file->read(piece.offset + done, bytes);
      sink(bytes);
    }
  }
  sink(group.waiting);
}

void GroupedTexts::for_each(
    const std::function<void(const std::string& group, const Read& read)>& visit) const {
  for (const auto& entry : m_groups) { // clang 14 captures no parts of a structured binding
    visit(entry.first, [&](const ByteSink& sink) { read(entry.second, sink); });
  }
}

} // namespace xq
