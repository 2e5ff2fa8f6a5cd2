#include "service/data/library.hpp"

#include "sqlite/sqlite.hpp"

#include <filesystem>

namespace xq::service {

namespace {

std::string name_of_file(const std::string& path) {
  return std::filesystem::path{path}.stem().string();
}

std::string year(std::int64_t date) { return date == 0 ? "" : std::to_string(date / 10000); }

} // namespace

Library::Library(const std::vector<std::string>& databases, const std::vector<std::string>& books) {
  for (const auto& path : databases) {
    store::GameDatabase games{path};
    const auto date = [&](std::string_view which) {
      return games.sqlite().query_integer(
          fmt::format("SELECT {}(date) FROM game WHERE date > 0", which));
    };
    m_databases.push_back(
        {name_of_file(path), games.counts().games, year(date("min")), year(date("max"))});
  }
  for (const auto& path : books) {
    m_books.push_back({name_of_file(path), book::Book{path}.info()});
  }
}

} // namespace xq::service
