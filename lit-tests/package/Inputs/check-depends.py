"""Do the libraries that the files of a Debian package need come with it, or with
the packages that it depends on?

usage: check-depends.py PACKAGE.deb ROOT, the folder it is unpacked in
"""
import functools
import os
import re
import subprocess
import sys


def said(*command):
    return subprocess.run(command, check=True, capture_output=True,
                          text=True).stdout


def depends(package):
    return {re.match(r"[\w.+-]+", part.strip())[0]
            for part in said("dpkg-deb", "-f", package, "Depends").split(",")}


def libraries(root):
    """Of each file, what it says that it needs, and where that is."""
    for at, _, names in os.walk(root):
        for name in names:
            path = os.path.join(at, name)
            with open(path, "rb") as file:
                if os.path.islink(path) or file.read(4) != b"\x7fELF":
                    continue
            where = dict(re.findall(r"(\S+) => (/\S+)", said("ldd", path)))
            for needed in re.findall(r"NEEDED.*\[(.*)\]",
                                     said("readelf", "-d", path)):
                yield path, needed, where.get(needed)


@functools.cache
def owner(path):
    """Links to it can be another package's; a folder of / can be a link to one
    of /usr."""
    real = os.path.realpath(path)
    for name in (real, real.removeprefix("/usr"), path):
        found = subprocess.run(["dpkg-query", "-S", name], capture_output=True,
                               text=True)
        if not found.returncode:
            return found.stdout.split(":")[0]
    return None


def main():
    package, root = sys.argv[1:]
    known, count = depends(package), 0
    for path, needed, where in libraries(root):
        count += 1
        if needed.startswith("ld-linux"):
            where = where or "/lib64/" + needed
        if not where:
            sys.exit(f"{path} needs {needed}, which is nowhere")
        if where.startswith(os.path.realpath(root)) or where.startswith(root):
            continue
        if owner(where) not in known:
            sys.exit(f"{path} needs {needed} of {owner(where)}, which is not in "
                     f"{sorted(known)}")
    print(f"{count} libraries")


if __name__ == "__main__":
    main()
