#include "base/text/ascii.hpp"
#include "base/text/text.hpp"
#include "store/journal/header_state.hpp"

#include <xq/base/error.hpp>
#include <xq/record/game.hpp>
#include <xq/store/edit_operation.hpp>

#include <algorithm>
#include <string_view>

namespace xq::store {

namespace {

bool is_name(std::string_view name) {
  return !name.empty() && is_letter(name.front()) &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
}

void check_name(const std::string& name) {
  if (is_same_header(name, "FEN") || is_same_header(name, "FenStr")) {
    throw make_error<UsageError>("header FEN is the position from which the moves are played, and "
                                 "stays as it is");
  }
}

void check_setting(HeaderEdits::Setting& setting) {
  check_name(setting.name);
  if (!is_name(setting.name)) {
    throw make_error<UsageError>("'{}' is no name of a header: write letters, digits and _, such "
                                 "as Event",
                                 excerpt(setting.name));
  }
  if (is_same_header(setting.name, "Result")) {
    const auto result = record::find_result(setting.value);
    if (!result) {
      throw make_error<UsageError>("'{}' is no result: write 1-0, 0-1, 1/2-1/2 or *",
                                   excerpt(setting.value));
    }
    setting.value = to_text(*result);
  }
}

void check_removal(const std::string& name) {
  check_name(name);
  if (is_same_header(name, "Result")) {
    throw make_error<UsageError>("every game has a result: set it to * if it is not known");
  }
}

} // namespace

void check(HeaderEdits& edits) {
  std::vector<std::string_view> names;
  const auto once = [&](std::string_view name) {
    if (std::any_of(names.begin(), names.end(),
                    [&](std::string_view other) { return is_same_header(name, other); })) {
      throw make_error<UsageError>("header {} is to be changed twice", excerpt(name));
    }
    names.push_back(name);
  };
  for (auto& setting : edits.settings) {
    check_setting(setting);
    once(setting.name);
  }
  for (const auto& name : edits.removals) {
    check_removal(name);
    once(name);
  }
  for (const auto& renaming : edits.renamings) {
    if (renaming.from.empty()) {
      throw make_error<UsageError>("no name that is to be replaced is given");
    }
  }
}

} // namespace xq::store
