#pragma once

#include "train/network/model.hpp"

#include <string>

namespace xq::network {

/// The network in floating point as train() leaves it, with the centipawns of a logit.
void write_model(const std::string& path, Model& model, double scale);
/// Throws std::runtime_error for a file that is none.
[[nodiscard]] Model read_model(const std::string& path, double& scale);

/// Round a model to the whole numbers of the engine and write the file that it reads
/// (engine/network/network_file.hpp).
void pack_model(const std::string& model, const std::string& output);
/// The model of a packed network, as exact as its whole numbers are. Throws std::runtime_error for
/// a file that is none.
[[nodiscard]] Model unpack_network(const std::string& path);

} // namespace xq::network
