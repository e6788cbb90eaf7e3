// Pointers that are members, elements, or come out of helpers, are in the
// objects that the unit puts there.
//
// RUN: %bare
// RUN: %clangxx_cuda -fsyntax-only -w %s -fplugin-arg-racemap-emit-map=- | \
// RUN:   FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstring>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#define KERNEL(NAME)                                                           \
  __global__ void NAME(float *a, const float *b) {                             \
    a[threadIdx.x] = b[threadIdx.x];                                           \
  }

struct Plan {
  float *in, *out, *all;
};

// One member is the other one.
// CHECK-LABEL: kernel "equal(
// CHECK: alias b, a;
KERNEL(equal)
void sets(int n) {
  Plan s[4];
  for (int i = 0; i < n; ++i) {
    cudaMalloc(&s[i].in, 1024);
    s[i].out = s[i].in;
  }
  for (int i = 0; i < n; ++i)
    equal<<<1, 32>>>(s[i].in, s[i].out);
}

// An object as a whole.
// CHECK-LABEL: kernel "listed(
// CHECK: alias b, a;
// CHECK-LABEL: kernel "assigned(
// CHECK: alias b, a;
// CHECK-LABEL: kernel "constructed(
// CHECK: alias b, a;
// CHECK-LABEL: kernel "copied(
// CHECK: alias b, a;
KERNEL(listed)
KERNEL(assigned)
KERNEL(constructed)
KERNEL(copied)
struct Listed {
  float *in, *out;
};
struct Copied {
  float *in, *out;
};
struct Built {
  float *in, *out;
  Built(float *p) : in(p), out(p + 1) {}
};
void wholes(float *p, int n) {
  Listed x[2] = {{p, p + 1}, {p, p + 1}};
  Plan y[4];
  Copied z[4];
  std::vector<Built> built;
  float *from[2] = {p, p + 1};
  for (int i = 0; i < n; ++i) {
    y[i] = Plan{p, p + 1};
    memcpy(&z[i].in, from, sizeof(from));
    built.push_back(Built(p));
  }
  for (int i = 0; i < n; ++i) {
    listed<<<1, 32>>>(x[i].in, x[i].out);
    assigned<<<1, 32>>>(y[i].in, y[i].out);
    constructed<<<1, 32>>>(built[i].in, built[i].out);
    copied<<<1, 32>>>(z[i].in, z[i].out);
  }
}

// Other names of the object.
// CHECK-LABEL: kernel "byReference(
// CHECK: alias b, a;
// CHECK-LABEL: kernel "ranged(
// CHECK: alias b, a;
// CHECK-LABEL: kernel "taken(
// CHECK: alias b, a;
// CHECK-LABEL: kernel "bound(
// CHECK: alias b, a;
// CHECK-LABEL: kernel "pointed(
// CHECK: alias b, a;
KERNEL(byReference)
KERNEL(ranged)
KERNEL(taken)
KERNEL(bound)
KERNEL(pointed)
struct Pair {
  float *in, *out;
};
struct Slots {
  float *in, *out;
};
void names(float *p, int n) {
  Plan s[4];
  Pair t[4];
  Slots u[4];
  for (int i = 0; i < n; ++i) {
    auto &q = s[i];
    q.in = p;
    q.out = p + 1;
    auto &[in, out] = t[i];
    in = p;
    out = p + 1;
    float **slot = &u[i].in;
    *slot = p;
    u[i].out = p + 1;
  }
  for (int i = 0; i < n; ++i) {
    auto &q = s[i];
    byReference<<<1, 32>>>(q.in, q.out);
    Plan copy = s[i];
    taken<<<1, 32>>>(copy.in, copy.out);
    bound<<<1, 32>>>(t[i].in, t[i].out);
    pointed<<<1, 32>>>(u[i].in, u[i].out);
  }
  for (auto &q : s)
    ranged<<<1, 32>>>(q.in, q.out);
}

// Where the objects are.
// CHECK-LABEL: kernel "inVector(
// CHECK: alias b, a;
// CHECK-LABEL: kernel "onHeap(
// CHECK: alias b, a;
// CHECK-LABEL: kernel "ofOther(
// CHECK: alias b, a;
KERNEL(inVector)
KERNEL(onHeap)
KERNEL(ofOther)
void places(float *p, int n) {
  std::vector<Plan> v(n);
  Plan *h = new Plan[n], s[4];
  for (int i = 0; i < n; ++i) {
    v[i].in = h[i].in = s[i].in = p;
    v[i].out = h[i].out = p + 1;
    std::swap(s[i].all, v[i].out);
  }
  for (int i = 0; i < n; ++i) {
    inVector<<<1, 32>>>(v[i].in, v[i].out);
    onHeap<<<1, 32>>>(h[i].in, h[i].out);
    ofOther<<<1, 32>>>(s[i].in, s[i].all);
  }
}

// Members of a union are one.
// CHECK-LABEL: kernel "ofUnion(
// CHECK: alias b, a;
KERNEL(ofUnion)
union Either {
  float *low, *high;
};
void unites(float *p, int n) {
  Either s[4];
  for (int i = 0; i < n; ++i)
    s[i].low = p + i;
  for (int i = 0; i < n; ++i)
    ofUnion<<<1, 32>>>(s[i].high, p);
}

// Helpers that set members.
// CHECK-LABEL: kernel "splitting(
// CHECK: alias b, a;
// CHECK-LABEL: kernel "setUp(
// CHECK: alias b, a;
// CHECK-LABEL: kernel "slotted(
// CHECK: alias b, a;
// CHECK-LABEL: kernel "elsewhere(
// CHECK: alias b, a;
KERNEL(splitting)
KERNEL(setUp)
KERNEL(slotted)
KERNEL(elsewhere)
struct Halves {
  float *low, *high;
};
struct Made {
  float *low, *high;
};
struct Kept {
  float *low, *high;
};
struct Others {
  float *low, *high;
};
static void split(Halves &s) { s.high = s.low + 1; }
static void make(Made *s, int n) {
  float *base;
  cudaMalloc(&base, n);
  for (int i = 0; i < n; ++i) {
    s[i].low = base;
    s[i].high = base + 1;
  }
}
static float *&slot(Kept &s, int high) { return high ? s.high : s.low; }
void fill(Others *s, float *p);
void helpers(float *p, int n) {
  Halves h[4];
  Made m[4];
  Kept k[4];
  Others o[4];
  make(m, n);
  for (int i = 0; i < n; ++i) {
    cudaMalloc(&h[i].low, 1024);
    split(h[i]);
    slot(k[i], 0) = p;
    k[i].high = p + 1;
    fill(&o[i], p);
  }
  for (int i = 0; i < n; ++i) {
    splitting<<<1, 32>>>(h[i].low, h[i].high);
    setUp<<<1, 32>>>(m[i].low, m[i].high);
    slotted<<<1, 32>>>(k[i].low, k[i].high);
    elsewhere<<<1, 32>>>(o[i].low, o[i].high);
  }
}

// Elements of arrays that are no members.
// CHECK-LABEL: kernel "rows(
// CHECK: alias b, a;
// CHECK-LABEL: kernel "kept(
// CHECK: alias b, a;
KERNEL(rows)
KERNEL(kept)
static float *table[4];
void elements(float *p, int n) {
  float **row = new float *[n], *same[4];
  std::vector<float *> v;
  for (int i = 0; i < n; ++i) {
    cudaMalloc(&table[i], 1024);
    row[i] = table[i];
    v.push_back(p);
    same[i] = p + i;
  }
  for (int i = 0; i < n; ++i) {
    rows<<<1, 32>>>(row[i], table[i]);
    kept<<<1, 32>>>(v[i], same[i]);
  }
}

// What a function returns.
// CHECK-LABEL: kernel "ofStatic(
// CHECK: alias b, a;
// CHECK-LABEL: kernel "ofArgument(
// CHECK: alias b, a;
// CHECK-LABEL: kernel "ofContainer(
// CHECK: alias b, a;
KERNEL(ofStatic)
KERNEL(ofArgument)
KERNEL(ofContainer)
static float *pool(int at) {
  static float *all;
  while (!all)
    cudaMalloc(&all, 1 << 20);
  return all + at;
}
static float *after(float *p, int n) {
  while (*p != n)
    ++p;
  return p;
}
void returns(float *p, int n) {
  ofStatic<<<1, 32>>>(pool(0), pool(n));
  ofArgument<<<1, 32>>>(p, after(p, n));
  std::vector<float> v(n);
  float *begin = v.data();
  ofContainer<<<1, 32>>>(begin, v.data() + 1);
}

// Twice what one call made, what one member holds, and what one function finds.
// CHECK-LABEL: kernel "twice(
// CHECK: alias b, a;
// CHECK-LABEL: kernel "madeOnce(
// CHECK: alias b, a;
// CHECK-LABEL: kernel "got(
// CHECK: alias b, a;
// CHECK-LABEL: kernel "gotByName(
// CHECK: alias b, a;
// CHECK-LABEL: kernel "gotRows(
// CHECK: alias b, a;
// CHECK-LABEL: kernel "ofLasting(
// CHECK: alias b, a;
// CHECK-LABEL: kernel "halved(
// CHECK: alias b, a;
// CHECK-LABEL: kernel "gotInside(
// CHECK: alias b, a;
// CHECK-LABEL: kernel "inPlace(
// CHECK: alias b, a;
// CHECK-LABEL: kernel "ofEither(
// CHECK: alias b, a;
// CHECK-LABEL: kernel "later(
// CHECK: alias b, a;
KERNEL(twice)
KERNEL(madeOnce)
KERNEL(got)
KERNEL(gotByName)
KERNEL(gotRows)
KERNEL(ofLasting)
KERNEL(halved)
KERNEL(gotInside)
KERNEL(inPlace)
KERNEL(ofEither)
KERNEL(later)
static float *make(int n) {
  float *d;
  cudaMalloc(&d, n);
  return d;
}
struct Twice {
  float *x, *y;
  Twice() {
    x = make(4);
    y = x;
  }
  void run() { twice<<<1, 32>>>(x, y); }
};
struct Once {
  float *p, *q;
  Once() {
    float *d = make(4);
    p = d;
    q = d;
  }
  void run() { madeOnce<<<1, 32>>>(p, q); }
};
struct Grid {
  float *cells;
  int w;
  Grid(int w) : w(w) { cudaMalloc(&cells, w * w); }
  float *get() const { return cells; }
  float *change() { return cells; }
  float *row(int i) { return cells + i * w; }
};
static float *lasting;
static float *at(int i) { return lasting + i; }
struct Two {
  float *x, *y;
};
static Two makeTwo() {
  float *d;
  cudaMalloc(&d, 4096);
  return {d, d + 1};
}
struct Inside {
  float *first, *second;
  float *get() { return first; }
  Inside() {
    cudaMalloc(&first, 4);
    second = get() + 1;
  }
  void run() { gotInside<<<1, 32>>>(first, second); }
};
float *elsewhere(int n);
void twices(int n, int i) {
  Grid c(n), g(n);
  float *x = c.get(), *y = c.get();
  got<<<1, 32>>>(x, y);
  float *u = g.change(), *v = g.change();
  gotByName<<<1, 32>>>(u, v);
  gotRows<<<1, 32>>>(g.row(i), g.row(i - 1));
  lasting = make(n);
  ofLasting<<<1, 32>>>(at(0), at(1));
  Two t = makeTwo();
  halved<<<1, 32>>>(t.x, t.y);
  float *in = elsewhere(n), *out = nullptr;
  if (n > i)
    out = in;
  inPlace<<<1, 32>>>(in, out);
  float *made, *one = make(n), *either = one;
  made = nullptr;
  for (int k = 0; k < n; ++k)
    made = elsewhere(k);
  for (int k = 0; k < n; ++k)
    either = made;
  ofEither<<<1, 32>>>(made, either);
  float *a = make(n), *b = make(n);
  for (int k = 0; k < n; ++k) {
    later<<<1, 32>>>(a, b);
    b = a;
  }
}

// Lambdas, functions that are given to others, and themselves again.
// CHECK-LABEL: kernel "captured(
// CHECK: alias b, a;
// CHECK-LABEL: kernel "inThread(
// CHECK: alias b, a;
// CHECK-LABEL: kernel "again(
// CHECK: alias b, a;
// CHECK-LABEL: kernel "byDefault(
// CHECK: alias b, a;
// CHECK-LABEL: kernel "paired(
// CHECK: alias b, a;
// CHECK-LABEL: kernel "inCallee(
// CHECK: alias b, a;
// CHECK-LABEL: kernel "inPairs(
// CHECK: alias b, a;
KERNEL(captured)
KERNEL(inThread)
KERNEL(again)
KERNEL(byDefault)
KERNEL(paired)
KERNEL(inCallee)
KERNEL(inPairs)
static void runs(float *o, float *i) { inThread<<<1, 32>>>(o, i); }
static void recurs(float *o, float *i, int depth) {
  again<<<1, 32>>>(o, i);
  if (depth)
    recurs(o, o, depth - 1);
}
static float *standard = make(4);
static float *pick(float *p = standard) {
  while (!*p)
    ++p;
  return p;
}
static void given(std::vector<float *> &v) {
  inCallee<<<1, 32>>>(v[0], v[1]);
}
void functions(float *p, float *q, int n) {
  int used = 0;
  auto take = [&](int size) {
    float *its = p + used;
    used += size;
    return its;
  };
  float *x = take(3), *y = take(3);
  captured<<<1, 32>>>(x, y);
  std::thread thread(runs, q, q + 1);
  thread.join();
  recurs(p, q, n);
  byDefault<<<1, 32>>>(pick(), standard);
  auto both = std::make_pair(p, p + 1);
  paired<<<1, 32>>>(both.first, both.second);
  std::vector<float *> v{p, p + 1};
  given(v);
  std::vector<std::pair<float *, float *>> pairs;
  pairs.push_back({p, p + 1});
  for (int i = 0; i < n; ++i)
    inPairs<<<1, 32>>>(pairs[i].first, pairs[i].second);
}

// None of these shares an object with another one.
// CHECK-NOT: alias
// CHECK-LABEL: kernel "end(
KERNEL(plans)
KERNEL(allocated)
KERNEL(aligned)
KERNEL(uploaded)
KERNEL(ofClass)
KERNEL(inTurn)
KERNEL(buffers)
KERNEL(files)
KERNEL(vectors)
KERNEL(global)
KERNEL(managed)
KERNEL(matrices)
KERNEL(rowsOfTwo)
KERNEL(namesOfTwo)
KERNEL(layers)
KERNEL(before)
KERNEL(end)
#define CHECK(CALL)                                                            \
  if (CALL)                                                                    \
  return
struct Device {
  float *in, *out, *host;
};
static void allocate(float **p, int n) {
  while (cudaMalloc(p, n))
    n /= 2;
}
static float *roundUp(int n) {
  float *d;
  while (cudaMalloc(&d, n + 128))
    n /= 2;
  return (float *)(((size_t)d + 127) & ~(size_t)127);
}
static float *upload(const float *h, int n) {
  float *d;
  while (cudaMalloc(&d, n))
    n /= 2;
  memcpy(d, h, n);
  return d;
}
void separate(float *p, float *h, int n) {
  Device d[4], e[4], f[4];
  for (int i = 0; i < n; ++i) {
    CHECK(cudaMalloc((void **)&d[i].in, 1024));
    CHECK(cudaMalloc((void **)&d[i].out, 1024));
    d[i].host = p + i;
    allocate(&e[i].in, n);
    allocate(&e[i].out, n);
    f[i].in = roundUp(n);
    f[i].out = roundUp(n);
  }
  for (int i = 0; i < n; ++i) {
    plans<<<1, 32>>>(d[i].in, d[i].out);
    allocated<<<1, 32>>>(e[i].in, e[i].out);
    aligned<<<1, 32>>>(f[i].in, f[i].out);
  }
  float *x = upload(h, n), *y = upload(h + 1, n);
  uploaded<<<1, 32>>>(x, y);
}
class Solver {
  float *x = nullptr, *y = nullptr, *d[2];
  int now = 0;

public:
  Solver(int n) {
    cudaMalloc(&x, n);
    cudaMalloc(&y, n);
    for (auto &its : d)
      cudaMalloc(&its, n);
  }
  void step() {
    ofClass<<<1, 32>>>(x, y);
    inTurn<<<1, 32>>>(d[now], d[1 - now]);
    std::swap(x, y);
    now = 1 - now;
  }
};
template <typename T> struct Buffer {
  T *data;
  Buffer(int n) {
    while (cudaMalloc(&data, n))
      n /= 2;
  }
  T *get() { return data; }
};
struct Net {
  Buffer<float> x, y;
};
static float *globalX, *globalY;
static void allocateGlobals(int n) {
  cudaMalloc(&globalX, n);
  cudaMalloc(&globalY, n);
}
struct Matrix {
  int w;
  float *elements;
};
static Matrix newMatrix(int w) {
  Matrix m;
  m.w = w;
  while (cudaMalloc((void **)&m.elements, w))
    --w;
  return m;
}
void others(Net &net, int n) {
  Buffer<float> a(n), b(n);
  buffers<<<1, 32>>>(a.get(), b.get());
  files<<<1, 32>>>(net.x.get(), net.y.get());
  std::vector<float *> v;
  for (int i = 0; i < n; ++i) {
    float *d = roundUp(n);
    v.push_back(d);
  }
  for (int i = 1; i < n; ++i)
    vectors<<<1, 32>>>(v[i], v[i - 1]);
  global<<<1, 32>>>(globalX, globalY);
  std::unique_ptr<float[]> p(new float[n]), q(new float[n]);
  managed<<<1, 32>>>(p.get(), q.get());
  Matrix m = newMatrix(n), k = newMatrix(n);
  matrices<<<1, 32>>>(m.elements, k.elements);
}
struct Layer {
  float *out;
  float *forward(float *in) {
    layers<<<1, 32>>>(out, in);
    return out;
  }
};
void chain(std::vector<Layer> &all, float *x, int n) {
  for (auto &its : all)
    cudaMalloc(&its.out, n);
  for (auto &its : all)
    x = its.forward(x);
}
void apart(int n, int i) {
  Grid f(n), g(n);
  rowsOfTwo<<<1, 32>>>(f.row(i), g.row(i));
  float *x = f.change(), *y = g.change();
  namesOfTwo<<<1, 32>>>(x, y);
  float *a = make(n), *b = make(n), *other = make(n);
  if (n > i)
    std::swap(a, other);
  before<<<1, 32>>>(other, b);
  std::swap(b, other);
}
