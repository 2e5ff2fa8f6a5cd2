#include "base/hash.hpp"
#include "engine/network/network_file.hpp"
#include "support/catch.hpp"
#include "support/random_network.hpp"

#include <string>

namespace {

using namespace xq;
using namespace xq::engine;
using namespace xq::engine::network;
using support::random_network;

constexpr std::size_t bias_at = 16;
constexpr std::size_t output_bias_size = 4 * bucket_count;
constexpr std::size_t terms_size = 4 * bucket_count;
constexpr std::size_t output_size = 2 * bucket_count * hidden_size;

std::string file_of(const Network& network) {
  auto bytes = write_network(network);
  REQUIRE(bytes);
  return std::move(bytes).operator*();
}

/// The bytes before the checksum, which is computed again: damage that no checksum tells.
std::string with_checksum(std::string bytes) {
  const std::uint64_t hash = content_hash(bytes);
  for (unsigned i = 0; i < 8; ++i) {
    bytes += static_cast<char>(static_cast<unsigned char>(hash >> (8 * i)));
  }
  return bytes;
}
std::string without_checksum(const std::string& bytes) { return bytes.substr(0, bytes.size() - 8); }

std::string fault_of(const std::string& bytes) {
  const auto network = read_network(bytes);
  return network ? std::string{} : network.error();
}

} // namespace

TEST_CASE("a network is the same after writing and reading", "[network]") {
  const auto network = random_network(1);
  network->scale = 357;
  network->bias[7] = 32;
  network->output_bias[3] = -largest_output_bias;
  network->terms_share[2] = largest_terms_share;
  const std::string bytes = file_of(*network);
  const auto back = read_network(bytes);
  REQUIRE(back);
  const Network& other = **back;
  CHECK(other.bias == network->bias);
  CHECK(other.weights == network->weights);
  CHECK(other.own == network->own);
  CHECK(other.opponent == network->opponent);
  CHECK(other.output_bias == network->output_bias);
  CHECK(other.terms_share == network->terms_share);
  CHECK(other.scale == network->scale);
  CHECK(file_of(other) == bytes);
  CHECK(bytes.size() <= largest_file);
}

TEST_CASE("network files stay as they are", "[network]") {
  const std::string bytes = file_of(*random_network(2));
  CHECK(bytes.substr(0, 8) == std::string{"xqnet\0\0\1", 8});
  CHECK(bytes.size() == 1'324'715);
  CHECK(content_hash(bytes) == 0x814c31553a81822a);
}

TEST_CASE("a network file of zeros", "[network]") {
  const std::string bytes = file_of(Network{});
  CHECK(bytes.size() == bias_at + hidden_size * (1 + king_square_count * feature_count) +
                            output_size + output_bias_size + terms_size + 8);
}

TEST_CASE("a damaged network file is refused", "[network]") {
  const std::string bytes = file_of(*random_network(3, 40));
  REQUIRE(fault_of(bytes).empty());

  CHECK(fault_of("") == "this is no network. Name a file of weights (.xqnet).");
  CHECK(fault_of("[Game \"Chinese Chess\"]\n") == fault_of(""));
  std::string changed = bytes;
  changed[7] = 2;
  CHECK(fault_of(changed) ==
        "this network file has version 2; only version 1 can be read. Pack the network again.");

  const std::string damaged = "this network is damaged or not complete. Copy it again.";
  for (const std::size_t size :
       {std::size_t{7}, std::size_t{8}, std::size_t{12}, std::size_t{16}, std::size_t{23},
        std::size_t{24}, bytes.size() / 2, bytes.size() - 9, bytes.size() - 1}) {
    CAPTURE(size);
    CHECK(fault_of(bytes.substr(0, size)) == damaged);
  }
  CHECK(fault_of(bytes + '\0') == damaged);
  CHECK(fault_of(bytes + std::string(largest_file, 'x')) == damaged);
  for (std::size_t at = 8; at < bytes.size(); at += bytes.size() / 97) {
    changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 16);
    CAPTURE(at);
    CHECK(fault_of(changed) == damaged);
  }
}

TEST_CASE("a network file with impossible numbers is refused", "[network]") {
  const std::string body = without_checksum(file_of(Network{}));
  REQUIRE(fault_of(with_checksum(body)).empty());
  const auto fault_with = [&](std::size_t at, const std::string& part) {
    std::string changed = body;
    changed.replace(at, part.size(), part);
    return fault_of(with_checksum(changed));
  };
  CHECK(fault_with(8, "\x40") ==
        "this network has 64 hidden units; only 128 can be read. Train it again.");
  CHECK_THAT(fault_with(12, std::string(4, '\0')), Catch::Contains("the scale 0 is not between"));
  CHECK_THAT(fault_with(12, "\xFF\xFF\xFF\xFF"), Catch::Contains("the scale -1 is not between"));
  const std::size_t terms_at = body.size() - terms_size;
  CHECK_THAT(fault_with(body.size() - 4, std::string{"\x01\x04\0\0", 4}),
             Catch::Contains("hand-written"));
  CHECK_THAT(fault_with(terms_at, "\xFF\xFF\xFF\xFF"), Catch::Contains("hand-written"));
  CHECK_THAT(fault_with(terms_at - 4, "\xFF\xFF\xFF\x7F"), Catch::Contains("output bias"));
  CHECK_THAT(fault_with(terms_at - output_bias_size - 1, "\x80"), Catch::Contains("output weight"));

  const std::string numbers = "this network cannot be used: the numbers do not end where they "
                              "should. Train or pack it again.";
  CHECK(fault_of(with_checksum(body + '\0')) == numbers);
  CHECK(fault_of(with_checksum(body.substr(0, body.size() - 1))) == numbers);
  CHECK(fault_of(with_checksum(body.substr(0, 16))) == numbers);
  const auto fault_of_first = [&](const std::string& varint) {
    return fault_of(with_checksum(body.substr(0, bias_at) + varint + body.substr(bias_at + 1)));
  };
  CHECK(fault_of_first("\x02").empty());
  CHECK(fault_of_first("\xFE\xFF\x03").empty());              // 32767
  CHECK(fault_of_first("\xFF\xFF\x04") == numbers);           // more than 16 bits
  CHECK(fault_of_first("\x80\x80\x80\x01") == numbers);       // four bytes
  CHECK(fault_of_first(std::string{"\x81\0", 2}) == numbers); // not the shortest form
}

TEST_CASE("weights that may leave 16 bits are neither written nor read", "[network]") {
  Network network;
  // two rooks of 16,384 make 32,768
  const Feature a = feature_of(Piece::red_rook, Square::a0, Color::red);
  network.weights[4][a][9] = 16'384;
  REQUIRE_FALSE(write_network(network));
  CHECK(write_network(network).error() ==
        "the weights are so large that a sum may not fit 16 bits");
  network.weights[4][a][9] = 16'383;
  CHECK(write_network(network));
  network.bias[9] = 2;
  CHECK_FALSE(write_network(network));
  network.bias[9] = 0;
  network.weights[4][a][9] = -16'384;
  CHECK(write_network(network));
  network.bias[9] = -1;
  CHECK_FALSE(write_network(network));
  network.bias[9] = 0;
  network.own[0][0] = -128;
  CHECK_FALSE(write_network(network));
  network.own[0][0] = 0;
  network.scale = 0;
  CHECK_FALSE(write_network(network));
}
