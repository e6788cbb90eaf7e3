// LaunchWords - the operators in what a launch is asked (runtime/host/
// LaunchCheck.h): the pass writes their names, the runtime reads them.
//
// They are those of a MAP's terms (passes/map/Term.h), in that order and with
// that meaning.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_DEVICE_LAUNCHWORDS_H
#define RACEMAP_RUNTIME_DEVICE_LAUNCHWORDS_H

namespace racemap::device {

inline constexpr const char *LaunchWords[] = {
    "add",  "sub",  "mul", "udiv", "sdiv", "urem",  "srem", "shl",
    "lshr", "ashr", "and", "or",   "xor",  "eq",    "ne",   "ult",
    "ule",  "slt",  "sle", "zext", "sext", "trunc", "ite"};

inline constexpr unsigned NumLaunchWords =
    sizeof LaunchWords / sizeof LaunchWords[0];

} // namespace racemap::device

#endif // RACEMAP_RUNTIME_DEVICE_LAUNCHWORDS_H
