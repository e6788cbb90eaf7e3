// Precompiled for the layers that make protocols of device IR.
#include "cmake/pch/IR.h"
#include "passes/map/Protocol.h"
