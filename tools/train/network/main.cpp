// Makes the network of libxq/src/engine/network: plays games against itself for positions, learns
// from them, and packs what it has learned. See docs/notes/engine.md for the commands that made the
// present one.
//
//   train_network generate FOLDER [--archive GAMES.uci] [--seed N] [--first N] [--blocks N]
//                                 [--games N] [--nodes N] [--network IN.xqnet] [-t THREADS]
//   train_network train OUT.model FOLDER... [--from IN.xqnet] [--epochs N] [--held-out N]
//                                 [--rate X] [--decay X] [--lambda X] [--results X] [--scale X]
//                                 [--terms 0|1] [--seed N] [-t THREADS]
//   train_network measure IN.xqnet FOLDER... [the options of the training]
//   train_network pack OUT.xqnet IN.model
//
// The same build, data and options give the same files, whatever THREADS is.
#include "train/network/generate.hpp"
#include "train/network/pack.hpp"
#include "train/network/train.hpp"

#include <fmt/core.h>

#include <cstdlib>
#include <exception>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

using namespace xq::network;

namespace {

using Arguments = std::vector<std::string>;

/// What to do with the text behind each option; every option has one.
using OptionTable = std::map<std::string, std::function<void(const char*)>>;

OptionTable::mapped_type number(int& out) {
  return [&](const char* text) { out = std::atoi(text); };
}
OptionTable::mapped_type number(std::uint64_t& out) {
  return [&](const char* text) { out = std::strtoull(text, nullptr, 10); };
}
OptionTable::mapped_type number(double& out) {
  return [&](const char* text) { out = std::atof(text); };
}
OptionTable::mapped_type choice(bool& out) {
  return [&](const char* text) { out = std::atoi(text) != 0; };
}
OptionTable::mapped_type word(std::string& out) {
  return [&](const char* text) { out = text; };
}

/// Carries out the options; what remains are the names of files.
Arguments read_options(const Arguments& arguments, const OptionTable& table) {
  Arguments files;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    if (!arguments[i].starts_with('-')) {
      files.push_back(arguments[i]);
      continue;
    }
    const auto found = table.find(arguments[i]);
    if (found == table.end() || i + 1 == arguments.size()) {
      throw std::invalid_argument{arguments[i] + ": no such option, or nothing behind it"};
    }
    found->second(arguments[++i].c_str());
  }
  return files;
}

void run_generate(const Arguments& arguments) {
  GenerateOptions options;
  const Arguments files = read_options(arguments, {{"--archive", word(options.archive)},
                                                   {"--seed", number(options.seed)},
                                                   {"--first", number(options.first_block)},
                                                   {"--blocks", number(options.blocks)},
                                                   {"--games", number(options.games)},
                                                   {"--network", word(options.network)},
                                                   {"--nodes", number(options.nodes)},
                                                   {"-t", number(options.threads)}});
  if (files.size() != 1) {
    throw std::invalid_argument{"generate: one folder"};
  }
  options.folder = files[0];
  generate(options);
}

/// Learns, or measures what was learned.
void run_train(const Arguments& arguments, bool learns) {
  TrainOptions options;
  const Arguments files =
      read_options(arguments, {{"--decay", number(options.decay)},
                               {"--epochs", number(options.epochs)},
                               {"--from", word(options.from)},
                               {"--held-out", number(options.held_out)},
                               {"--lambda", number(options.targets.lambda)},
                               {"--rate", number(options.rate)},
                               {"--results", number(options.targets.result_share)},
                               {"--scale", number(options.targets.scale)},
                               {"--seed", number(options.seed)},
                               {"--terms", choice(options.with_terms)},
                               {"-t", number(options.threads)}});
  if (files.size() < 2) {
    throw std::invalid_argument{arguments[0] + ": a file and folders of positions"};
  }
  options.folders.assign(files.begin() + 1, files.end());
  if (learns) {
    options.output = files[0];
    train(options);
  } else {
    measure(files[0], options);
  }
}

} // namespace

int main(int argc, char* argv[]) {
  const Arguments arguments{argv + 1, argv + argc};
  try {
    const std::string command = arguments.empty() ? "" : arguments[0];
    if (command == "generate") {
      run_generate(arguments);
    } else if (command == "train" || command == "measure") {
      run_train(arguments, command == "train");
    } else if (command == "pack" && arguments.size() == 3) {
      pack_model(arguments[2], arguments[1]);
    } else {
      throw std::invalid_argument{
          "generate, train, measure or pack; the options stand in " __FILE__};
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "train_network: {}\n", error.what());
    return 1;
  }
  return 0;
}
