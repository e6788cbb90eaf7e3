// Places of threads that wait for one barrier: one, or several.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/WaitingPlaces.h"

#include <gtest/gtest.h>
#include <initializer_list>
#include <string>

namespace racemap::cpu {
namespace {

bool differ(std::initializer_list<const char *> Places) {
  WaitingPlaces All;
  for (const char *Place : Places)
    All.add(Place);
  return All.differ();
}

TEST(WaitingPlaces, DifferIfTheSourceHasThemInDifferentPlaces) {
  EXPECT_FALSE(differ({}));
  EXPECT_FALSE(differ({"a.cu:1:3", "a.cu:1:3"}));
  EXPECT_TRUE(differ({"a.cu:1:3", "a.cu:2:3"}));
  EXPECT_TRUE(differ({"a.cu:1:3", "a.cu:1:9"}));
  EXPECT_TRUE(differ({"a.cu:1:3", "a.cu:2:3", "a.cu:2:3"}));
}

TEST(WaitingPlaces, AreComparedByTheirText) {
  std::string Copy = "a.cu:1:3";
  EXPECT_FALSE(differ({"a.cu:1:3", Copy.c_str(), "a.cu:1:3"}));
}

TEST(WaitingPlaces, DoNotDifferIfTheyAreNotKnown) {
  EXPECT_FALSE(differ({nullptr, "a.cu:1:3", nullptr}));
  EXPECT_TRUE(differ({"a.cu:1:3", nullptr, "a.cu:2:3"}));
}

} // namespace
} // namespace racemap::cpu
