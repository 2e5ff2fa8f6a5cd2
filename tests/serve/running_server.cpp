#include "serve/running_server.hpp"

#include <fmt/core.h>

#include <thread>

namespace xq::tests {
namespace {

using namespace std::chrono_literals;

class Echo final : public service::Conversation {
public:
  Echo(service::Outlet outlet, std::atomic<int>& count)
      : m_outlet{std::move(outlet)}, m_count{count} {
    ++m_count;
  }
  ~Echo() override { --m_count; }
  Echo(const Echo&) = delete;
  Echo& operator=(const Echo&) = delete;

  void receive(std::string_view message) override {
    if (message == "throw") {
      throw std::runtime_error{"a defect"};
    }
    m_outlet.send(std::make_shared<const std::string>(message));
    if (message == "again") { // at once, but by another thread
      std::thread{[&] { m_outlet.send(std::make_shared<const std::string>("and again")); }}.join();
    }
    if (message == "bye") {
      m_outlet.close(1000, "good bye");
    }
  }

private:
  service::Outlet m_outlet;
  std::atomic<int>& m_count;
};

} // namespace

service::Response FakeService::answer(const service::Request& request) {
  const auto path = request.target.substr(0, request.target.find('?'));
  service::Response response;
  response.content_type = "text/plain";
  if (path == "/tagged") {
    static const auto text = std::make_shared<const std::string>(5000, 'x');
    response.body = text;
    response.etag = "\"tag\"";
  } else if (path == "/big") {
    response.body = std::make_shared<const std::string>(32U << 20U, 'x');
  } else if (path == "/throw") {
    throw std::runtime_error{"an exception"};
  } else if (path == "/file") {
    response = service::json_response("{}");
    response.file_name = "炮\r\n\"x\".pgn";
  } else if (path == "/foreign") {
    response.body = std::make_shared<const std::string>(request.foreign ? "foreign" : "own");
  } else if (path == "/client") {
    response.body = std::make_shared<const std::string>(request.client);
  } else if (path == "/get-alone") {
    response = service::error_response(405, "POST is not possible here.");
    response.allow = "GET, HEAD";
  } else {
    if (path == "/slow") {
      std::unique_lock lock{m_mutex};
      ++m_slow;
      m_slow_order.push_back(request.target);
      m_changed.notify_all();
      m_changed.wait(lock, [this] { return m_released; });
      --m_slow;
    }
    response.body = std::make_shared<const std::string>(
        fmt::format("{} {} {}", request.method, request.target, request.body));
  }
  return response;
}

service::Service::Opened FakeService::open(const service::Request& request,
                                           service::Outlet outlet) {
  service::Service::Opened opened;
  if (request.target == "/refused") {
    opened.refusal = service::error_response(404, "There is no such game. Begin one.");
    return opened;
  }
  if (request.target == "/flood") {
    const auto text = std::make_shared<const std::string>(65536, 'x');
    for (int i = 0; i < 1000; ++i) {
      outlet.send(text);
    }
  }
  last_outlet = outlet;
  opened.conversation = std::make_unique<Echo>(std::move(outlet), conversations);
  return opened;
}

void FakeService::release() {
  const std::lock_guard lock{m_mutex};
  m_released = true;
  m_changed.notify_all();
}

std::vector<std::string> FakeService::slow_order() {
  const std::lock_guard lock{m_mutex};
  return m_slow_order;
}

bool FakeService::wait_for_slow(int count) {
  std::unique_lock lock{m_mutex};
  return m_changed.wait_for(lock, 10s, [&] { return m_slow >= count; });
}

serve::Options RunningServer::options() {
  serve::Options options;
  options.listen = {{.host = "127.0.0.1", .port = 0}};
  options.threads = 2;
  options.slow_threads = 2;
  options.limits.linger_time = 500ms;
  return options;
}

RunningServer::RunningServer(const serve::Options& options)
    : m_server{service, options},
      m_port{static_cast<std::uint16_t>(
          std::stoi(m_server.urls().front().substr(m_server.urls().front().rfind(':') + 1)))},
      m_thread{[this] { m_server.run([this] { return m_stop.load(); }); }} {}

void RunningServer::stop() {
  service.release(); // nobody waits for what is never made
  m_stop = true;
  if (m_thread.joinable()) {
    m_thread.join();
  }
}

bool RunningServer::wait_for_connections(std::size_t most) {
  const auto end = std::chrono::steady_clock::now() + 10s;
  while (m_server.connections() > most) {
    if (std::chrono::steady_clock::now() > end) {
      return false;
    }
    std::this_thread::sleep_for(5ms);
  }
  return true;
}

std::string get(std::string_view path, std::string_view headers) {
  return fmt::format("GET {} HTTP/1.1\r\nHost: localhost\r\n{}\r\n", path, headers);
}

std::string post(std::string_view path, std::string_view body, std::string_view headers) {
  return fmt::format("POST {} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n{}\r\n{}", path,
                     body.size(), headers, body);
}

} // namespace xq::tests
