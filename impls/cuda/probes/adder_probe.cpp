// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/probes/adder_probe.hpp"

#include <cmath>
#include <initializer_list>
#include <stdexcept>

#include "impls/arithmetic/adder.hpp"
#include "reference/model/case/random.hpp"

namespace assay::probes {
namespace {

constexpr int largest_exponent = 4;     // of the term that the others are aligned to
constexpr int smallest_exponent = -28;  // a product of two normal fp16 numbers
constexpr std::size_t width = 16;

struct Term {
  std::size_t at;
  double value;
};

/// A product of that value: a power of two, or three halves of one, split over two factors.
void put(Dot& dot, const Term& term) {
  const int exponent = std::ilogb(term.value);
  const int half = exponent / 2;
  dot.a[term.at] = std::ldexp(1.0, half);
  dot.b[term.at] = std::ldexp(term.value, -half);
}

Dot dot_of(float addend, std::initializer_list<Term> terms) {
  Dot dot;
  dot.c = addend;
  for (const Term& term : terms) put(dot, term);
  return dot;
}

/// One machine, one format of factors.
class Asking {
 public:
  Asking(Machine& machine, const FloatFormat& factors) : machine_(machine), factors_(factors) {}

  Adder adder() {
    Adder found;
    found.terms = terms();
    found.fraction_bits = fraction_bits();
    found.stored_bits = stored_bits();
    found.alignment = alignment(found.fraction_bits);
    found.result = result(found.stored_bits);
    found.subnormal_factor = subnormal_factor(found.fraction_bits);
    const float tiny = std::ldexp(1.0f, -140);
    found.keeps_subnormal_addends = one(dot_of(tiny, {})) == tiny;
    ask_at_random(found);
    return found;
  }

 private:
  float one(const Dot& dot) { return machine_.dots(factors_, {&dot, 1}).front(); }

  /// A term too small for the alignment beside a large pair that cancels: it is lost where it stands in their block.
  int terms() {
    std::vector<Dot> questions;
    for (std::size_t k = 2; k < width; ++k) questions.push_back(beside_pair(k));
    const std::vector<float> answers = machine_.dots(factors_, questions);
    std::size_t lost = 0;
    while (lost < answers.size() && answers[lost] == 0) ++lost;
    for (std::size_t k = lost; k < answers.size(); ++k)
      if (answers[k] == 0) return 0;  // no block of neighbours
    return lost == 0 ? 0 : static_cast<int>(lost + 2);
  }

  static Dot beside_pair(std::size_t k) {
    return dot_of(0, {{0, large_}, {1, -large_}, {k, std::ldexp(1.0, smallest_exponent)}});
  }

  /// What is left of a term between a large one and its negative.
  float left_of(double term) { return one(dot_of(0, {{0, large_}, {1, term}, {2, -large_}})); }

  int fraction_bits() {
    int bits = 0;
    while (bits < largest_exponent - smallest_exponent &&
           left_of(std::ldexp(large_, -bits - 1)) == std::ldexp(large_, -bits - 1))
      ++bits;
    return bits;
  }

  Shortening alignment(int bits) {
    const double unit = std::ldexp(large_, -bits);
    if (unit < std::ldexp(1.0, smallest_exponent + 2)) return Shortening::Other;
    return shortening(left_of(1.5 * unit) / unit, left_of(0.75 * unit) / unit, left_of(-0.75 * unit) / unit);
  }

  /// From what became of 1.5, 0.75 and -0.75 units.
  static Shortening shortening(double most, double less, double negative) {
    if (most == 1 && less == 0 && negative == 0) return Shortening::Truncates;
    if (most == 1 && less == 0 && negative == -1) return Shortening::Floors;
    if (most == 2 && less == 1 && negative == -1) return Shortening::ToNearest;
    return Shortening::Other;
  }

  int stored_bits() {
    int bits = 0;
    while (bits < -smallest_exponent && one(dot_of(0, {{0, 1}, {1, std::ldexp(1.0, -bits - 1)}})) != 1) ++bits;
    return bits;
  }

  /// 1 and one and a half units of its last place, both signs. An adder that aligns to as many bits never gets there.
  Shortening result(int bits) {
    const double unit = std::ldexp(1.0, -bits), half = unit / 2;
    const double up = (one(dot_of(0, {{0, 1}, {1, unit}, {2, half}})) - 1.0) / unit;
    const double down = (one(dot_of(0, {{0, -1}, {1, -unit}, {2, -half}})) + 1.0) / unit;
    if (up == 1 && down == -1) return Shortening::Truncates;
    if (up == 1 && down == -2) return Shortening::Floors;
    if (up == 2 && down == -2) return Shortening::ToNearest;
    return Shortening::Other;
  }

  /// A pair of subnormals times a large number that cancels, and a term between the units of the two readings.
  SubnormalFactor subnormal_factor(int bits) {
    const int scale = factors_.exponent_min() < -100 ? 100 : 14;
    const double subnormal = std::ldexp(1.0, factors_.exponent_min() - factors_.mantissa_bits);
    Dot alone;
    alone.a[0] = subnormal;
    alone.b[0] = std::ldexp(1.0, scale);
    if (one(alone) == 0) return SubnormalFactor::Zero;
    const double term = std::ldexp(1.0, factors_.exponent_min() + scale - bits - 3);
    Dot dot = alone;
    dot.a[2] = -subnormal;
    dot.b[2] = alone.b[0];
    put(dot, {1, term});
    const float left = one(dot);
    return left == 0      ? SubnormalFactor::SmallestNormalExponent
           : left == term ? SubnormalFactor::OwnExponent
                          : SubnormalFactor::Other;
  }

  /// The proof of it all: other dots, bit for bit.
  void ask_at_random(Adder& found) {
    const RandomStream random(2026, 1);
    std::vector<Dot> questions(4096);
    std::uint64_t n = 0;
    for (Dot& dot : questions) {
      const auto spread = static_cast<int>(random.below(n++, 12));
      const auto draw = [&] {
        const int exponent = static_cast<int>(random.below(n++, 2 * spread + 1)) - spread;
        return std::ldexp(random.normal(n++), exponent / 2);
      };
      for (std::size_t k = 0; k < width; ++k) {
        dot.a[k] = round_to(factors_, draw());
        dot.b[k] = round_to(factors_, draw());
      }
      dot.c = static_cast<float>(draw() * draw());
    }
    const std::vector<float> answers = machine_.dots(factors_, questions);
    found.random_dots = static_cast<std::int64_t>(questions.size());
    for (std::size_t k = 0; k < questions.size(); ++k)
      found.equal_to_bit += answers[k] == modelled(found, questions[k]);
  }

  float modelled(const Adder& adder, const Dot& dot) const {
    Accumulator model;
    model.kind = adder.terms > 0 ? Accumulator::Kind::TensorCore : Accumulator::Kind::Chain;
    model.format = dtype("fp32");
    model.fused = true;
    model.terms = adder.terms;
    model.fraction_bits = adder.fraction_bits;
    model.stored_bits = adder.stored_bits;
    std::array<impls::Factors, width> terms;
    for (std::size_t k = 0; k < width; ++k) terms[k] = {dot.a[k], dot.b[k]};
    return static_cast<float>(impls::accumulate(model, dot.c, terms, factors_, false));
  }

  static constexpr double large_ = 1 << largest_exponent;
  Machine& machine_;
  FloatFormat factors_;
};

const char* text_of(Shortening shortening) {
  constexpr const char* texts[] = {"truncates", "floors", "to nearest", "none of truncation, floor, nearest"};
  return texts[static_cast<int>(shortening)];
}

const char* text_of(SubnormalFactor factor) {
  constexpr const char* texts[] = {"aligned by the smallest normal exponent", "aligned by its own exponent",
                                   "taken for zero", "aligned in some other way"};
  return texts[static_cast<int>(factor)];
}

Finding number(const char* what, int assumed, int found) {
  return {what, std::to_string(assumed), std::to_string(found), assumed == found};
}

}  // namespace

Adder probe_adder(Machine& machine, const FloatFormat& factors) { return Asking(machine, factors).adder(); }

Accumulator published_adder(int capability_major) {
  if (capability_major < 8) throw std::out_of_range("mma.m16n8k16 takes compute capability 8.0");
  Accumulator adder;
  adder.kind = Accumulator::Kind::TensorCore;
  adder.format = dtype("fp32");
  adder.terms = capability_major >= 9 ? 16 : 8;
  adder.fraction_bits = capability_major >= 9 ? 25 : 24;
  adder.stored_bits = 23;
  return adder;
}

std::vector<Finding> compare(const Adder& adder, const Accumulator& published) {
  const std::string all = std::to_string(adder.random_dots);
  return {
      number("products aligned together", published.terms, adder.terms),
      number("fraction bits of the alignment", published.fraction_bits, adder.fraction_bits),
      number("stored bits of the result", published.stored_bits, adder.stored_bits),
      {"alignment", text_of(Shortening::Truncates), text_of(adder.alignment), adder.alignment == Shortening::Truncates},
      {"result", text_of(Shortening::Truncates), text_of(adder.result), adder.result == Shortening::Truncates},
      // The bound takes the smallest normal exponent, the coarsest of them.
      {"subnormal factor", text_of(SubnormalFactor::SmallestNormalExponent), text_of(adder.subnormal_factor),
       adder.subnormal_factor != SubnormalFactor::Other},
      {"subnormal addend", "kept", adder.keeps_subnormal_addends ? "kept" : "flushed", adder.keeps_subnormal_addends},
      {"random dots equal to the model bit for bit", all + " of " + all,
       std::to_string(adder.equal_to_bit) + " of " + all, adder.equal_to_bit == adder.random_dots},
  };
}

}  // namespace assay::probes
