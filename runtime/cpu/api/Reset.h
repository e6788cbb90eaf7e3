// Reset - what is gone when the device is reset, each in the file that has it.
//
// Memory of the arena and variables are the engine's (engine::reset).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_API_RESET_H
#define RACEMAP_RUNTIME_CPU_API_RESET_H

namespace racemap::cpu::api {

void destroyStreams();
void destroyEvents();
void destroyPools();
/// That memory is pinned or registered; what is the arena's of it stays there.
void forgetHostMemory();
/// Limits and preferences are what they were at first.
void resetSettings();

} // namespace racemap::cpu::api

#endif // RACEMAP_RUNTIME_CPU_API_RESET_H
