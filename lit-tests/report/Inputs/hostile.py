"""Names that are made to do harm, in everything that RaceMap writes.

usage: hostile.py RACEMAP FOLDER - writes sources there, checks them in each way,
and prints what of their texts came through. Names of files (by #line) and of
kernels (by asm) have codes that terminals obey, ends of lines, commands of
GitHub, markup, marks that turn the direction, bytes that are no UTF-8.
"""
import html.parser
import json
import os
import re
import subprocess
import sys

racemap, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
os.chdir(folder)

CODES = (b"\x1b]0;pwned\x07\x1b[2J\x1b[31mred\x9b1m\xff\xe2\x80\xae\\r"
         b"\xc2\x9b2J\\r\x1b[K##[stop-commands]w"
         b"</script><img src=x onerror=alert(1)>,%0A")
FILE = (b"\xc2\xa0::error::evil" + CODES +
        b"\\n::stop-commands::x\\n::error::1 kernel.cu")
KERNEL = (b"ev\\x1b[31mil\\r\\n::stop-commands::y\\n</script><b>"
          b"\\xe2\\x80\\xae\\xc2\\x9b[x](http://evil)##[stop-commands]z")

RACE = b"{ a[threadIdx.x] = a[threadIdx.x + 1]; }\n"
with open("hostile.cu", "wb") as source:
    source.write(b'#line 1 "' + FILE + b'"\n'
                 b"__global__ void plain(int *a) " + RACE +
                 b'extern "C" __global__ void named(int *a) asm("' + KERNEL +
                 b'");\nextern "C" __global__ void named(int *a) ' + RACE)
# A name that a file system can have.
odd = os.path.join(folder.encode(), b"\x1b[31mred\n::error::odd.cu")
with open(odd, "wb") as source:
    source.write(b"__global__ void odd(int *a) " + RACE)
os.makedirs("build", exist_ok=True)
with open("build/compile_commands.json", "w") as database:
    json.dump([{"directory": folder, "file": name,
                "arguments": ["clang++", "-c", name]}
               for name in ("hostile.cu", os.fsdecode(odd))], database)

OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e"
                    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
CONSOLE = re.compile(r"^\s*::", re.M)
LINK = re.compile(r"(?<!\\)\[[^\]]*(?<!\\)\]\(")


def run(what, *args, status=1, commands=0):
    done = subprocess.run([racemap, *args], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
    assert done.returncode == status, (what, done)
    for name, stream in ("out", done.stdout), ("err", done.stderr):
        text = stream.decode("utf-8")  # raises if it is none
        bad = OBEYED.search(text)
        assert not bad, (what, name, text[max(bad.start() - 80, 0):][:160])
        wanted = commands if name == "out" else 0
        assert len(CONSOLE.findall(text)) == wanted, (what, name, text)
        assert "##[" not in text, (what, name, text)
    summary = done.stdout.decode().splitlines()[-1]
    print(f"{what}: {summary}")
    return done


run("file", "check", "hostile.cu", "--json=all.json", "--sarif=all.sarif")
run("github", "check", "hostile.cu", "--format=github", commands=2)
run("project", "check", "-p", "build", "--json=project.json")
run("kept", "check", "-p", "build")
run("file of an odd name", "check", os.fsdecode(odd))
run("text", "report", "all.json", status=0)
run("annotations", "report", "all.json", "--format=github", status=0, commands=2)
run("page", "report", "all.json", "-o", "all.html", status=0)
run("baseline", "check", "hostile.cu", "--write-baseline=known.json")
run("known", "check", "hostile.cu", "--baseline=known.json", status=0)

# All formats have the names as they are, in their own way to write them.
kernels = json.load(open("all.json", encoding="utf-8"))["kernels"]
assert [k["name"] for k in kernels] == [
    "plain(int*)", "ev\x1b[31mil\r\n::stop-commands::y\n</script><b>\u202e\x9b"
    "[x](http://evil)##[stop-commands]z"]
assert kernels[0]["file"].startswith(
    "\xa0::error::evil\x1b]0;pwned\x07"), kernels[0]["file"]
sarif = json.load(open("all.sarif", encoding="utf-8"))["runs"][0]
for result in sarif["results"]:
    uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert re.fullmatch(r"file://[!-~]*", uri) and "<" not in uri, uri
    assert not LINK.search(result["message"]["text"]), result["message"]


class Page(html.parser.HTMLParser):
    """Tags that are there, and what the elements of scripts say."""
    def __init__(self):
        super().__init__()
        self.tags, self.scripts = [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data):
        if self.tags and self.tags[-1] == "script":
            self.scripts[-1] += data


page = Page()
page.feed(open("all.html", encoding="utf-8").read())
assert "img" not in page.tags and page.tags.count("script") == 2, page.tags
assert len(json.loads(page.scripts[0])["results"]["kernels"]) == 2
print("formats: as they should be")
