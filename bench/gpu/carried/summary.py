"""From what has been measured to the table, and what became of the targets.

Only Python's standard library, 3.6 or later: the bundle has a copy.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import math
import statistics

from checking import NOT_HERE, NOT_MONITORED
from measuring import RACECHECK

# The targets: slowdown by the floor of each kernel, mean slowdown of the
# irregular codes, shadow memory by monitored memory, and bytes beside that.
BY_FLOOR, IRREGULAR_MEAN, SHADOW_RATIO, SHADOW_MORE = 1.5, 4.0, 2.0, 64 << 20


class Summary:
    """From the file to the table and what became of the targets."""

    def __init__(self, manifest, results):
        self.manifest, self.all = manifest, results
        self.rows = list(self.make_rows())

    def median(self, program, variant, kernel):
        times = self.all["samples"].get(program, {}).get(variant, {}).get(kernel)
        return statistics.median(times) if times else None

    def make_rows(self):
        for program in self.manifest["programs"]:
            name = program["name"]
            for kernel in self.all["samples"].get(name, {}).get("plain", {}):
                floors = program["floors"].get(kernel) or program["floors"].get("")
                times = {
                    v: self.median(name, v, kernel)
                    for v in list(self.manifest["variants"]) + [RACECHECK]}
                shared = self.all["shared"].get(name, {}).get(kernel)
                yield {"program": name, "kernel": kernel, "ms": times,
                       "floors": floors, "shared": shared}

    @staticmethod
    def slowdown(row, variant):
        plain, other = row["ms"]["plain"], row["ms"].get(variant)
        return other / plain if plain and other is not None else None

    def columns(self):
        shown = [v for v in list(self.manifest["variants"]) + [RACECHECK] if v != "plain"]
        return [v for v in shown if any(r["ms"].get(v) for r in self.rows)]

    def table(self):
        columns = self.columns()
        yield ["program", "kernel", "plain ms"] + columns + ["floor", "device", "shared"]
        for row in self.rows:
            floors = row["floors"] or {}
            yield (
                [row["program"], row["kernel"], text(row["ms"]["plain"], "{:.4f}")]
                + [text(self.slowdown(row, v), "{:.2f} x") for v in columns]
                + [text(floors.get(f), "{:.2f}") for f in ("floor", "device", "shared")])

    def memory(self):
        yield ["program", "monitored MB", "shadow MB"]
        for name, told in sorted(self.all["shadow"].items()):
            yield [name] + ["{:.2f}".format(told[k] / 1e6)
                                for k in ("monitored bytes", "shadow bytes")]

    def checks(self):
        """(how many are as expected, how many ran, names of the others)"""
        ran = {n: c["result"] for n, c in self.all["checks"].items()
               if c["result"] != NOT_HERE}
        others = sorted(n for n, r in ran.items() if r != "as expected")
        return len(ran) - len(others), len(ran), others

    def failed(self):
        """Is anything wrong, apart from what the runtime leaves alone?"""
        results = [self.all["checks"][n]["result"] for n in self.checks()[2]]
        return self.all["failures"] or any(r != NOT_MONITORED for r in results)

    def targets(self):
        """(what, met or None if it is open, the figures)"""
        good, ran, _ = self.checks()
        missing = len(self.manifest["checks"]) - len(self.all["checks"])
        yield ("findings of the checks as expected",
               None if missing or not ran else good == ran,
               "{} of {}, {} not run".format(good, ran, missing))
        # The others are of a GPU that has enough to do.
        here = self.all["machine"]
        counts = here["device"] == "gpu" and here["size"] == "large"
        for what, met, said in (
                self.by_floor(), self.irregular(), self.shadow(), self.ahead()):
            yield what, met if counts else None, said

    def by_floor(self):
        known = [(self.slowdown(r, "sanitized") / r["floors"]["floor"], r)
                 for r in self.rows if r["floors"] and self.slowdown(r, "sanitized")]
        within = sum(share <= BY_FLOOR for share, _ in known)
        most = max(known, key=lambda k: k[0], default=None)
        said = "{} of {} kernels".format(within, len(known))
        if most:
            said += ", most {:.2f} ({} {})".format(
                most[0], most[1]["program"], most[1]["kernel"])
        return ("slowdown at most {} x the floor".format(BY_FLOOR),
                within == len(known) if known else None, said)

    def irregular(self):
        slowdowns = [self.slowdown(r, "sanitized") for r in self.rows
                     if r["program"].startswith("irregular")]
        slowdowns = [s for s in slowdowns if s]
        what = "geometric mean of the irregular codes at most {} x".format(IRREGULAR_MEAN)
        if not slowdowns:
            return what, None, "not measured"
        mean = math.exp(sum(map(math.log, slowdowns)) / len(slowdowns))
        return (what, mean <= IRREGULAR_MEAN,
                "{:.2f} x, {} kernels".format(mean, len(slowdowns)))

    def shadow(self):
        # A program that has freed all may be said to have none.
        shadows = {n: s for n, s in self.all["shadow"].items() if s["monitored bytes"]}
        over = [name for name, s in sorted(shadows.items())
                if s["shadow bytes"] > SHADOW_RATIO * s["monitored bytes"] + SHADOW_MORE]
        ratios = [s["shadow bytes"] / s["monitored bytes"] for s in shadows.values()]
        said = "{} of {} programs{}".format(
            len(shadows) - len(over), len(shadows), ", not: " * bool(over) + ", ".join(over))
        if ratios:
            said += ", most {:.2f} x".format(max(ratios))
        return ("shadow at most {} x the monitored memory and 64 MB".format(SHADOW_RATIO),
                not over if shadows else None, said)

    def ahead(self):
        both = [r for r in self.rows
                if r["shared"] and r["ms"].get("sanitized") and r["ms"].get(RACECHECK)]
        behind = [r for r in both if r["ms"]["sanitized"] >= r["ms"][RACECHECK]]
        names = ["{} {}".format(r["program"], r["kernel"]) for r in behind]
        said = "{} of {} kernels{}".format(
            len(both) - len(behind), len(both), ", not: " * bool(names) + ", ".join(names))
        return ("faster than racecheck where shared memory is used",
                not behind if both else None, said)

    def text(self):
        here = self.all["machine"]
        lines = ["{}, driver {}, {}, bundle {}, size {}".format(
            here["gpu"], here["driver"], self.all.get("written", "")[:10],
            here["bundle"], here["size"]), ""]
        lines += markdown(list(self.table())) if self.rows else ["no times"]
        lines.append("")
        if self.all["shadow"]:
            lines += markdown(list(self.memory()), 1) + [""]
        for what, met, said in self.targets():
            lines.append("{:8} {}: {}".format(
                {True: "met", False: "NOT MET", None: "open"}[met], what, said))
        for name in self.checks()[2]:
            lines.append("check {}: {}".format(name, self.all["checks"][name]["result"]))
        for name, variants in sorted(self.all["failures"].items()):
            for variant, how in sorted(variants.items()):
                lines.append("{}, {}: {}".format(name, variant, how["why"]))
        for line in self.manifest["trouble"]:
            lines.append("not in the bundle: " + line)
        return "\n".join(lines)

    def as_json(self):
        return {
            "rows": [dict(r, slowdown={v: self.slowdown(r, v) for v in r["ms"]})
                     for r in self.rows],
            "targets": [{"target": w, "met": m, "figures": s} for w, m, s in self.targets()],
        }


def text(value, form):
    return "-" if value is None else form.format(value)


def markdown(rows, names=2):
    """A table whose first columns are names and whose others are numbers."""
    widths = [max(len(r[i]) for r in rows) for i in range(len(rows[0]))]

    def line(cells):
        fitted = [c.ljust(w) if i < names else c.rjust(w)
                  for i, (c, w) in enumerate(zip(cells, widths))]
        return "| " + " | ".join(fitted) + " |"

    rule = ["-" * w if i < names else "-" * (w - 1) + ":" for i, w in enumerate(widths)]
    return [line(rows[0]), line(rule)] + [line(r) for r in rows[1:]]
