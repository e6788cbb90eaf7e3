// Textures - see the header; making objects and asking about them.
//
// Mipmaps are not supported: there is one level.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/api/Textures.h"
#include "runtime/cpu/api/Arrays.h"
#include "runtime/cpu/api/Call.h"

#include <mutex>
#include <set>

using namespace racemap::cpu::api;

static std::mutex Lock;
static std::set<const Texture *> Live;

static size_t elementBytes(const cudaChannelFormatDesc &F) {
  return size_t(F.x + F.y + F.z + F.w) / 8;
}

static cudaError_t fromArray(Texture &T, const cudaArray *A) {
  if (!A)
    return cudaErrorInvalidValue;
  T.Format = A->Format;
  T.Memory = A->side(0, 0, 0);
  T.Width = long(A->Extent.width);
  T.Height = long(A->height());
  T.Depth = long(A->depth());
  return cudaSuccess;
}

static cudaError_t readResource(Texture &T) {
  const auto &R = T.Resource.res;
  switch (T.Resource.resType) {
  case cudaResourceTypeArray:
    return fromArray(T, R.array.array);
  case cudaResourceTypeMipmappedArray:
    return notSupported("a texture of a mipmapped array");
  case cudaResourceTypeLinear:
    T.Format = R.linear.desc;
    T.Memory = {static_cast<char *>(R.linear.devPtr), 0, 0};
    T.Width = long(R.linear.sizeInBytes / elementBytes(T.Format));
    return cudaSuccess;
  case cudaResourceTypePitch2D:
    T.Format = R.pitch2D.desc;
    T.Memory = {static_cast<char *>(R.pitch2D.devPtr), R.pitch2D.pitchInBytes,
                0};
    T.Width = long(R.pitch2D.width);
    T.Height = long(R.pitch2D.height);
    return cudaSuccess;
  }
  return cudaErrorInvalidValue;
}

static cudaError_t make(unsigned long long *Out, const cudaResourceDesc *R,
                        const cudaTextureDesc *Description,
                        const cudaResourceViewDesc *View) {
  if (!Out || !R)
    return cudaErrorInvalidValue;
  Texture T;
  T.Resource = *R;
  if (Description)
    T.Description = *Description;
  T.HasView = View != nullptr;
  if (View)
    T.View = *View;
  if (cudaError_t E = readResource(T))
    return E;
  T.ElementBytes = elementBytes(T.Format);
  std::lock_guard Guard(Lock);
  const Texture *New = *Live.insert(new Texture(T)).first;
  *Out = reinterpret_cast<unsigned long long>(New);
  return cudaSuccess;
}

static cudaError_t destroy(unsigned long long Object) {
  std::lock_guard Guard(Lock);
  auto *T = reinterpret_cast<Texture *>(Object);
  if (Live.erase(T) == 0)
    return cudaErrorInvalidValue;
  delete T;
  return cudaSuccess;
}

template <class T>
static cudaError_t answer(unsigned long long Object, T *Where,
                          T Texture::*Field) {
  return call([&] {
    auto *Asked = reinterpret_cast<const Texture *>(Object);
    std::lock_guard Guard(Lock);
    if (!Where || Live.count(Asked) == 0)
      return cudaErrorInvalidValue;
    *Where = Asked->*Field;
    return cudaSuccess;
  });
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *Out,
                                    const cudaResourceDesc *R,
                                    const cudaTextureDesc *Description,
                                    const cudaResourceViewDesc *View) {
  return call([&] {
    return Description ? make(Out, R, Description, View)
                       : cudaErrorInvalidValue;
  });
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t Object) {
  return call([&] { return destroy(Object); });
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *Out,
                                    const cudaResourceDesc *R) {
  return call([&] { return make(Out, R, nullptr, nullptr); });
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t Object) {
  return call([&] { return destroy(Object); });
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc *Out,
                                             cudaTextureObject_t Object) {
  return answer(Object, Out, &Texture::Resource);
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc *Out,
                                            cudaTextureObject_t Object) {
  return answer(Object, Out, &Texture::Description);
}

cudaError_t cudaGetTextureObjectResourceViewDesc(cudaResourceViewDesc *Out,
                                                 cudaTextureObject_t Object) {
  return answer(Object, Out, &Texture::View);
}

cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc *Out,
                                             cudaSurfaceObject_t Object) {
  return answer(Object, Out, &Texture::Resource);
}
