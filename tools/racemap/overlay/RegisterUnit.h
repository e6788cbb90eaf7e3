/* RegisterUnit - what the host part of a unit with relocatable device code
   calls to register it. nvcc's linker writes this function; on the CPU device,
   a unit registers itself as one without relocatable device code does. The
   plugin makes it local to the unit (UnitRegistration.cpp).

   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifdef RACEMAP_REGISTER_UNIT

extern "C" {
void **__cudaRegisterFatBinary(void *);
void __cudaRegisterFatBinaryEnd(void **);
void __cudaUnregisterFatBinary(void **);
int atexit(void (*)(void));

void RACEMAP_REGISTER_UNIT(void (*__register_globals)(void **), void *__binary,
                           void *, void (*)(void *)) {
  static void **__handle;
  __handle = __cudaRegisterFatBinary(__binary);
  if (__register_globals)
    __register_globals(__handle);
  __cudaRegisterFatBinaryEnd(__handle);
  atexit([] { __cudaUnregisterFatBinary(__handle); });
}
}

#endif
