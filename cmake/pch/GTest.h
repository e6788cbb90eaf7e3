// Precompiled for the unit tests.
#include "cmake/pch/Support.h"
#include <gtest/gtest.h>
