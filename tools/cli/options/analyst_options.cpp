#include "cli/options/analyst_options.hpp"

#include "cli/build_info.hpp"
#include "cli/options/engine_side.hpp"
#include "cli/options/values.hpp"

#include <xq/analysis/review.hpp>
#include <xq/annotation.hpp>
#include <xq/base/error.hpp>

#include <fmt/core.h>

namespace xq::cli {

void AnalystOptions::describe(OptionSet& options) {
  options.add("nodes", number(limits.nodes, 1, 1'000'000'000'000),
              fmt::format("search at most N nodes in each position (default {})", default_nodes));
  options.add("depth", number(limits.depth, 1, 100), "search each position N plies deep");
  options.add("movetime", move_time(limits.move_time),
              "search each position for TIME (the result is then not repeatable)");
  options.add("hash", number(m_hash, 1, 65536, "MB"),
              "size of each engine's table, by default what the limits need");
  options.add(
      "engine", command(m_engine.command, "CMD"),
      "a UCI or UCCI engine: its command line in quotes; own, as without it: the one inside");
  Value settings = texts(m_settings, "NAME=VALUE");
  settings.is_bytes = true; // the value may be the name of a file
  options.add("engine-option", std::move(settings),
              "an option of the engine, of the one inside Evaluation or EvalFile; may be repeated");
}

void AnalystOptions::describe_lines(OptionSet& options) {
  options.add("multipv", number(limits.multipv, 1, 20), "find the N best lines");
}

analysis::AnalystSource AnalystOptions::source() {
  if (!is_limited()) {
    limits.nodes = default_nodes;
  }
  if (m_engine.command == "own") {
    m_engine.command.clear();
  }
  if (m_engine.command.empty()) {
    engine::Options options;
    options.hash_megabytes = m_hash;
    options.network = EvaluationOptions::network(m_settings);
    return analysis::own_analysts(for_review ? analysis::review_limits(limits) : limits, options,
                                  std::string{version()});
  }
  auto external = m_engine;
  if (m_hash != 0) {
    external.settings.emplace_back("Hash", std::to_string(m_hash));
  }
  for (const std::string& setting : m_settings) {
    external.settings.push_back(engine_option(setting));
  }
  return external_analysts(limits, external);
}

} // namespace xq::cli
