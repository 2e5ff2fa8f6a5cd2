// OpenCC's SimpleConverter for xq.exe: the rules of OpenCC, with its dictionaries in the program
// instead of in files beside it. The two configurations that libxq uses are here in C++.
#include "ConversionChain.hpp"
#include "Converter.hpp"
#include "DictGroup.hpp"
#include "Lexicon.hpp"
#include "MaxMatchSegmentation.hpp"
#include "SimpleConverter.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <unordered_map>

// XQ_OPENCC_DICTIONARIES is a folder of text files: a line for each key, a tab, its first value.
#define XQ_DICTIONARY(name)                                                                        \
  __asm__(".section .rdata,\"dr\"\n"                                                               \
          "xq_opencc_" #name ":\n"                                                                 \
          ".incbin \"" XQ_OPENCC_DICTIONARIES "/" #name ".txt\"\n"                                 \
          "xq_opencc_" #name "_end:\n"                                                             \
          ".text\n");                                                                              \
  extern const char name##_begin[] __asm__("xq_opencc_" #name);                                    \
  extern const char name##_end[] __asm__("xq_opencc_" #name "_end");                               \
  static const std::string_view name {                                                             \
    name##_begin, static_cast<std::size_t>(name##_end - name##_begin)                              \
  }
XQ_DICTIONARY(STPhrases);
XQ_DICTIONARY(STCharacters);
XQ_DICTIONARY(TSPhrases);
XQ_DICTIONARY(TSCharacters);
XQ_DICTIONARY(TWVariants);

namespace opencc {
namespace {

/// Keys in a hash table, with the lengths that keys of the same first character have: OpenCC's
/// TextDict looks each length up by bisection, which is ten times slower.
class EmbeddedDict : public Dict {
public:
  explicit EmbeddedDict(std::string_view text) : m_lexicon{new Lexicon} {
    while (!text.empty()) {
      const auto line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(line.size() + 1, text.size()));
      const auto tab = line.find('\t');
      if (tab == line.npos || tab == 0) {
        throw std::runtime_error("a dictionary of OpenCC in xq.exe is damaged");
      }
      add(line.substr(0, tab), std::string{line.substr(tab + 1)});
    }
    for (auto& [first, lengths] : m_lengths) {
      std::sort(lengths.rbegin(), lengths.rend());
      lengths.erase(std::unique(lengths.begin(), lengths.end()), lengths.end());
    }
  }

  Optional<const DictEntry*> Match(const char* word, size_t length) const override {
    const auto found = m_entries.find({word, length});
    return found == m_entries.end() ? Optional<const DictEntry*>::Null()
                                    : Optional<const DictEntry*>(found->second);
  }

  Optional<const DictEntry*> MatchPrefix(const char* word, size_t length) const override {
    const auto all = std::string_view{word, strnlen(word, std::min(length, m_longest))};
    const auto lengths = m_lengths.find(first_character(all));
    if (!all.empty() && lengths != m_lengths.end()) {
      for (const auto candidate : lengths->second) {
        const auto found =
            candidate <= all.size() ? m_entries.find(all.substr(0, candidate)) : m_entries.end();
        if (found != m_entries.end()) {
          return Optional<const DictEntry*>(found->second);
        }
      }
    }
    return Optional<const DictEntry*>::Null();
  }

  size_t KeyMaxLength() const override { return m_longest; }
  LexiconPtr GetLexicon() const override { return m_lexicon; }

private:
  static std::string_view first_character(std::string_view text) {
    return text.empty() ? text : text.substr(0, UTF8Util::NextCharLength(text.data()));
  }

  void add(std::string_view key, std::string value) {
    m_lexicon->Add(DictEntryFactory::New(std::string{key}, std::move(value)));
    m_entries.emplace(key, m_lexicon->At(m_lexicon->Length() - 1));
    m_lengths[first_character(key)].push_back(key.size());
    m_longest = std::max(m_longest, key.size());
  }

  LexiconPtr m_lexicon;
  std::unordered_map<std::string_view, const DictEntry*> m_entries;    ///< keys within the program
  std::unordered_map<std::string_view, std::vector<size_t>> m_lengths; ///< longest first
  size_t m_longest = 0;
};

DictPtr group(std::list<DictPtr> dicts) { return std::make_shared<DictGroup>(std::move(dicts)); }

ConverterPtr make(const char* name, const DictPtr& phrases, std::list<DictPtr> steps) {
  std::list<ConversionPtr> conversions;
  for (const auto& step : steps) {
    conversions.push_back(std::make_shared<Conversion>(step));
  }
  return std::make_shared<Converter>(name, std::make_shared<MaxMatchSegmentation>(phrases),
                                     std::make_shared<ConversionChain>(std::move(conversions)));
}

DictPtr load(std::string_view text) { return std::make_shared<EmbeddedDict>(text); }

ConverterPtr make(const std::string& configuration) {
  if (configuration == "s2tw.json") {
    const auto phrases = load(STPhrases);
    return make("s2tw", phrases, {group({phrases, load(STCharacters)}), load(TWVariants)});
  }
  if (configuration == "t2s.json") {
    const auto phrases = load(TSPhrases);
    return make("t2s", phrases, {group({phrases, load(TSCharacters)})});
  }
  throw std::runtime_error(configuration + " is not in xq.exe");
}

const Converter& converter(const void* data) { return **static_cast<const ConverterPtr*>(data); }

} // namespace

SimpleConverter::SimpleConverter(const std::string& configuration)
    : internalData{new ConverterPtr{make(configuration)}} {}

SimpleConverter::~SimpleConverter() { delete static_cast<const ConverterPtr*>(internalData); }

std::string SimpleConverter::Convert(const char* input, size_t length) const {
  try {
    return converter(internalData).Convert(std::string{input, strnlen(input, length)});
  } catch (const Exception& e) {
    throw std::runtime_error(e.what());
  }
}

} // namespace opencc
