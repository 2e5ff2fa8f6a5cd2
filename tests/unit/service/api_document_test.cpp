// The examples of docs/api.md are what the service answers over the sample games of data/. An
// example is an indented block: the request, for POST its body up to an empty line, the answer, in
// which … stands for anything. Blanks do not count.
#include "service/service.hpp"
#include "support/answer_schema.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "support/scratch_folder.hpp"

#include <xq/book/build.hpp>
#include <xq/format/format.hpp>
#include <xq/store/game_database.hpp>
#include <xq/store/game_import.hpp>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace xq;

/// Database and book of data/games.pgn.
void make_files(const support::ScratchFolder& folder) {
  const std::vector<std::string> inputs{support::source_dir() + "/data/games.pgn"};
  store::GameImport import{folder.file("games.xqdb")};
  book::Builder builder{folder.file("games.xqbook"), {}};
  auto recorder = builder.recorder();
  book::Batch batch;
  format::read_games<int>(
      inputs, {},
      [&](record::Game& game, int&) {
        import.add(game);
        recorder.add(game, batch);
      },
      [](int&&) {}, [](const format::FileProblem&) {});
  builder.add(batch);
  static_cast<void>(builder.finish());
  import.finish();
  store::build_indexes(folder.file("games.xqdb"), {});
}

struct Example {
  std::string request, body, answer;
};

std::vector<Example> read_examples() {
  std::ifstream document{support::source_dir() + "/docs/api.md"};
  std::vector<Example> examples;
  bool in_block = false;
  bool in_body = false;
  for (std::string line; std::getline(document, line);) {
    if (line.empty() && in_block) {
      in_body = false;
      continue;
    }
    if (!line.starts_with("    ")) {
      in_block = false;
      continue;
    }
    const auto text = line.substr(4);
    if (!in_block || (!in_body && (text.starts_with("GET /") || text.starts_with("POST /")))) {
      in_block = true;
      in_body = text.starts_with("POST ");
      examples.push_back({text, {}, {}});
    } else {
      (in_body ? examples.back().body : examples.back().answer) += text + '\n';
    }
  }
  return examples;
}

std::string without_blanks(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c != ' ' && c != '\n' && c != '\r') {
      out += c;
    }
  }
  return out;
}

/// Whether `text` is `pattern`, in which … stands for anything.
bool fits(const std::string& text, const std::string& pattern) {
  constexpr std::string_view anything = "…";
  std::size_t at = 0;
  std::size_t from = 0;
  while (true) {
    const auto next = pattern.find(anything, from);
    const auto part = pattern.substr(from, next == std::string::npos ? next : next - from);
    if (next == std::string::npos) {
      return text.size() >= at + part.size() && text.ends_with(part) && (from != 0 || text == part);
    }
    const auto found = text.find(part, at);
    if (found == std::string::npos || (from == 0 && found != 0)) {
      return false;
    }
    at = found + part.size();
    from = next + anything.size();
  }
}

} // namespace

TEST_CASE("docs/api.md: the examples are what the service answers", "[threads]") {
  const support::ScratchFolder folder;
  make_files(folder);
  service::ServiceOptions options;
  options.version = "0.3.0";
  options.databases = {folder.file("games.xqdb")};
  options.books = {folder.file("games.xqbook")};
  options.queue = folder.file("queue.txt");
  service::Service service{options};
  const auto examples = read_examples();
  CHECK(examples.size() >= 15);
  for (const auto& example : examples) {
    service::Request request;
    request.method = example.request.substr(0, example.request.find(' '));
    request.target = example.request.substr(request.method.size() + 1);
    request.body = example.body;
    const auto response = service.answer(request);
    INFO(example.request << "\n" << *response.body);
    CHECK(fits(without_blanks(*response.body), without_blanks(example.answer)));
    CHECK(support::faults_of_answer(service, request, response).empty());
  }
}

TEST_CASE("openapi.json: the router answers at each address, with each parameter", "[threads]") {
  service::Service service{service::ServiceOptions{}};
  service::Request request;
  request.method = "GET";
  request.target = "/openapi.json";
  const auto document = nlohmann::json::parse(*service.answer(request).body);
  CHECK(document["openapi"] == "3.1.0");
  for (const auto* const path : {"/about", "/game/{id}", "/search", "/chessdb.php", "/play"}) {
    CHECK(document["paths"].contains(path));
  }
  std::set<std::string> undescribed;
  for (const auto& [path, methods] : document["paths"].items()) {
    for (const auto& [method, description] : methods.items()) {
      if (!description["responses"]["2XX"].contains("content")) {
        undescribed.insert(method + ' ' + path);
      }
      request.method = method == "get" ? "GET" : "POST";
      request.target = path;
      for (const auto& parameter : description["parameters"]) {
        const auto name = parameter["name"].get<std::string>();
        if (parameter["in"] == "path") {
          request.target.replace(request.target.find("{id}"), 4, "1");
        } else {
          request.target += (request.target.find('?') == std::string::npos ? "?" : "&") + name;
        }
      }
      const auto answer = service.answer(request);
      INFO(request.target << ": " << *answer.body);
      CHECK(answer.status != 405);
      CHECK(answer.body->find("There is nothing at") == std::string::npos);
      CHECK(answer.body->find("There is no parameter") == std::string::npos);
    }
  }
  // Pages, pictures, games and numbers as text, the answers of another interface, and this
  // document.
  CHECK(undescribed == std::set<std::string>{"get /", "get /page/{id}", "get /favicon.ico",
                                             "get /robots.txt", "get /metrics", "get /openapi.json",
                                             "post /write", "get /chessdb.php", "post /chessdb.php",
                                             "get /play/{id}.pgn", "get /study/{id}.pgn"});
}
