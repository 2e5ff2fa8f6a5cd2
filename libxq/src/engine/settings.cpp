#include "base/text/ascii.hpp"
#include "base/text/compose.hpp"
#include "base/text/text.hpp"

#include <xq/engine/engine.hpp>
#include <xq/engine/settings.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace xq::engine {

namespace {

using Type = SettingType;

constexpr SettingInfo check(std::string_view uci, std::string_view ucci, bool Settings::*flag) {
  return {uci, ucci, Type::check, flag, nullptr, nullptr, 0, 0, {}};
}
constexpr SettingInfo spin(std::string_view uci, std::string_view ucci, int Settings::*number,
                           int minimum, int maximum) {
  return {uci, ucci, Type::spin, nullptr, number, nullptr, minimum, maximum, {}};
}
constexpr SettingInfo combo(std::string_view uci, std::string Settings::*string,
                            std::string_view choices) {
  return {uci, {}, Type::combo, nullptr, nullptr, string, 0, 0, choices};
}
constexpr SettingInfo text(std::string_view uci, std::string_view ucci,
                           std::string Settings::*string) {
  return {uci, ucci, Type::text, nullptr, nullptr, string, 0, 0, {}};
}
constexpr SettingInfo inverted(SettingInfo info) {
  info.inverted = true;
  return info;
}
constexpr SettingInfo hidden(SettingInfo info) {
  info.hidden = true;
  return info;
}

// Each option once; the order is that of the `option` lines.
constexpr std::array<SettingInfo, 24> table{
    spin("Hash", "hashsize", &Settings::hash, 1, 65536),
    spin("Threads", {}, &Settings::threads, 1, 256),
    spin("MultiPV", {}, &Settings::multipv, 1, 128),
    check("Ponder", "ponder", &Settings::ponder),
    SettingInfo{"Clear Hash", "newgame", Type::button, nullptr, nullptr, nullptr, 0, 0, {}},
    spin("Move Overhead", {}, &Settings::overhead, 0, 5000),
    check("UCI_ShowWDL", {}, &Settings::show_wdl),
    check("UCI_LimitStrength", {}, &Settings::limit_strength),
    spin("UCI_Elo", {}, &Settings::elo, lowest_elo, highest_elo),
    spin("Skill Level", {}, &Settings::skill, 0, full_level),
    spin("Seed", {}, &Settings::seed, 0, 1'000'000'000),
    combo("Repetition Rule", &Settings::repetition_rule, "wxf check draw"),
    spin("Natural Limit", {}, &Settings::natural_limit, 0, 10'000),
    combo("Evaluation", &Settings::evaluation, "handwritten network"),
    text("EvalFile", {}, &Settings::eval_file),
    check("OwnBook", "usebook", &Settings::own_book),
    text("BookFile", "bookfiles", &Settings::book_file),
    combo("Book Move", &Settings::book_move, "best weighted random score"),
    spin("Book Margin", {}, &Settings::book_margin, 0, 1000),
    combo("UCI_Variant", &Settings::variant, "xiangqi"),
    hidden(text("Without", {}, &Settings::without)),
    inverted(check({}, "usemillisec", &Settings::seconds)),
    check({}, "promotion", &Settings::promotion),
    check({}, "batch", &Settings::batch),
};

std::string default_value(const SettingInfo& info) {
  const Settings fresh;
  if (info.flag != nullptr) {
    return fresh.*info.flag != info.inverted ? "true" : "false";
  }
  if (info.number != nullptr) {
    return fmt::format("{}", fresh.*info.number);
  }
  return info.string != nullptr ? fresh.*info.string : std::string{};
}

std::string_view type_name(Type type) {
  constexpr std::array<std::string_view, 5> names{"check", "spin", "combo", "string", "button"};
  return names[static_cast<std::size_t>(type)];
}

/// Call f(choice) for each word of a combo's choices.
template <typename F>
void for_each_choice(std::string_view choices, F&& f) {
  while (!choices.empty()) {
    const std::size_t end = std::min(choices.find(' '), choices.size());
    f(choices.substr(0, end));
    choices.remove_prefix(std::min(end + 1, choices.size()));
  }
}

} // namespace

Options Settings::options() const {
  Options out;
  out.hash_megabytes = static_cast<std::size_t>(hash);
  out.threads = static_cast<unsigned>(threads);
  out.natural_limit = 2 * natural_limit;
  out.without = parse_features(without).value_or(SearchFeatureSet{});
  out.repetition = repetition_rule == "draw"    ? RepetitionRule::draw
                   : repetition_rule == "check" ? RepetitionRule::check
                                                : RepetitionRule::wxf;
  out.overhead = std::chrono::milliseconds{overhead};
  out.network = evaluation != "network" ? nullptr : network ? network : embedded_network();
  return out;
}

std::string Settings::missing() const {
  return evaluation == "network" && !network && !embedded_network()
             ? "option Evaluation: no network is built in; name the file of one by EvalFile"
             : "";
}

Handicap Settings::handicap() const noexcept {
  Handicap out = handicap_of_level(skill);
  if (const Handicap by_elo = handicap_of_elo(elo);
      limit_strength && (out.nodes == 0 || by_elo.nodes < out.nodes)) {
    out = by_elo;
  }
  out.seed = static_cast<std::uint64_t>(seed);
  return out;
}

BookPolicy Settings::book_policy() const noexcept {
  const BookPick pick = book_move == "weighted" ? BookPick::weighted
                        : book_move == "random" ? BookPick::random
                        : book_move == "score"  ? BookPick::score
                                                : BookPick::best;
  return {pick, book_margin, static_cast<std::uint64_t>(seed)};
}

std::span<const SettingInfo> settings_table() noexcept { return table; }

std::string describe_uci(const SettingInfo& info) {
  std::string out = fmt::format("option name {} type {}", info.uci, type_name(info.type));
  if (info.type != Type::button) {
    const std::string value = default_value(info);
    out += fmt::format(" default {}", value.empty() ? "<empty>" : value);
  }
  if (info.type == Type::spin) {
    out += fmt::format(" min {} max {}", info.minimum, info.maximum);
  }
  for_each_choice(info.choices, [&](std::string_view c) { out += fmt::format(" var {}", c); });
  return out;
}

std::string describe_ucci(const SettingInfo& info) {
  std::string out = fmt::format("option {} type {}", info.ucci, type_name(info.type));
  if (info.type == Type::spin) {
    out += fmt::format(" min {} max {}", info.minimum, info.maximum);
  }
  if (const std::string value = default_value(info); !value.empty()) {
    out += fmt::format(" default {}", value);
  }
  return out;
}

const SettingInfo* find_setting(std::string_view name) noexcept {
  const auto* const it = std::find_if(table.begin(), table.end(), [&](const SettingInfo& i) {
    return !name.empty() && (equal_ignoring_case(i.uci, name) || equal_ignoring_case(i.ucci, name));
  });
  return it == table.end() ? nullptr : it;
}

std::string change(Settings& settings, const SettingInfo& info, std::string_view value) {
  const std::string_view name = info.uci.empty() ? info.ucci : info.uci;
  switch (info.type) {
  case Type::button:
    return {};
  case Type::check: {
    const bool on =
        equal_ignoring_case(value, "true") || equal_ignoring_case(value, "on") || value == "1";
    if (!on && !equal_ignoring_case(value, "false") && !equal_ignoring_case(value, "off") &&
        value != "0") {
      return fmt::format("option {} is true or false, not '{}'", name, excerpt(value));
    }
    if (on && info.flag == &Settings::promotion) {
      return "advisors and elephants never become pawns here; promotion stays false";
    }
    settings.*info.flag = on != info.inverted;
    return {};
  }
  case Type::spin: {
    int number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error != std::errc{} || end != value.data() + value.size() || number < info.minimum ||
        number > info.maximum) {
      return fmt::format("option {} is a number from {} to {}, not '{}'", name, info.minimum,
                         info.maximum, excerpt(value));
    }
    settings.*info.number = number;
    return {};
  }
  case Type::combo: {
    bool known = false;
    for_each_choice(info.choices, [&](std::string_view c) { known = known || c == value; });
    if (!known) {
      return fmt::format("option {} is one of: {}; not '{}'", name, info.choices, excerpt(value));
    }
    settings.*info.string = value;
    return {};
  }
  case Type::text:
    if (info.string == &Settings::without && !parse_features(value)) {
      return fmt::format("option Without lists some of: {}; not '{}'", join(feature_names, ","),
                         excerpt(value));
    }
    value = value == "<empty>" ? std::string_view{} : value;
    if (info.string == &Settings::eval_file) {
      settings.network = value.empty() ? nullptr : load_network(std::string{value});
    }
    settings.*info.string = value;
    return {};
  }
  return {};
}

std::optional<SearchFeatureSet> parse_features(std::string_view list) noexcept {
  SearchFeatureSet features;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    const auto* const name =
        std::find(feature_names.begin(), feature_names.end(), list.substr(0, end));
    if (name == feature_names.end()) {
      return std::nullopt;
    }
    features.insert(static_cast<SearchFeature>(name - feature_names.begin()));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return features;
}

} // namespace xq::engine
