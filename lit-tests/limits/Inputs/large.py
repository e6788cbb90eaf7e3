"""A CUDA file with kernels that are large in one way.

usage: large.py SHAPE SIZE >FILE
       large.py verdicts FILE.json: what was decided of each kernel

The file has a large kernel with a race in shared memory that has nothing to do
with its size, the same with the barrier that is missing, and two small kernels
beside them, a bad one before and a good one behind. With -DRUN, it is a program
that launches them all.
"""
import json
import sys

PARAMETERS = ("unsigned *out, unsigned *far, const unsigned *in, unsigned a, "
              "unsigned b")
HEAD = """#define THREADS 64
__global__ void small_racy(unsigned *out) {
  out[threadIdx.x / 2] = threadIdx.x;
}
"""
KERNEL = """__global__ void __launch_bounds__(THREADS)
{name}({parameters}) {{
  __shared__ unsigned cells[THREADS], own[8 * THREADS];
  unsigned at = blockIdx.x * THREADS + threadIdx.x;
  unsigned x = at;
  cells[threadIdx.x] = at;
{barrier}
{body}
  out[at] = x + cells[THREADS - 1 - threadIdx.x];
}}
"""
TAIL = """__global__ void small_free(unsigned *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}
"""
MAIN = """#ifdef RUN
int main() {{
  unsigned *out, *far, *in;
  cudaMalloc(&out, 1 << 20);
  cudaMalloc(&far, 1 << 22);
  cudaMalloc(&in, 1 << 20);
  cudaMemset(in, 0, 1 << 20);
  small_racy<<<1, THREADS>>>(out);
{launches}
  small_free<<<1, THREADS>>>(out);
  return cudaDeviceSynchronize() != cudaSuccess;
}}
#endif
"""
# What does not fold, and gives other numbers for other x.
STEPS = ("x ^ a", "x + b", "x ^ in[0]", "x - in[1]")


def chain(size):
    """An index of so many operations, one in a statement."""
    lines = [f"  x = {STEPS[i % len(STEPS)]};" for i in range(size)]
    return [*lines, "  far[x] = at;"]


def nested(size):
    """The same in one expression; needs -fbracket-depth."""
    x = "x"
    for i in range(size):
        x = f"({STEPS[i % len(STEPS)].replace('x', x, 1)})"
    return [f"  far[{x}] = at;"]


def uniform(size):
    """The same for all threads, which are apart by what is added last."""
    lines = [line.replace("x", "u") for line in chain(size)[:-1]]
    return ["  unsigned u = a;", *lines,
            "  far[u + at] = at;"]


def branches(size):
    """Conditionals in a row: three blocks each."""
    return [f"  if (in[{i}] > x) x += b; else x ^= {i}u;"
            for i in range(size // 3)]


def ladder(size):
    """`else if` in a row: two blocks each."""
    lines = [f"  else if (x == a * {i}u) x += in[{i}];"
             for i in range(size // 2)]
    return ["  if (x == b) x = a;", *lines]


def cases(size):
    """A switch."""
    lines = [f"  case {i}: x += in[{i}] ^ a; break;" for i in range(size)]
    return ["  switch (x * a + b) {", *lines, "  }"]


def nest(size):
    """Conditionals in each other."""
    return ["  " + "\n  ".join(f"if (in[{i}] != x)" for i in range(size)),
            "    x = a;"]


def accesses(size):
    """To elements of one array, each thread to its own."""
    return [f"  far[at * {size}ull + {i}u] = x;" for i in range(size)]


def offsets(size):
    """To other places of the array that all threads read."""
    return [f"  x += in[x * a + {i}u * b];" for i in range(size)]


def arrays(size):
    """To an array each; see declarations()."""
    return [f"  a{i}[at] = x + {i}u;" for i in range(size)]


def loops(size):
    """Loops in each other."""
    return [f"  for (unsigned i{i} = 0; i{i} < in[{i}]; ++i{i})"
            for i in range(size)] + ["    x += a;"]


def row(size):
    """Loops in a row, each begins with what the one before has left."""
    return [f"  for (; x < in[{i}]; x += a) own[threadIdx.x] += b;"
            for i in range(size)]


def handed(size):
    """Variables that hand their values on in a loop."""
    names = [f"v{i}" for i in range(size)]
    return [f"  unsigned {', '.join(f'{v} = {i}' for i, v in enumerate(names))};",
            "  for (unsigned i = 0; i < a; ++i) {",
            *(f"    {new} = {old};" for new, old in zip(names, names[1:])),
            f"    {names[-1]} = v0 ^ x;",
            "  }", "  own[(v0 & 7u) * THREADS + threadIdx.x] = x;"]


def declarations(shape, size):
    if shape != arrays:
        return []
    return [f"__device__ unsigned a{i}[1 << 12];" for i in range(size)]


def kernel(name, body, barrier):
    return KERNEL.format(name=name, parameters=PARAMETERS, body="\n".join(body),
                         barrier="  __syncthreads();" if barrier else "")


def many(size):
    """So many kernels, each second one without its race."""
    return [kernel(f"large_{'free' if i % 2 else 'racy'}_{i}",
                   [f"  x = (x ^ {i}u) * a;"], i % 2) for i in range(size)]


def verdicts(path):
    with open(path, encoding="utf-8") as file:
        kernels = json.load(file)["kernels"]
    for k in kernels:
        for c in k["contexts"]:
            name, reason = k["name"].split("(")[0], c.get("reason")
            print(f"{name}: {c['verdict']}" + (f": {reason}" if reason else ""))


def write(shape, size):
    names = ["large_racy", "large_free"]
    if shape == many:
        kernels = many(size)
        names = [f"large_{'free' if i % 2 else 'racy'}_{i}"
                 for i in range(size)]
    else:
        body = shape(size)
        kernels = [kernel(name, body, name == "large_free") for name in names]
    launches = [f"  {name}<<<1, THREADS>>>(out, far, in, 0, 0);" for name in names]
    print(HEAD, *declarations(shape, size), *kernels, TAIL,
          MAIN.format(launches="\n".join(launches)), sep="\n")


if __name__ == "__main__":
    if sys.argv[1] == "verdicts":
        verdicts(sys.argv[2])
    else:
        write(globals()[sys.argv[1]], int(sys.argv[2]))
