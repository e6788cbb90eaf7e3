// Precompiled for the layers that decide protocols.
#include "cmake/pch/Support.h"
#include "passes/map/Protocol.h"
#include "passes/map/Traversal.h"
