#include "base/files/inflate.hpp"
#include "base/hash.hpp"
#include "engine/network/network_file.hpp"
#include "support/catch.hpp"
#include "support/random_network.hpp"

#include <algorithm>
#include <memory>
#include <string>

namespace {

using namespace xq;
using namespace xq::engine;
using namespace xq::engine::network;
using support::random_network;

constexpr std::size_t header_size = 16;
constexpr std::size_t weights_size = hidden_size * feature_count * (1 + king_square_count);
// In a file of zeros each weight is one byte.
constexpr std::size_t layers_at = hidden_size + weights_size;
constexpr std::size_t first_bias_at = layers_at + (1 + first_size) * 2 * hidden_size;
constexpr std::size_t second_at = first_bias_at + 4 * first_size;
constexpr std::size_t layers_size =
    second_at - layers_at + 2 * first_size * second_size + 4 * second_size + second_size + 4;
constexpr std::size_t terms_at = layers_at + bucket_count * layers_size;
constexpr std::size_t numbers_size = terms_at + 4 * bucket_count;

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

/// The numbers of a file, unpacked.
std::string numbers_of(const std::string& bytes) {
  auto numbers = inflate(std::string_view{bytes}.substr(header_size), 10'000'000);
  REQUIRE(numbers);
  return std::move(numbers).operator*();
}
/// A file with the header of `bytes` and these numbers.
std::string with_numbers(const std::string& bytes, const std::string& numbers) {
  return with_checksum(bytes.substr(0, header_size) + deflate_huffman_only(numbers));
}

std::string fault_of(const std::string& bytes) {
  const auto network = read_network(bytes);
  return network ? std::string{} : network.error();
}

} // namespace

TEST_CASE("a network is the same after writing and reading", "[network]") {
  const auto network = random_network(1, 40);
  network->scale = 357;
  network->bias[7] = 32;
  network->layers[3].output_bias = -largest_bias;
  network->layers[5].output[7] = -largest_weight;
  // far from the mean of their feature
  network->weights[2][11][13] = 5000;
  network->weights[3][11][13] = -5000;
  network->terms_share[2] = largest_terms_share;
  const std::string bytes = file_of(*network);
  const auto back = read_network(bytes);
  REQUIRE(back);
  const Network& other = **back;
  CHECK(other.bias == network->bias);
  CHECK(other.weights == network->weights);
  CHECK(other.layers == network->layers);
  CHECK(other.terms_share == network->terms_share);
  CHECK(other.scale == network->scale);
  CHECK(file_of(other) == bytes);
  CHECK(bytes.size() <= largest_file);
}

TEST_CASE("network files stay as they are", "[network]") {
  const std::string bytes = file_of(*random_network(2, 40));
  CHECK(bytes.substr(0, 8) == std::string{"xqnet\0\0\3", 8});
  // of the numbers: how short they become is zlib's business
  CHECK(numbers_of(bytes).size() == 1'877'822);
  CHECK(content_hash(numbers_of(bytes)) == 0xe16dc9e1f9cb9564);
}

TEST_CASE("a network file of zeros", "[network]") {
  const std::string numbers = numbers_of(file_of(*std::make_unique<Network>()));
  CHECK(numbers.size() == numbers_size);
}

TEST_CASE("a damaged network file is refused", "[network]") {
  const std::string bytes = file_of(*random_network(3, 40));
  REQUIRE(fault_of(bytes).empty());

  CHECK(fault_of("") == "this is no network. Name a file of weights (.xqnet).");
  CHECK(fault_of("[Game \"Chinese Chess\"]\n") == fault_of(""));
  std::string changed = bytes;
  changed[7] = 2;
  CHECK(fault_of(changed) ==
        "this network file has version 2; only version 3 can be read. Pack the network again.");

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
  const std::string whole = file_of(*std::make_unique<Network>());
  const std::string body = whole.substr(0, whole.size() - 8);
  const std::string numbers = numbers_of(whole);
  REQUIRE(numbers.size() == numbers_size);
  REQUIRE(fault_of(with_numbers(body, numbers)).empty());
  const auto fault_with_header = [&](std::size_t at, const std::string& part) {
    std::string changed = body;
    changed.replace(at, part.size(), part);
    return fault_of(with_checksum(changed));
  };
  CHECK(fault_with_header(8, std::string{"\x40\0", 2}) ==
        "this network has 64 hidden units; only 256 can be read. Train it again.");
  CHECK_THAT(fault_with_header(12, std::string(4, '\0')),
             Catch::Contains("the scale 0 is not between"));
  CHECK_THAT(fault_with_header(12, "\xFF\xFF\xFF\xFF"),
             Catch::Contains("the scale -1 is not between"));

  const auto fault_with = [&](std::size_t at, const std::string& part) {
    std::string changed = numbers;
    changed.replace(at, part.size(), part);
    return fault_of(with_numbers(body, changed));
  };
  CHECK_THAT(fault_with(numbers_size - 4, std::string{"\x01\x04\0\0", 4}),
             Catch::Contains("hand-written"));
  CHECK_THAT(fault_with(terms_at, "\xFF\xFF\xFF\xFF"), Catch::Contains("hand-written"));
  CHECK_THAT(fault_with(terms_at - 4, "\xFF\xFF\xFF\x7F"), Catch::Contains("a bias is not"));
  CHECK_THAT(fault_with(first_bias_at, "\xFF\xFF\xFF\x7F"), Catch::Contains("a bias is not"));
  for (const std::size_t at : {layers_at, layers_at + 2 * hidden_size, second_at}) {
    CHECK_THAT(fault_of(with_numbers(body, numbers.substr(0, at) + "\x81\x20" +
                                               numbers.substr(at + 1))), // -2049
               Catch::Contains("a weight behind"));
  }

  const std::string wrong_end = "this network cannot be used: the numbers do not end where they "
                                "should. Train or pack it again.";
  CHECK(fault_of(with_numbers(body, numbers + '\0')) == wrong_end);
  CHECK(fault_of(with_numbers(body, numbers.substr(0, numbers.size() - 1))) == wrong_end);
  CHECK(fault_of(with_numbers(body, "")) == wrong_end);
  const auto fault_of_first = [&](const std::string& varint) {
    return fault_of(with_numbers(body, varint + numbers.substr(1)));
  };
  CHECK(fault_of_first("\x02").empty());
  CHECK(fault_of_first("\xFE\xFF\x03").empty());                // 32767
  CHECK(fault_of_first("\xFF\xFF\x04") == wrong_end);           // more than 16 bits
  CHECK(fault_of_first("\x80\x80\x80\x01") == wrong_end);       // four bytes
  CHECK(fault_of_first(std::string{"\x81\0", 2}) == wrong_end); // not the shortest form
  // a mean of 32767 and one more
  std::string beyond = numbers;
  beyond.replace(hidden_size + hidden_size * feature_count, 1, "\x02");
  beyond.replace(hidden_size, 1, "\xFE\xFF\x03");
  CHECK(fault_of(with_numbers(body, beyond)) == wrong_end);

  CHECK_THAT(fault_of(with_checksum(body.substr(0, header_size))), Catch::Contains("too early"));
  CHECK_THAT(fault_of(with_checksum(body.substr(0, body.size() - 9))),
             Catch::Contains("too early"));
  std::string broken = body;
  broken[header_size] = '\0';
  CHECK_THAT(fault_of(with_checksum(broken)), Catch::Contains("damaged"));
}

TEST_CASE("weights that may leave 16 bits are neither written nor read", "[network]") {
  const auto network = std::make_unique<Network>();
  // two rooks of 16,384 make 32,768
  const Feature a = feature_of(Piece::red_rook, Square::a0, Color::red);
  network->weights[4][a][9] = 16'384;
  REQUIRE_FALSE(write_network(*network));
  CHECK(write_network(*network).error() ==
        "the weights are so large that a sum may not fit 16 bits");
  network->weights[4][a][9] = 16'383;
  CHECK(write_network(*network));
  network->bias[9] = 2;
  CHECK_FALSE(write_network(*network));
  network->bias[9] = 0;
  network->weights[4][a][9] = -16'384;
  CHECK(write_network(*network));
  network->bias[9] = -1;
  CHECK_FALSE(write_network(*network));
  network->bias[9] = 0;
  network->layers[0].direct[0] = -largest_weight - 1;
  CHECK_FALSE(write_network(*network));
  network->layers[0].direct[0] = 0;
  // 130 weights of 2,048 times 8,128 leave 32 bits, and so does what a bias adds to fewer
  for (auto* const row : {&network->layers[2].direct, &network->layers[7].first[15]}) {
    std::fill_n(row->begin(), 130, static_cast<std::int16_t>(-2048));
    REQUIRE_FALSE(write_network(*network));
    CHECK(write_network(*network).error() ==
          "the weights are so large that a sum may not fit 32 bits");
    std::fill_n(row->begin(), 6, std::int16_t{0});
    CHECK(write_network(*network));
    auto& layers = network->layers[row == &network->layers[2].direct ? 2 : 7];
    (row == &layers.direct ? layers.output_bias : layers.first_bias[15]) = -100'000'000;
    CHECK_FALSE(write_network(*network));
    row->fill(0);
    CHECK(write_network(*network));
  }
  network->scale = 0;
  CHECK_FALSE(write_network(*network));
}
