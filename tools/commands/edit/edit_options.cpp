#include "commands/edit/edit_options.hpp"

#include "base/text/text.hpp"

#include <xq/base/error.hpp>

#include <string>
#include <utility>

namespace xq::cli {

namespace {

/// `LEFT=RIGHT`; the first = parts them.
std::pair<std::string, std::string> parted(const std::string& text, std::string_view form) {
  const auto at = text.find('=');
  if (at == 0 || at == std::string::npos) {
    throw make_error<UsageError>("'{}' is not of the form {}", excerpt(text), form);
  }
  return {text.substr(0, at), text.substr(at + 1)};
}

Value many(std::string name, std::function<void(const std::string&)> accept) {
  Value value;
  value.name = std::move(name);
  value.many = true;
  value.accept = std::move(accept);
  return value;
}

Value settings(store::HeaderEdits& edits) {
  return many("NAME=VALUE", [&edits](const std::string& text) {
    auto [name, value] = parted(text, "NAME=VALUE");
    edits.settings.push_back({std::move(name), std::move(value)});
  });
}

Value renamings(store::HeaderEdits& edits, store::HeaderEdits::Named named) {
  return many("OLD=NEW", [&edits, named](const std::string& text) {
    auto [from, to] = parted(text, "OLD=NEW");
    edits.renamings.push_back({named, std::move(from), std::move(to)});
  });
}

} // namespace

void EditOptions::describe(OptionSet& options) {
  using Named = store::HeaderEdits::Named;
  options.add("set", settings(edits),
              "give header NAME this value: Event, Date, Result, Annotator");
  Value names = texts(edits.removals, "NAME");
  options.add("remove", names, "remove header NAME");
  options.add("rename-player", renamings(edits, Named::player),
              "write NEW where Red or Black is OLD, all of it");
  options.add("rename-team", renamings(edits, Named::team), "the same for RedTeam and BlackTeam");
  options.add("rename-event", renamings(edits, Named::event), "the same for Event");
  options.add("rename-site", renamings(edits, Named::site), "the same for Site");
  options.add("delete", flag(deletes), "delete the games, with everything that belongs to them");
  options.add("all", flag(all), "all games that pass the filters, also when there are no filters");
}

} // namespace xq::cli
