# results - the tables and plots of docs/results.md, made of what the bench scripts have kept.
#
# In:  a folder with files that --figures of real, compile, growth, sanitizer and hybrid has written; some of a
#      kind are shown together.
# Out: in the page, what stands between "<!-- figures: KIND -->" and "<!-- end -->", made anew: where and when it
#      was measured, a table, a plot; and the plots, as SVG, in a folder "plots" beside the page. The same files
#      make the same page and plots, byte by byte. A kind without a file is left as it is, which is said.
#
# usage: results.py [FOLDER [PAGE]]    default: bench/figures and docs/results.md
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse
import re
import statistics
import sys
from pathlib import Path

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams |= {"svg.hashsalt": "racemap", "svg.fonttype": "none", "font.size": 9, "axes.spines.top": False,
                        "axes.spines.right": False, "figure.figsize": (7, 3), "figure.constrained_layout.use": True}
from matplotlib import pyplot  # noqa: E402

import figures  # noqa: E402

# Of verdicts; the rest is grey.
COLOURS = {"race-free": "#1b6e3c", "race-free, no accesses": "#7fb894", "racy": "#b3261e", "unknown": "#d9a441"}


def table(heads, rows):
    """The first column is text, the others are numbers."""
    lines = ["| " + " | ".join(heads) + " |", "| --- |" + " ---: |" * (len(heads) - 1)]
    return "\n".join(lines + ["| " + " | ".join(str(x) for x in row) + " |" for row in rows])


def distribution(axis, values, label):
    """How much of all is at most so much."""
    values = sorted(max(v, 0.1) for v in values)
    axis.step(values, [(i + 1) / len(values) for i in range(len(values))], where="post", label=label)


def real(documents):
    """Verdicts of a corpus' kernels, and the times of their analysis."""
    rows = []
    for d in documents:
        f, count = d["figures"], d["figures"]["verdicts"]
        total = sum(count.values())
        decided = sum(count.get(v, 0) for v in ("race-free", "race-free, no accesses", "racy"))
        of = lambda v: count.get(v, 0)
        rows.append([f["corpus"], f["files"].get("compiled by nvcc", 0), total, of("race-free") + of("race-free, no accesses"),
                     of("racy"), of("unknown"), total - decided - of("unknown"), f"{100 * decided / max(total, 1):.1f} %",
                     f"{statistics.median(f['ms'] or [0]):.1f}", f"{figures.percentile(f['ms'] or [0], .95):.0f}"])
    figure, (shares, times) = pyplot.subplots(1, 2)
    names = [d["figures"]["corpus"] for d in documents]
    left = [0] * len(names)
    kinds = [*COLOURS, *sorted({v for d in documents for v in d["figures"]["verdicts"]} - set(COLOURS))]
    for kind in kinds:
        part = [100 * d["figures"]["verdicts"].get(kind, 0) / max(sum(d["figures"]["verdicts"].values()), 1)
                for d in documents]
        if any(part):
            shares.barh(names, part, left=left, color=COLOURS.get(kind, "#9aa0a8"), label=kind)
        left = [a + b for a, b in zip(left, part)]
    shares.set_xlabel("kernels, %")
    shares.legend(fontsize=7, loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2, frameon=False)
    for d in documents:
        if d["figures"]["ms"]:
            distribution(times, d["figures"]["ms"], d["figures"]["corpus"])
    times.set_xscale("log")
    times.set_xlabel("analysis of a kernel, at most ms")
    times.set_ylabel("share of kernels")
    times.legend(fontsize=7, frameon=False)
    return table(["corpus", "files", "kernels", "race-free", "racy", "unknown", "not parsed or seen", "decided",
                  "median ms", "95 % ms"], rows), figure


def compilation(documents):
    """What the plugin costs a compilation."""
    units = {name: f for d in documents for name, f in d["figures"].items()}
    rows, figure = [], pyplot.figure()
    axis = figure.add_subplot()
    for what, name, goals in (("seconds", "processor time", "1.10, 1.5, 2.5"), ("MiB", "peak memory", "1.3")):
        ratios = [u[what][1] / u[what][0] for u in units.values()]
        rows.append([name, len(ratios), f"{statistics.median(ratios):.2f}", f"{figures.percentile(ratios, .95):.2f}",
                     f"{max(ratios):.2f}", goals])
        distribution(axis, ratios, name)
    axis.set_xlabel("with the plugin : without, at most")
    axis.set_ylabel("share of units")
    axis.legend(frameon=False)
    return table(["with : without", "units", "median", "95 %", "most", "goal"], rows), figure


def growth(documents):
    """The time of an analysis by the accesses of the kernel."""
    rows = [[r["shape"], r["accesses"], r["pairs"], r["exact"], r["queries"], f"{r['ms']:.0f}"]
            for d in documents for r in d["figures"]]
    figure = pyplot.figure()
    axis = figure.add_subplot()
    for shape in dict.fromkeys(r[0] for r in rows):
        mine = [r for d in documents for r in d["figures"] if r["shape"] == shape]
        axis.plot([r["accesses"] for r in mine], [max(r["ms"], 0.1) for r in mine], "o-", label=shape)
    axis.set_xscale("log")
    axis.set_yscale("log")
    axis.set_xlabel("accesses")
    axis.set_ylabel("ms")
    axis.legend(frameon=False)
    return table(["shape", "accesses", "pairs", "decided exactly", "queries", "ms"], rows), figure


def bars(axis, programs, ways):
    """ways: label, ratio of a program's figures."""
    names = sorted(programs, key=lambda n: (programs[n]["ordered"], n))
    width = 0.8 / len(ways)
    for i, (label, ratio) in enumerate(ways):
        axis.bar([x + i * width for x in range(len(names))], [ratio(programs[n]) for n in names], width, label=label)
    axis.set_xticks([x + 0.4 - width / 2 for x in range(len(names))], names, rotation=60, ha="right", fontsize=7)
    axis.axhline(1, color="#6a6f76", linewidth=0.7)
    axis.set_yscale("log")
    axis.set_ylabel("slowdown")
    axis.legend(frameon=False)
    return names


def medians(programs, ratios):
    """A row for programs without and with fences, flags and locks."""
    for is_ordered, name in ((False, "median"), (True, "median, ordered by fences, flags and locks")):
        mine = [p for p in programs.values() if p["ordered"] == is_ordered]
        if mine:
            yield [name, *(f"{statistics.median(r(p) for p in mine):.2f}" for r in ratios)]


def sanitizer(documents):
    """What monitoring every access costs on the CPU device."""
    programs = {name: f for d in documents for name, f in d["figures"].items()}
    slowdown = lambda p: p["sanitized"] / p["plain"]
    memory = lambda p: p["memory"]
    figure = pyplot.figure()
    names = bars(figure.add_subplot(), programs, [("monitored in full", slowdown)])
    rows = [[n, f"{1e3 * programs[n]['plain']:.2f}", f"{slowdown(programs[n]):.2f}", programs[n]["memory"]] for n in names]
    rows += [[name, "", *rest] for name, *rest in medians(programs, (slowdown, memory))]
    return table(["program", "plain, ms", "slowdown", "memory"], rows), figure


def hybrid(documents):
    """What proofs spare the sanitizer on the CPU device."""
    programs = {name: f for d in documents for name, f in d["figures"].items()}
    full, lean = (lambda p: p["full"] / p["plain"]), (lambda p: p["lean"] / p["plain"])
    figure = pyplot.figure()
    names = bars(figure.add_subplot(), programs, [("in full", full), ("what proofs leave", lean)])
    rows = [[n, f"{100 * programs[n]['share']:.1f} %", f"{full(programs[n]):.2f}", f"{lean(programs[n]):.2f}"] for n in names]
    rows += [[name, "", *rest] for name, *rest in medians(programs, (full, lean))]
    return table(["program", "accesses spared", "slowdown in full", "lean"], rows), figure


KINDS = {"real": real, "compile": compilation, "growth": growth, "sanitizer": sanitizer, "hybrid": hybrid}


def origin(documents):
    """A sentence for each place and day."""
    said = dict.fromkeys(f"Measured on {d['date']} at {d['commit']}: {d['machine']}, {d['cores']} cores; {d['versions']}."
                         for d in documents)
    return "\n".join(said)


def section(kind, documents, plots):
    text, figure = KINDS[kind](documents)
    plots.mkdir(exist_ok=True)
    figure.savefig(plots / f"{kind}.svg", metadata={"Date": None, "Creator": None})
    pyplot.close(figure)
    title = KINDS[kind].__doc__.rstrip(".")
    return f"{origin(documents)}\n\n{text}\n\n![{title}](plots/{kind}.svg)\n"


def main():
    p = argparse.ArgumentParser(description="makes the tables and plots of docs/results.md anew")
    p.add_argument("folder", type=Path, nargs="?", default=figures.HERE / "figures")
    p.add_argument("page", type=Path, nargs="?", default=figures.HERE.parent / "docs/results.md")
    args = p.parse_args()
    documents = {}
    for path in sorted(args.folder.glob("*.json")):
        document = figures.read(path)
        if document["kind"] not in KINDS:
            sys.exit(f"{path}: of an unknown kind, {document['kind']}")
        documents.setdefault(document["kind"], []).append(document)
    if not documents:
        sys.exit(f"{args.folder}: no figures; bench scripts write them with --figures")
    page = args.page.read_text()
    for kind in KINDS:
        place = re.compile(rf"(<!-- figures: {kind} -->\n).*?(<!-- end -->\n)", re.S)
        if kind not in documents:
            print(f"{kind}: no figures, left as it is")
        elif not place.search(page):
            print(f"{kind}: {args.page} has no place for it")
        else:
            text = section(kind, documents[kind], args.page.parent / "plots")
            page = place.sub(lambda found: found[1] + text + found[2], page)
            print(f"{kind}: made of {len(documents[kind])} of the files")
    args.page.write_text(page)


if __name__ == "__main__":
    main()
