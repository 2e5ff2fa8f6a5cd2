// The unit of systemd: what the program is to find again after the service has ended.
#include "support/catch.hpp"
#include "support/places.hpp"

#include <fstream>
#include <iterator>
#include <string>

TEST_CASE("the folder for rescued games outlives the service") {
  std::ifstream file{support::source_dir() + "/packaging/systemd/xq-serve.service"};
  const std::string unit{std::istreambuf_iterator<char>{file}, {}};
  // systemd.exec(5): DynamicUser= implies PrivateTmp=, whose folders are removed with the service.
  REQUIRE(unit.find("\nDynamicUser=yes\n") != std::string::npos);
  const auto at = unit.find("\nEnvironment=TMPDIR=");
  REQUIRE(at != std::string::npos);
  const auto begin = unit.find("=/", at) + 1;
  const auto folder = unit.substr(begin, unit.find('\n', begin) - begin);
  CHECK(folder == "/var/log/xq");
  CHECK(unit.find("\nLogsDirectory=xq\n") != std::string::npos); // which makes it, writable
}
