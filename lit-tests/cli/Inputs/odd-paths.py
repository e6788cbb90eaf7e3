"""usage: odd-paths.py RACEMAP SOURCE FOLDER

Checks a copy of SOURCE in a folder whose name has all that names can have, and
prints a line for each run: what was asked, the status, the last line or, of
what is kept, the line of units.
"""
import json
import os
import shlex
import shutil
import subprocess
import sys

racemap, source, folder = sys.argv[1:]
odd = os.path.join(folder, "ä 'b' \"c\" 100%u $d")
os.makedirs(odd)
file = os.path.join(odd, "kärnel 'x'.cu")
shutil.copy(source, file)


def run(what, *args, line=-1):
    done = subprocess.run(
        [racemap, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        encoding="utf-8", cwd=odd,
    )
    lines = done.stdout.splitlines() or done.stderr.splitlines()
    print(f"{what}: status {done.returncode}, {lines[line]}")


entry = {"directory": odd, "file": file,
         "command": f"clang++ -c {shlex.quote(file)}"}
with open(os.path.join(odd, "compile_commands.json"), "w",
          encoding="utf-8") as out:
    json.dump([entry], out, ensure_ascii=False)

sys.stdout.reconfigure(encoding="utf-8")
run("file", "check", file, "--json=all.json", "--sarif=all.sarif",
    "--write-baseline=known.json")
run("project", "check", "-p", odd)
run("kept", "check", "-p", odd, line=0)
run("known", "check", file, "--baseline=known.json")
run("report", "report", "all.json", "-o", "all.html")
run("missing", "check", file + ".gone")
