#include "cli/help/made_texts.hpp"
#include "cli/help/topics.hpp"
#include "command.hpp"
#include "record/normalise.hpp"

#include <xq/base/problem.hpp>
#include <xq/format/format.hpp>

#include <fmt/core.h>

#include <set>
#include <string_view>

namespace xq::cli {

namespace {

class Template {
public:
  void add(std::string_view where, std::string_view text) {
    if (text.empty() || !m_seen.emplace(text).second) {
      return;
    }
    m_out += fmt::format("#. {}\nmsgid \"", where);
    for (const char c : text) {
      if (c == '\n') {
        m_out += "\\n";
      } else {
        m_out += c == '"' || c == '\\' ? "\\" : "";
        m_out += c;
      }
    }
    m_out += "\"\nmsgstr \"\"\n\n";
  }
  [[nodiscard]] const std::string& text() const noexcept { return m_out; }

private:
  std::string m_out;
  std::set<std::string, std::less<>> m_seen;
};

void add_command(Template& out, const CommandInfo& info) {
  const auto where = fmt::format("xq {} --help", info.name);
  out.add(where, info.group);
  out.add(where, info.summary);
  out.add(where, info.description);
  for (const Example& example : info.examples) {
    out.add(fmt::format("meaning of: {}", example.command), example.meaning);
  }
  for (const ExitNote& note : info.exits) {
    out.add(fmt::format("xq {}: exit status {}", info.name, static_cast<int>(note.status)),
            note.meaning);
  }
  const auto command = info.create();
  OptionSet options;
  GlobalOptions global;
  command->describe(options);
  describe_common_options(options, global);
  for (const auto& argument : options.arguments()) {
    out.add(fmt::format("xq {}: argument {}", info.name, argument.name), argument.description);
  }
  for (const auto& option : options.options()) {
    out.add(fmt::format("xq {}: heading of options", info.name), option.group);
    out.add(fmt::format("xq {} --{}", info.name, option.long_name), option.description);
  }
}

} // namespace

std::string texts_of_tables() {
  Template out;
  for (const CommandInfo& info : commands()) {
    add_command(out, info);
  }
  for (const ProblemCodeInfo& code : problem_codes()) {
    out.add(fmt::format("meaning of the problem code {}", code.name), code.meaning);
    out.add(fmt::format("advice of the problem code {}", code.name), code.advice);
  }
  for (const auto severity : {Severity::note, Severity::warning, Severity::error}) {
    out.add("how much a finding weighs", to_text(severity));
  }
  for (const format::FormatInfo& row : format::formats()) {
    out.add(fmt::format("the format {}", row.name), row.summary);
    if (!row.limits.empty()) {
      out.add(fmt::format("what the format {} has no place for", row.name), row.limits);
    }
  }
  for (const Topic& topic : topics()) {
    out.add(fmt::format("the topic of xq help {}", topic.name), topic.summary);
  }
  for (std::size_t i = 1; i < record::normalised_count; ++i) {
    out.add("what --normalize counted", record::name(static_cast<record::Normalised>(i)));
  }
  return out.text();
}

} // namespace xq::cli
