#include "kernels/exponential.hpp"

namespace attention_scale::simd {

// The constants are in a file of their own, so that compilers do not know their values in a loop:
// V8 rebuilds a constant vector in every round of a loop, from several instructions, but keeps one
// that was loaded before the loop in a register.
//
// lowest: exp(lowest) is below half the smallest number. shift: 1½·2^digits, which puts the units
// of a sum into its lowest bit, plus the bias of an exponent, plus 64. ln2_high has so few bits
// that its product with n is exact. polynomial: (exp(r) − 1 − r)/r² at the Chebyshev points of |r|
// ≤ 1.002·½ ln 2 (mpmath's chebyfit); the relative error of 1 + r + r²·p(r) is 2^−26.5 in single
// and 2^−61.9 in double precision.

template <>
const ExponentialConstants<float> ExponentialConstants<float>::kConstants = {
    .lowest = -104.0F,
    .log2_e = 1.44269502F,
    .shift = 0x1.8p23F + 127 + 64,
    .ln2_high = 0.693359375F,
    .ln2_low = -2.12194440e-4F,
    .lowered = 0x1p-64F,
    .polynomial = {0.5F, 0.16666576F, 0.041666552F, 0.008363293F, 0.0013926326F}};

template <>
const ExponentialConstants<double> ExponentialConstants<double>::kConstants = {
    .lowest = -746.0,
    .log2_e = 1.4426950408889634,
    .shift = 0x1.8p52 + 1023 + 64,
    .ln2_high = 6.93147180369123816490e-01,
    .ln2_low = 1.90821492927058770002e-10,
    .lowered = 0x1p-64,
    .polynomial = {0.5, 0.1666666666666667, 0.04166666666666667, 0.008333333333326025,
                   0.001388888888888367, 0.00019841269875205077, 2.4801587325822283e-05,
                   2.75572549134867e-06, 2.7557273295539724e-07, 2.5105419192016337e-08,
                   2.091483135138041e-09}};

}  // namespace attention_scale::simd
