// Precompiled for passes/solve, the only layer that knows Z3.
#include "cmake/pch/Protocol.h"
#include <z3++.h>
