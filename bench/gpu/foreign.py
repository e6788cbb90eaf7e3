"""Programs of public repositories, from checkouts that are here (foreign.toml), with
the times of their launches.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import tomllib
from pathlib import Path

from building import revision, say
from floor import counted_floor
from variants import SANITIZED, variants

HERE = Path(__file__).resolve().parent
FOREIGN = tomllib.loads((HERE / "foreign.toml").read_text(encoding="utf-8"))


class ForeignPrograms:
    def __init__(self, shop):
        self.shop = shop
        self.variants = variants(shop.args.device)

    def described(self):
        for name, root in self.shop.args.checkout.items():
            tried, found = FOREIGN["repositories"][name]["revision"], revision(root)
            if not tried.startswith(found):
                say(f"{root} is {found}; {name} was tried at {tried}")
        for program in FOREIGN["program"]:
            root = self.shop.args.checkout.get(program["repository"])
            name = f"{program['repository']}/{program['name']}"
            if root and self.shop.args.programs.search(name):
                yield from self.program(name, program, root)

    def program(self, name, program, root):
        sources = [Path(root) / s for s in program["sources"]]
        flags = [f.format(root=root) for f in program.get("flags", [])]
        runs = {}
        for variant in filter(self.variants.get, ("plain", "sanitized", "lean")):
            out = self.shop.programs / name / variant
            wrong = self.build(
                self.shop.compiler, self.variants[variant].flags + flags, sources, out)
            if wrong:
                self.shop.trouble.append(f"{name}: does not build: {wrong}")
                return
            runs[variant] = self.shop.carried_name(out)
        counted = self.shop.scratch / "counted-foreign"
        wrong = self.shop.reference.build(SANITIZED.flags + flags, sources, counted)
        floors = {}
        if not wrong:
            floors = {"": counted_floor(self.shop, [counted, *program["small"]])}
        yield {
            "name": name, "runs": runs, "ours": False,
            "words": {s: program[s] for s in ("small", "large")},
            "revision": revision(root), "reject": program.get("reject", ""), "floors": floors,
        }

    def build(self, compiler, flags, sources, out):
        """With the times of its launches."""
        times = self.shop.scratch / f"LaunchTimes-{compiler.device}.o"
        wrong = ""
        if not times.exists():
            wrong = compiler.build(["-c"], [HERE / "LaunchTimes.cu"], times)
        # clang compiles no C++ beside CUDA in one command.
        objects = [times]
        folder = self.shop.scratch / "objects" / self.shop.carried_name(out)
        for source in [s for s in sources if s.suffix != ".cu"]:
            objects.append(folder / (source.name + ".o"))
            wrong = wrong or compiler.build([*flags, "-c"], [source], objects[-1])
        wrap = ["-Wl,--wrap=cudaLaunchKernel"]
        kernels = [s for s in sources if s.suffix == ".cu"]
        return wrong or compiler.build(flags + wrap, [*kernels, *objects], out)
