#include "engine/network/network_file.hpp"

#include "base/files/inflate.hpp"
#include "base/files/input.hpp"
#include "base/hash.hpp"

#include <xq/base/error.hpp>
#include <xq/engine/engine.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <vector>

namespace xq::engine::network {

namespace {

using namespace std::string_view_literals;
using FeatureRows = Network::FeatureRows;

constexpr std::string_view magic = "xqnet\0\0\3"sv;
constexpr std::size_t header_size = magic.size() + 8;
constexpr std::size_t hash_size = 8;
/// More than any network unpacks to: it has 7,400 numbers a hidden unit, of four bytes at most.
constexpr std::size_t largest_unpacked = 31'250 * hidden_size;

// ---- what a network may hold -------------------------------------------------------------------

/// How many pieces of each type a side has at most.
constexpr std::array<int, piece_type_count> most_pieces{1, 2, 2, 2, 2, 2, 5};

/// How far the rows of one piece type can move the sum of a hidden unit, upwards and downwards.
struct Reach {
  std::array<int, hidden_size> up{};
  std::array<int, hidden_size> down{};
};

/// Whether a hidden unit can leave 16 bits on some board with this king square: the sum of the
/// largest weights, each as often as there are such pieces.
bool may_overflow(const Network& network, std::size_t king) {
  Reach total;
  for (std::size_t p = 0; p < piece_slots; ++p) {
    const auto piece = static_cast<Piece>(p);
    if (type_of(piece) == PieceType::none) {
      continue;
    }
    Reach reach;
    for (std::size_t s = 0; s < square_count; ++s) {
      const Row& row = network.weights[king][feature_of(piece, static_cast<Square>(s), Color::red)];
      for (std::size_t i = 0; i < hidden_size; ++i) {
        reach.up[i] = std::max<int>(reach.up[i], row[i]);
        reach.down[i] = std::min<int>(reach.down[i], row[i]);
      }
    }
    const int times = most_pieces[to_index(type_of(piece))];
    for (std::size_t i = 0; i < hidden_size; ++i) {
      total.up[i] += times * reach.up[i];
      total.down[i] += times * reach.down[i];
    }
  }
  using Limits = std::numeric_limits<std::int16_t>;
  for (std::size_t i = 0; i < hidden_size; ++i) {
    if (network.bias[i] + total.up[i] > Limits::max() ||
        network.bias[i] + total.down[i] < Limits::min()) {
      return true;
    }
  }
  return false;
}

template <typename Numbers>
bool are_within(const Numbers& numbers, std::int32_t limit) {
  return std::all_of(numbers.begin(), numbers.end(),
                     [limit](std::int32_t n) { return n >= -limit && n <= limit; });
}

bool are_weights_within(const Layers& layers) {
  const auto within = [](const auto& row) { return are_within(row, largest_weight); };
  return within(layers.direct) && within(layers.output) &&
         std::all_of(layers.first.begin(), layers.first.end(), within) &&
         std::all_of(layers.second.begin(), layers.second.end(), within);
}
bool are_biases_within(const Layers& layers) {
  return are_within(layers.first_bias, largest_bias) &&
         are_within(layers.second_bias, largest_bias) &&
         are_within(std::array{layers.output_bias}, largest_bias);
}

/// Whether the sum of a bias and of inputs up to layer_unit times these weights fits 32 bits.
template <typename... Weights>
bool fits(std::int32_t bias, const Weights&... weights) {
  constexpr std::int64_t largest = std::numeric_limits<std::int32_t>::max();
  const auto add = [](std::int64_t sum, std::int16_t w) { return sum + std::abs(w); };
  const std::int64_t sum =
      (std::accumulate(weights.begin(), weights.end(), std::int64_t{0}, add) + ...);
  return sum * layer_unit + std::abs(bias) <= largest;
}
bool sums_fit(const Layers& layers) {
  static_assert(std::int64_t{2} * first_size * largest_weight * layer_unit + largest_bias <=
                    std::numeric_limits<std::int32_t>::max(),
                "sums of the second layer fit whatever its weights");
  for (std::size_t j = 0; j < first_size; ++j) {
    if (!fits(layers.first_bias[j], layers.first[j])) {
      return false;
    }
  }
  return fits(layers.output_bias, layers.direct, layers.output);
}

/// What makes the network useless for the kernels; empty: nothing.
std::string fault_of(const Network& network) {
  if (network.scale < 1 || network.scale > largest_scale) {
    return localized("the scale {} is not between 1 and {}", network.scale, largest_scale);
  }
  if (!std::all_of(network.layers.begin(), network.layers.end(), are_weights_within)) {
    return localized("a weight behind the hidden layer is not between -{0} and {0}",
                     largest_weight);
  }
  if (!std::all_of(network.layers.begin(), network.layers.end(), are_biases_within)) {
    return localized("a bias is not between -{0} and {0}", largest_bias);
  }
  if (!std::all_of(network.layers.begin(), network.layers.end(), sums_fit)) {
    return localized("the weights are so large that a sum may not fit {} bits", 32);
  }
  for (const std::int32_t share : network.terms_share) {
    if (share < 0 || share > largest_terms_share) {
      return localized("the share of the hand-written evaluation is not between 0 and {}",
                       largest_terms_share);
    }
  }
  for (std::size_t king = 0; king < king_square_count; ++king) {
    if (may_overflow(network, king)) {
      return localized("the weights are so large that a sum may not fit {} bits", 16);
    }
  }
  return {};
}

// ---- bytes -------------------------------------------------------------------------------------

template <typename T>
void append(std::string& out, T number) {
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    out += static_cast<char>(static_cast<unsigned char>(number >> (8 * i)));
  }
}

template <typename T>
T number_at(std::string_view bytes, std::size_t at) {
  T number = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    number |= static_cast<T>(T{static_cast<unsigned char>(bytes[at + i])} << (8 * i));
  }
  return number;
}

void append_varint(std::string& out, std::int32_t n) {
  std::uint32_t rest = (static_cast<std::uint32_t>(n) << 1U) ^ (n < 0 ? ~0U : 0U);
  while (rest >= 0x80U) {
    out += static_cast<char>(static_cast<unsigned char>(rest | 0x80U));
    rest >>= 7U;
  }
  out += static_cast<char>(static_cast<unsigned char>(rest));
}

template <typename Numbers>
void append_varints(std::string& out, const Numbers& numbers) {
  for (const auto n : numbers) {
    append_varint(out, n);
  }
}
template <typename Numbers>
void append_words(std::string& out, const Numbers& numbers) {
  for (const auto n : numbers) {
    append(out, static_cast<std::uint32_t>(n));
  }
}

/// The mean of a feature's weights over the king squares.
std::array<std::int32_t, hidden_size> mean_row(const Network& network, std::size_t feature) {
  std::array<std::int32_t, hidden_size> mean{};
  for (const auto& rows : network.weights) {
    for (std::size_t i = 0; i < hidden_size; ++i) {
      mean[i] += rows[feature][i];
    }
  }
  for (std::int32_t& n : mean) {
    n /= static_cast<std::int32_t>(king_square_count);
  }
  return mean;
}

/// The numbers of a file.
std::string numbers_of(const Network& network) {
  std::string out;
  append_varints(out, network.bias);
  std::vector<std::array<std::int32_t, hidden_size>> means;
  for (std::size_t f = 0; f < feature_count; ++f) {
    means.push_back(mean_row(network, f));
    append_varints(out, means.back());
  }
  for (const auto& rows : network.weights) {
    for (std::size_t f = 0; f < feature_count; ++f) {
      for (std::size_t i = 0; i < hidden_size; ++i) {
        append_varint(out, rows[f][i] - means[f][i]);
      }
    }
  }
  for (const Layers& layers : network.layers) {
    append_varints(out, layers.direct);
    for (const auto& row : layers.first) {
      append_varints(out, row);
    }
    append_words(out, layers.first_bias);
    for (const auto& row : layers.second) {
      append_varints(out, row);
    }
    append_words(out, layers.second_bias);
    append_varints(out, layers.output);
    append_words(out, std::array{layers.output_bias});
  }
  append_words(out, network.terms_share);
  return out;
}

/// Reads from the front of bytes; after a failure every answer is zero and `failed` is true.
class Reader {
public:
  explicit Reader(std::string_view bytes) : m_rest{bytes} {}

  [[nodiscard]] bool failed() const noexcept { return m_failed; }
  [[nodiscard]] bool at_end() const noexcept { return m_rest.empty(); }

  /// The shortest form only, at most three bytes.
  std::int32_t varint() {
    std::uint32_t number = 0;
    for (unsigned shift = 0; shift <= 14; shift += 7) {
      const unsigned byte = next();
      number |= (byte & 0x7FU) << shift;
      if (byte < 0x80U) {
        m_failed = m_failed || (byte == 0 && shift > 0);
        return static_cast<std::int32_t>((number >> 1U) ^ (0U - (number & 1U)));
      }
    }
    m_failed = true;
    return 0;
  }
  /// `base` and a varint, which make at most 16 bits.
  std::int16_t weight(std::int32_t base = 0) {
    const std::int32_t n = base + varint();
    m_failed = m_failed || n != static_cast<std::int16_t>(n);
    return static_cast<std::int16_t>(n);
  }
  /// A weight for each of `base`. 982 of 1,000 numbers have one byte, so eight are looked at
  /// together: the library's network is read in 2.2 ms in place of 8.5, of the 42 that an engine
  /// starts in.
  void weights(Row& row, const Row& base) {
    static_assert(hidden_size % 8 == 0);
    for (std::size_t i = 0; i < row.size();) {
      if (m_rest.size() >= 8 &&
          (number_at<std::uint64_t>(m_rest, 0) & 0x8080'8080'8080'8080U) == 0 && i % 8 == 0) {
        eight_weights(&row[i], &base[i]);
        i += 8;
      } else {
        row[i] = weight(base[i]);
        ++i;
      }
    }
  }
  std::int32_t number() {
    std::uint32_t n = 0;
    for (unsigned shift = 0; shift < 32; shift += 8) {
      n |= next() << shift;
    }
    return std::bit_cast<std::int32_t>(n);
  }

private:
  void eight_weights(std::int16_t* row, const std::int16_t* base) {
    int wrong = 0;
    for (std::size_t i = 0; i < 8; ++i) {
      const int byte = static_cast<unsigned char>(m_rest[i]);
      const int n = base[i] + ((byte >> 1) ^ -(byte & 1));
      row[i] = static_cast<std::int16_t>(n);
      wrong |= n ^ row[i];
    }
    m_failed = m_failed || wrong != 0;
    m_rest.remove_prefix(8);
  }
  unsigned next() {
    if (m_rest.empty()) {
      m_failed = true;
      return 0;
    }
    const auto byte = static_cast<unsigned char>(m_rest.front());
    m_rest.remove_prefix(1);
    return byte;
  }

  std::string_view m_rest;
  bool m_failed = false;
};

void read_numbers(Reader& reader, Network& network) {
  const auto weights = [&reader](auto& row) {
    std::generate(row.begin(), row.end(), [&reader] { return reader.weight(); });
  };
  const auto words = [&reader](auto& row) {
    std::generate(row.begin(), row.end(), [&reader] { return reader.number(); });
  };
  weights(network.bias);
  const auto means = std::make_unique<FeatureRows>();
  std::for_each_n(means->begin(), feature_count, weights);
  for (auto& rows : network.weights) {
    for (std::size_t f = 0; f < feature_count; ++f) {
      reader.weights(rows[f], (*means)[f]);
    }
  }
  for (Layers& layers : network.layers) {
    weights(layers.direct);
    std::for_each(layers.first.begin(), layers.first.end(), weights);
    words(layers.first_bias);
    std::for_each(layers.second.begin(), layers.second.end(), weights);
    words(layers.second_bias);
    weights(layers.output);
    layers.output_bias = reader.number();
  }
  words(network.terms_share);
}

std::string invalid(const std::string& fault) {
  return localized("this network cannot be used: {}. Train or pack it again.", fault);
}

/// What is wrong with the file before its numbers are read; empty: nothing.
std::string fault_of(std::string_view bytes) {
  constexpr std::size_t name_size = magic.size() - 1;
  if (!bytes.starts_with(magic.substr(0, name_size))) {
    return localized("this is no network. Name a file of weights (.xqnet).");
  }
  if (bytes.size() > name_size && bytes[name_size] != magic.back()) {
    return localized(
        "this network file has version {}; only version {} can be read. Pack the network again.",
        static_cast<unsigned char>(bytes[name_size]), static_cast<unsigned char>(magic.back()));
  }
  if (bytes.size() < header_size + hash_size || bytes.size() > largest_file ||
      number_at<std::uint64_t>(bytes, bytes.size() - hash_size) !=
          content_hash(bytes.substr(0, bytes.size() - hash_size))) {
    return localized("this network is damaged or not complete. Copy it again.");
  }
  if (const auto hidden = number_at<std::uint32_t>(bytes, magic.size()); hidden != hidden_size) {
    return localized("this network has {} hidden units; only {} can be read. Train it again.",
                     hidden, hidden_size);
  }
  return {};
}

} // namespace

Expected<std::string, std::string> write_network(const Network& network) {
  if (std::string fault = fault_of(network); !fault.empty()) {
    return Unexpected{std::move(fault)};
  }
  std::string out{magic};
  append(out, static_cast<std::uint32_t>(hidden_size));
  append(out, static_cast<std::uint32_t>(network.scale));
  out += deflate_huffman_only(numbers_of(network));
  append(out, content_hash(out));
  if (out.size() > largest_file) {
    return Unexpected{
        localized("the file would have {} bytes, more than {}", out.size(), largest_file)};
  }
  return out;
}

Expected<std::shared_ptr<const Network>, std::string> read_network(std::string_view bytes) {
  if (std::string fault = fault_of(bytes); !fault.empty()) {
    return Unexpected{std::move(fault)};
  }
  auto network = std::make_shared<Network>();
  network->scale = std::bit_cast<std::int32_t>(number_at<std::uint32_t>(bytes, magic.size() + 4));
  bytes.remove_prefix(header_size);
  bytes.remove_suffix(hash_size);
  const auto numbers = inflate(bytes, largest_unpacked);
  if (!numbers) {
    return Unexpected{invalid(numbers.error().message)};
  }
  Reader reader{*numbers};
  read_numbers(reader, *network);
  if (reader.failed() || !reader.at_end()) {
    return Unexpected{invalid(localized("the numbers do not end where they should"))};
  }
  if (const std::string fault = fault_of(*network); !fault.empty()) {
    return Unexpected{invalid(fault)};
  }
  return std::shared_ptr<const Network>{std::move(network)};
}

} // namespace xq::engine::network

namespace xq::engine {

std::shared_ptr<const Network> load_network(const std::string& path) {
  auto network = network::read_network(read_beginning(path, network::largest_file + 1));
  if (!network) {
    throw FileError{fmt::format("{}: {}", path, network.error())};
  }
  return std::move(network).operator*();
}

} // namespace xq::engine
