// Precompiled for the unit tests.
#include "cmake/pch/Protocol.h"
#include <gtest/gtest.h>
