#include "base/text/ascii.hpp"

#include <xq/annotation.hpp>
#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <string_view>
#include <utility>

namespace xq {

namespace {

constexpr int attempts = 3;

class ExternalAnalyst final : public analysis::Analyst {
public:
  ExternalAnalyst(uci::ExternalOptions options, engine::Limits limits)
      : m_engine{std::move(options)}, m_limits{std::move(limits)} {}

  analysis::Evaluation analyse(const analysis::Question& question) override {
    const auto limits = limits_of(m_limits, question);
    std::string fault;
    for (int i = 0; i < attempts && !m_stopped; ++i) {
      m_engine.new_game(); // starts one that is gone
      const auto answer = m_engine.search(question.base(), question.moves(), limits);
      if (answer.fault == engine::Fault::none && !answer.report.lines.empty()) {
        return analysis::evaluation_of(answer.report, question.position().side_to_move());
      }
      fault = answer.fault == engine::Fault::none
                  ? localized("it names no value")
                  : fmt::format("{}{}{}", translate(engine::to_text(answer.fault)),
                                answer.detail.empty() ? "" : ": ", answer.detail);
    }
    if (m_stopped) {
      return {};
    }
    throw make_error<analysis::AnalystError>("{} failed {} times on {} ({})", m_engine.name(),
                                             attempts, write_fen(question.position()), fault);
  }

  void stop() noexcept override {
    m_stopped = true;
    m_engine.stop();
  }

private:
  uci::ExternalEngine m_engine;
  engine::Limits m_limits;
  std::atomic<bool> m_stopped{false};
};

} // namespace

analysis::AnalystSource external_analysts(const engine::Limits& limits,
                                          uci::ExternalOptions options) {
  const uci::ExternalEngine probe{options};
  const bool threads_set =
      std::any_of(options.settings.begin(), options.settings.end(), [](const auto& setting) {
        return equal_ignoring_case(setting.first, "Threads");
      });
  if (!threads_set && probe.offers("Threads")) {
    options.settings.emplace_back("Threads", "1");
  }
  analysis::AnalystSource source;
  source.name = probe.name();
  source.identity =
      fmt::format("{}; {}; multipv {}", probe.name(), analysis::to_text(limits), limits.multipv);
  for (const auto& [name, value] : options.settings) {
    source.identity += fmt::format("; {}={}", name, value);
  }
  source.make = [limits, options]() -> std::unique_ptr<analysis::Analyst> {
    return std::make_unique<ExternalAnalyst>(options, limits);
  };
  return source;
}

} // namespace xq
