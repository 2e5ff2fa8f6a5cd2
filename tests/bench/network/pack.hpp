#pragma once

#include "bench/network/model.hpp"

#include <string>

namespace xq::network {

/// The network in floating point as train() leaves it, with the centipawns of a logit.
void write_model(const std::string& path, Model& model, double scale);
/// Throws std::runtime_error for a file that is none.
[[nodiscard]] Model read_model(const std::string& path, double& scale);

/// Round a model to the whole numbers of the engine and write the file that it reads
/// (engine/network/network_file.hpp).
void pack_model(const std::string& model, const std::string& output);

} // namespace xq::network
