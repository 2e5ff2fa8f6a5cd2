#include "endings/table_file.hpp"

#include "base/hash.hpp"
#include "base/os/file.hpp"

#include <xq/base/atomic_file.hpp>
#include <xq/base/error.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace xq::endings {

namespace {

constexpr std::string_view version_line = "xq-endings 1\n";
constexpr std::size_t block = 512;
constexpr std::size_t longest_head = 64 * block;

std::string counts_text(const Counts& c) {
  return fmt::format("{} {} {} {}", c.won, c.drawn, c.lost, c.by_rule);
}

std::string head_of(const Table& table) {
  const TableFacts& facts = table.facts();
  std::string out = fmt::format(
      "{}material {}\nchecks {}\nwidth {}\nplacements {}\nred {}\nblack {}\nlongest {} "
      "{}\nlongest-by-rule {}\nstages",
      version_line, name_of(facts.material), facts.judges_checks ? "judged" : "drawn",
      Table::width(facts), table.placements().size(), counts_text(facts.counts[0]),
      counts_text(facts.counts[1]), facts.longest, facts.longest_fen, facts.longest_by_rule);
  for (const CheckStage& stage : facts.stages) {
    out += fmt::format(" {} {}", stage.first, stage.last);
  }
  out += fmt::format("\ncodes {:016x}\n", content_hash(table.codes()));
  out += fmt::format("head {:016x}\nend\n", content_hash(out));
  out.resize((out.size() + block - 1) / block * block, ' ');
  return out;
}

/// Takes the lines of a head one by one. `good` is false from the first on that is not as expected.
class HeadReader {
public:
  explicit HeadReader(std::string_view bytes) : m_rest{bytes} {}

  /// The values of the next line, whose first word must be `word`.
  std::string_view line(std::string_view word) {
    const auto end = m_rest.substr(0, longest_head).find('\n');
    if (end == std::string_view::npos || !m_rest.substr(0, end).starts_with(word)) {
      good = false;
      return {};
    }
    auto values = m_rest.substr(word.size(), end - word.size());
    m_rest.remove_prefix(end + 1);
    m_taken += end + 1;
    if (values.starts_with(' ')) {
      values.remove_prefix(1);
    }
    return values;
  }
  /// Takes a number from the front of `values`.
  std::uint64_t number(std::string_view& values, std::uint64_t most) {
    const auto end = std::min(values.find(' '), values.size());
    std::uint64_t out = 0;
    const auto read = std::from_chars(values.data(), values.data() + end, out);
    good = good && read.ec == std::errc{} && read.ptr == values.data() + end && out <= most;
    values.remove_prefix(std::min(end + 1, values.size()));
    return out;
  }
  [[nodiscard]] std::size_t taken() const noexcept { return m_taken; }

  bool good = true;

private:
  std::string_view m_rest;
  std::size_t m_taken = 0;
};

Counts read_counts(HeadReader& head, std::string_view word) {
  constexpr std::uint64_t most = std::uint64_t{1} << 62U;
  auto values = head.line(word);
  Counts out;
  for (std::uint64_t* const n : {&out.won, &out.drawn, &out.lost, &out.by_rule}) {
    *n = head.number(values, most);
  }
  return out;
}

/// What a head says, and where it ends; nothing if it is damaged or of another version.
struct Head {
  TableFacts facts;
  std::string_view codes_hash;
  std::size_t size = 0;
};
std::optional<Head> read_head(std::string_view bytes) {
  HeadReader head{bytes};
  Head out;
  TableFacts& facts = out.facts;
  if (!bytes.starts_with(version_line)) {
    return {};
  }
  head.line("xq-endings");
  const auto material = read_material(head.line("material"));
  facts.judges_checks = head.line("checks") == "judged";
  const auto width = head.line("width");
  const auto placements = head.line("placements");
  facts.counts = {read_counts(head, "red"), read_counts(head, "black")};
  auto values = head.line("longest");
  facts.longest = static_cast<Number>(head.number(values, by_rule - 1));
  facts.longest_fen = values;
  values = head.line("longest-by-rule");
  facts.longest_by_rule = static_cast<Number>(head.number(values, drawn - 1));
  values = head.line("stages");
  while (head.good && !values.empty()) {
    const auto first = static_cast<Number>(head.number(values, drawn - 1));
    facts.stages.push_back({first, static_cast<Number>(head.number(values, drawn - 1))});
  }
  out.codes_hash = head.line("codes");
  const std::size_t before = head.taken();
  const auto hash = head.line("head");
  head.line("end");
  if (!head.good || !material || material->is_turned() ||
      hash != fmt::format("{:016x}", content_hash(bytes.substr(0, before)))) {
    return {};
  }
  facts.material = *material;
  out.size = (head.taken() + block - 1) / block * block;
  const std::uint64_t count = Placements::count(facts.material);
  const bool fits = width == std::to_string(Table::width(facts)) &&
                    placements == std::to_string(count) &&
                    bytes.size() == out.size + 2 * Table::width(facts) * count;
  return fits ? std::optional{std::move(out)} : std::nullopt;
}

} // namespace

std::string table_path(const std::string& folder, const Material& material) {
  return fmt::format("{}{}{}{}", folder, folder.ends_with('/') ? "" : "/", name_of(material),
                     table_suffix);
}

std::string write_table(const std::string& folder, const Table& table) {
  std::string path = table_path(folder, table.facts().material);
  AtomicFile file{path};
  file.write(head_of(table));
  file.write(table.codes());
  file.commit();
  return path;
}

std::unique_ptr<Table> open_table(const std::string& folder, const Material& material) {
  const std::string path = table_path(folder, material);
  os::MappedFile file;
  if (const auto failed = file.open(path)) {
    if (failed == std::errc::no_such_file_or_directory) {
      return nullptr;
    }
    throw make_error<FileError>("{}: {}. Check the path and its permissions.", path,
                                failed.message());
  }
  auto head = read_head(file.bytes());
  if (!head || head->facts.material != material ||
      fmt::format("{:016x}", content_hash(file.bytes().substr(head->size))) != head->codes_hash) {
    throw make_error<FileError>("{}: is damaged, or no table of this version. Remove it and run xq "
                                "endings build {} again.",
                                path, name_of(material));
  }
  const std::size_t offset = head->size;
  return std::make_unique<Table>(std::move(head->facts), std::move(file), offset);
}

std::unique_ptr<Table> open_table(const std::string& folder, const Material& material,
                                  bool judges_checks) {
  auto table = open_table(folder, material);
  if (table && table->facts().judges_checks != judges_checks) {
    throw make_error<FileError>(
        "{}: was counted with another rule on perpetual check. Name another folder, or remove it.",
        table_path(folder, material));
  }
  return table;
}

std::vector<Material> list_tables(const std::string& folder) {
  std::vector<std::string> names;
  if (const auto failed = os::list_folder(folder, names)) {
    throw make_error<FileError>("{}: {}. Check the path and its permissions.", folder,
                                failed.message());
  }
  std::vector<Material> out;
  for (const std::string_view name : names) {
    if (!name.ends_with(table_suffix)) {
      continue;
    }
    const auto stem = name.substr(0, name.size() - table_suffix.size());
    if (const auto material = read_material(stem); material && name_of(*material) == stem) {
      out.push_back(*material);
    }
  }
  std::ranges::sort(out, [](const Material& a, const Material& b) {
    return a.pieces() != b.pieces() ? a.pieces() < b.pieces() : a < b;
  });
  return out;
}

} // namespace xq::endings
