"""Smaller bodies of kernels in which something still goes wrong.

A body is lines of C++, as random-kernels.py makes them: a statement is a line, or
a block with what begins it.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""


def statements(lines):
    """The statements of some lines, each a list of lines.

    >>> statements(["a();", "if (b)", "  c();", "if (d) {", "  e();", "}", "f();"])
    [['a();'], ['if (b)', '  c();'], ['if (d) {', '  e();', '}'], ['f();']]
    """
    found, open_braces, goes_on = [], 0, False
    for line in lines:
        if not goes_on:
            found.append([])
        found[-1].append(line)
        open_braces += line.count("{") - line.count("}")
        goes_on = open_braces > 0 or not line.rstrip().endswith((";", "}"))
    return found


def smaller(lines, fails, says=lambda lines: None):
    """A body that fails as well, from which no statement can be taken out, nor a
    block be replaced by what is in it.

    >>> smaller(["a();", "if (b) {", "  c();", "  d();", "}", "e();"],
    ...         lambda lines: any("d" in l for l in lines))
    ['  d();']
    """
    lines = list(lines)
    at = 0
    while at < len(statements(lines)):
        parts = statements(lines)
        before, its, behind = parts[:at], parts[at], parts[at + 1 :]
        choices = [[]]
        if len(its) > 1:
            choices.append(its[1:-1] if its[-1].strip() == "}" else its[1:])
        for instead in choices:
            shorter = sum(before, []) + instead + sum(behind, [])
            if fails(shorter):
                lines = shorter
                says(lines)
                break
        else:
            # What is within may be smaller.
            if its[-1].strip() == "}":
                inner = smaller(
                    its[1:-1],
                    lambda ls, b=before, i=its, e=behind: fails(
                        sum(b, []) + [i[0], *ls, i[-1]] + sum(e, [])
                    ),
                    says,
                )
                lines = sum(before, []) + [its[0], *inner, its[-1]] + sum(behind, [])
            at += 1
    return lines
