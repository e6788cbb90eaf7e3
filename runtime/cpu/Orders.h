// Orders - a launch is run in other orders of its threads, too.
//
// Before the launch, the process is copied (fork), once for each order. A copy
// has all memory as it is, the program's and the monitor's, without its being
// copied unless it changes. It runs the launch with a seed (Order), tells what
// it finds, and ends; nothing else of it is seen. As many copies run at once as
// there are cores.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_ORDERS_H
#define RACEMAP_RUNTIME_CPU_ORDERS_H

#include <functional>
#include <string>

namespace racemap::cpu {

/// Runs Once in RACEMAP_OPTIONS=orders copies. Of the thread that launches,
/// outside of launches.
void tryOrders(const std::string &Kernel, const std::function<void()> &Once);

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_ORDERS_H
