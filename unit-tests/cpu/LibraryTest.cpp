// LibraryTest - libdevice's functions by the host's libm.
//
// Special values and rounding modes, where CUDA says something that libm does
// not. Expected values are CUDA's documented ones.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "gtest/gtest.h"

#include <bit>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <sys/mman.h>

#define DEVICE(RESULT, NAME) extern "C" RESULT __racemap_device_##NAME
#define CALL(NAME) __racemap_device_##NAME

DEVICE(int, __nv_float2int_rz)(float);
DEVICE(int, __nv_double2int_rz)(double);
DEVICE(unsigned, __nv_float2uint_rn)(float);
DEVICE(long long, __nv_float2ll_rd)(float);
DEVICE(unsigned long long, __nv_double2ull_ru)(double);
DEVICE(float, __nv_ll2float_rz)(long long);
DEVICE(float, __nv_ll2float_ru)(long long);
DEVICE(float, __nv_fadd_ru)(float, float);
DEVICE(float, __nv_fadd_rd)(float, float);
DEVICE(float, __nv_fsqrt_ru)(float);
DEVICE(float, __nv_fsqrt_rd)(float);
DEVICE(double, __nv_fma_ru)(double, double, double);
DEVICE(double, __nv_fma_rd)(double, double, double);
DEVICE(float, __nv_saturatef)(float);
DEVICE(double, __nv_sinpi)(double);
DEVICE(double, __nv_cospi)(double);
DEVICE(double, __nv_erfinv)(double);
DEVICE(double, __nv_erfcinv)(double);
DEVICE(double, __nv_erfcx)(double);
DEVICE(double, __nv_normcdf)(double);
DEVICE(double, __nv_normcdfinv)(double);
DEVICE(double, __nv_cyl_bessel_i0)(double);
DEVICE(double, __nv_rnorm3d)(double, double, double);
DEVICE(float, __nv_fast_fdividef)(float, float);
DEVICE(unsigned, __nv_byte_perm)(unsigned, unsigned, unsigned);
DEVICE(int, __nv_mul24)(int, int);
DEVICE(int, __nv_hadd)(int, int);
DEVICE(unsigned, __nv_sad)(int, int, unsigned);
DEVICE(unsigned short, __nv_float2half_rn)(float);
DEVICE(__bf16, __truncsfbf2)(float);
DEVICE(__bf16, __truncdfbf2)(double);
DEVICE(int, vprintf)(const char *, const void *);

namespace {

TEST(Library, ConversionsSaturate) {
  EXPECT_EQ(CALL(__nv_float2int_rz)(3e9f), INT_MAX);
  EXPECT_EQ(CALL(__nv_float2int_rz)(-3e9f), INT_MIN);
  EXPECT_EQ(CALL(__nv_float2int_rz)(-1.75f), -1);
  EXPECT_EQ(CALL(__nv_float2uint_rn)(-1.0f), 0u);
  EXPECT_EQ(CALL(__nv_float2uint_rn)(2.5f), 2u);
  EXPECT_EQ(CALL(__nv_float2ll_rd)(-1.25f), -2);
  EXPECT_EQ(CALL(__nv_double2ull_ru)(1e300), ULLONG_MAX);
}

TEST(Library, NansConvertAsPtxSays) {
  EXPECT_EQ(CALL(__nv_float2int_rz)(NAN), 0);
  EXPECT_EQ(CALL(__nv_double2int_rz)(NAN), INT_MIN);
  EXPECT_EQ(CALL(__nv_float2ll_rd)(NAN), LLONG_MIN);
  EXPECT_EQ(CALL(__nv_double2ull_ru)(NAN), 1ull << 63);
}

float fromBits(uint32_t Bits) { return std::bit_cast<float>(Bits); }

// Not every host has an instruction for it, and there is no other test on those
// that do.
TEST(Library, NarrowsToTheNearestBfloat16) {
  auto Narrow = [](float X) {
    return fromBits(uint32_t(std::bit_cast<uint16_t>(CALL(__truncsfbf2)(X)))
                    << 16);
  };
  auto NarrowDouble = [](double X) {
    return fromBits(uint32_t(std::bit_cast<uint16_t>(CALL(__truncdfbf2)(X)))
                    << 16);
  };
  for (uint32_t Upper : {0x0000, 0x0001, 0x0080, 0x3f80, 0x3f81, 0x7f7e, 0x8000,
                         0xbf80, 0xbf81, 0xff7e})
    for (uint32_t Lower : {0, 1, 0x7fff, 0x8000, 0x8001, 0xffff}) {
      float X = fromBits(Upper << 16 | Lower);
      float Inner = fromBits(Upper << 16), Outer = fromBits((Upper + 1) << 16);
      double In = std::fabs(double(X) - Inner),
             Out = std::fabs(double(Outer) - X);
      bool IsInner = In < Out || (In == Out && Upper % 2 == 0);
      EXPECT_EQ(Narrow(X), IsInner ? Inner : Outer)
          << std::hex << Upper << Lower;
      EXPECT_EQ(NarrowDouble(X), Narrow(X));
    }
  EXPECT_EQ(Narrow(INFINITY), INFINITY);
  EXPECT_EQ(Narrow(fromBits(0x7f7fffff)), INFINITY);
  EXPECT_TRUE(std::isnan(Narrow(fromBits(0x7f800001))));
  EXPECT_TRUE(std::isnan(NarrowDouble(NAN)));
  // Rounded to a float first, both were ties.
  EXPECT_EQ(NarrowDouble(1 + 0x1p-8 + 0x1p-40), 1 + 0x1p-7f);
  EXPECT_EQ(NarrowDouble(1 + 0x3p-8 - 0x1p-40), 1 + 0x1p-7f);
  EXPECT_EQ(NarrowDouble(1e300), INFINITY);
}

TEST(Library, RoundsInTheModeThatIsAskedFor) {
  float Down = CALL(__nv_fadd_rd)(1.0f, 1e-10f);
  float Up = CALL(__nv_fadd_ru)(1.0f, 1e-10f);
  EXPECT_EQ(Down, 1.0f);
  EXPECT_EQ(Up, std::nextafter(1.0f, 2.0f));
  EXPECT_LT(CALL(__nv_fsqrt_rd)(2.0f), CALL(__nv_fsqrt_ru)(2.0f));
  EXPECT_LT(CALL(__nv_fma_rd)(1 / 3.0, 3, 1e-30),
            CALL(__nv_fma_ru)(1 / 3.0, 3, 1e-30));
  EXPECT_EQ(CALL(__nv_ll2float_rz)(16777217), 16777216.0f);
  EXPECT_EQ(CALL(__nv_ll2float_ru)(16777217), 16777218.0f);
  EXPECT_EQ(1.0f + 1e-10f, 1.0f) << "the mode is restored";
}

TEST(Library, MultiplesOfPiAreExact) {
  EXPECT_EQ(CALL(__nv_sinpi)(1.0), 0.0);
  EXPECT_EQ(CALL(__nv_sinpi)(0.5), 1.0);
  EXPECT_EQ(CALL(__nv_sinpi)(-1.5), 1.0);
  EXPECT_EQ(CALL(__nv_cospi)(0.5), 0.0);
  EXPECT_EQ(CALL(__nv_cospi)(1e15 + 1), -1.0);
  EXPECT_TRUE(std::isnan(CALL(__nv_sinpi)(INFINITY)));
  EXPECT_NEAR(CALL(__nv_sinpi)(0.3), 0.80901699437494742, 1e-15);
}

TEST(Library, InversesInvert) {
  for (double X : {1e-300, 1e-10, 0.1, 0.5, 0.7, 0.999999})
    EXPECT_NEAR(std::erf(CALL(__nv_erfinv)(X)) / X, 1, 1e-14) << X;
  for (double Y : {1e-300, 1e-10, 0.1, 0.5, 0.9, 1.3, 1.9999})
    EXPECT_NEAR(std::erfc(CALL(__nv_erfcinv)(Y)) / Y, 1, 1e-12) << Y;
  for (double P : {1e-200, 0.01, 0.5, 0.975})
    EXPECT_NEAR(CALL(__nv_normcdf)(CALL(__nv_normcdfinv)(P)) / P, 1, 1e-12);
  EXPECT_EQ(CALL(__nv_erfinv)(1), INFINITY);
  EXPECT_EQ(CALL(__nv_erfcinv)(2), -INFINITY);
  EXPECT_TRUE(std::isnan(CALL(__nv_erfinv)(1.5)));
  EXPECT_NEAR(CALL(__nv_normcdfinv)(0.975), 1.959963984540054, 1e-14);
}

TEST(Library, ScaledErrorFunction) {
  EXPECT_NEAR(CALL(__nv_erfcx)(0), 1, 1e-15);
  EXPECT_NEAR(CALL(__nv_erfcx)(10), 0.056140992743822586, 1e-16);
  EXPECT_NEAR(CALL(__nv_erfcx)(49.999) / CALL(__nv_erfcx)(50.001),
              50.001 / 49.999, 1e-6);
  EXPECT_EQ(CALL(__nv_erfcx)(-40), INFINITY);
}

TEST(Library, OtherFunctions) {
  EXPECT_NEAR(CALL(__nv_cyl_bessel_i0)(-1), 1.2660658777520084, 1e-14);
  EXPECT_EQ(CALL(__nv_rnorm3d)(2, 3, 6), 1 / 7.0);
  EXPECT_EQ(CALL(__nv_rnorm3d)(NAN, INFINITY, 1), 0);
  EXPECT_EQ(CALL(__nv_saturatef)(NAN), 0);
  EXPECT_EQ(CALL(__nv_saturatef)(2), 1);
  EXPECT_EQ(CALL(__nv_fast_fdividef)(1, 0x1p127f), 0);
  EXPECT_EQ(CALL(__nv_float2half_rn)(1.0f), 0x3c00);
}

TEST(Library, Integers) {
  EXPECT_EQ(CALL(__nv_byte_perm)(0x33221100, 0x77665544, 0x7410), 0x77441100u);
  EXPECT_EQ(CALL(__nv_byte_perm)(0x00008000, 0, 0x9999), 0xffffffffu);
  EXPECT_EQ(CALL(__nv_mul24)(-2, 3), -6);
  EXPECT_EQ(CALL(__nv_hadd)(INT_MAX, INT_MAX), INT_MAX);
  EXPECT_EQ(CALL(__nv_sad)(INT_MIN, INT_MAX, 1), 0u);
}

TEST(Library, PrintTakesArgumentsAtTheirAlignment) {
  struct {
    int I;
    long long L;
    const char *S;
    double D;
    int C;
    int Width;
    unsigned U;
    void *P;
  } Arguments = {-1, 1ll << 40, "text", 2.5, 'c', 6, 255, nullptr};
  testing::internal::CaptureStdout();
  int Taken = CALL(vprintf)("%d %lld %s %.2f %c %*x %p 100%%\n", &Arguments);
  std::fflush(stdout);
  EXPECT_EQ(testing::internal::GetCapturedStdout(),
            "-1 1099511627776 text 2.50 c     ff (nil) 100%\n");
  EXPECT_EQ(Taken, 8);
}

// A text without an end, of which the precision is all that may be read.
TEST(Library, PrintReadsNoMoreThanThePrecision) {
  auto Page = static_cast<char *>(mmap(nullptr, 8192, PROT_READ | PROT_WRITE,
                                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(Page, MAP_FAILED);
  ASSERT_EQ(mprotect(Page + 4096, 4096, PROT_NONE), 0);
  struct {
    const char *First;
    int Precision;
    const char *Second;
    long long Last;
  } Arguments = {Page + 4093, 2, Page + 4094, 7};
  std::memcpy(Page + 4093, "xyz", 3);
  testing::internal::CaptureStdout();
  int Taken = CALL(vprintf)("%.3s %-4.*s|%lld\n", &Arguments);
  std::fflush(stdout);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "xyz yz  |7\n");
  EXPECT_EQ(Taken, 4);
  munmap(Page, 8192);
}

} // namespace
