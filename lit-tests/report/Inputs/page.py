"""Looks at the page that `racemap report -o page.html` made of page.cu, in
headless Chromium without a network: what it says, the sources side by side
(and one below the other where it is narrow), both drawings, the keyboard, light
and dark with enough contrast, and how it is printed.

usage: page.py [PAGE [FOLDER FOR PICTURES]] [KIND PAGE]...
       where KIND is --runs, --folders, --hidden, --odd, --gone, --narrow, --empty or --probe

One browser looks at all of them, each in a tab of its own.
"""
import base64
import contextlib
import os
import pathlib
import subprocess
import sys
import tempfile

import psutil
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys


# Seconds that a browser has for everything.
ALL = 90

# Bytes of the name of a folder for temporary files. In it are the browser's own
# folder (12 bytes), Chromium's, and the socket (45 bytes, others may need more).
LONGEST = 107 - 12 - 55


@contextlib.contextmanager
def chromium(folder):
    options = Options()
    options.binary_location = "/usr/bin/chromium"
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu",
                 "--disable-dev-shm-usage", "--window-size=1200,1000",
                 "--host-resolver-rules=MAP * ~NOTFOUND"):
        options.add_argument(flag)
    environment = os.environ | {"HOME": folder, "TMPDIR": folder}
    # The address sanitizer, which looks at RaceMap's own code, does not start in
    # Chromium: memory that it needs is taken.
    environment.pop("LD_PRELOAD", None)
    service = Service("/usr/bin/chromedriver", env=environment)
    browser = webdriver.Chrome(service=service, options=options)
    try:
        yield browser
    finally:
        browser.quit()


class Page:
    def __init__(self, browser, path):
        self.b = browser
        self.open(path)

    def open(self, path):
        self.b.get(pathlib.Path(path).resolve().as_uri())

    def js(self, text, *args):
        return self.b.execute_script(text, *args)

    def all(self, css):
        return self.b.find_elements(By.CSS_SELECTOR, css)

    def text(self, css):
        return self.b.find_element(By.CSS_SELECTOR, css).text

    def press(self, *keys):
        for key in keys:
            self.b.switch_to.active_element.send_keys(key)

    def kernel(self, index):
        """A selector for the one at this place, from 0."""
        return "#" + self.all(".kernel")[index].get_attribute("id")

    def names(self):
        """Of the kernels that are seen, in their order."""
        return [k.text for k in self.all(".kernel > summary .name") if k.text]

    def focused(self):
        return self.b.switch_to.active_element.text

    def width(self, pixels):
        self.b.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": pixels, "height": 1000, "deviceScaleFactor": 1,
            "mobile": pixels < 600})

    def media(self, kind="", scheme=""):
        self.b.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "media": kind,
            "features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def picture(self, folder, name):
        size = self.js("const e = document.documentElement;"
                       "return [e.scrollWidth, e.scrollHeight]")
        shot = self.b.execute_cdp_cmd("Page.captureScreenshot", {
            "captureBeyondViewport": True,
            "clip": {"x": 0, "y": 0, "width": size[0],
                     "height": min(size[1], 8000), "scale": 1}})
        os.makedirs(folder, exist_ok=True)
        with open(f"{folder}/{name}.png", "wb") as out:
            out.write(base64.b64decode(shot["data"]))


def equal(got, wanted):
    if got != wanted:
        sys.exit(f"page.py: {got!r}, not {wanted!r}")


def holds(condition, what):
    if not condition:
        sys.exit(f"page.py: {what}")


def is_self_contained(p):
    equal(p.js("return performance.getEntriesByType('resource').length"), 0)
    equal(p.js("return document.querySelectorAll('[src], link, [href^=http]')"
               ".length"), 0)
    equal(p.b.get_log("browser"), [])


def says_what_there_is(p):
    equal(p.text("#summary"), "5 kernels: 3 racy, 1 unknown, 1 race-free; "
                              "4 findings")
    equal([k.text for k in p.all(".kernel > summary .name")],
          ["reduce(float*, float*)", "late(int*)",
           "scatter(int*, int const*, int)", "mystery(int*)",
           "scale(float*, int)"])
    equal([k.get_attribute("open") for k in p.all(".kernel")],
          ["true", None, None, None, None])
    body = p.text(".kernel[open] .body")
    for part in ("launch page.cu:", "6 of 7 pairs proved free", "Assumptions",
                 "in and out do not overlap", "no barrier separates its iterations",
                 "Repair, verified", "s of the first thread"):
        holds(part in body, f"no '{part}' in: {body}")


def does_not_scroll_sideways(p):
    """Not by innerWidth, which is a telephone's window zoomed out."""
    equal(p.js("const e = document.scrollingElement;"
               "return e.scrollWidth <= e.clientWidth"), True)


def shows_both_sources(p):
    equal([x.text.split() for x in p.all(".kernel[open] .sides .hit")],
          [["9", "sdata[tid]", "+=", "sdata[tid", "+", "s];"]] * 2)
    equal([x.text for x in p.all(".kernel[open] .sides .hit u")],
          ["sdata", "+"])
    equal(p.text(".repair .added").split(), ["+", "__syncthreads();"])
    first, second = (x.rect for x in p.all(".kernel[open] .sides .side")[:2])
    holds(first["y"] == second["y"] and
          second["x"] >= first["x"] + first["width"], "not side by side")
    p.width(420)
    first, second = (x.rect for x in p.all(".kernel[open] .sides .side")[:2])
    holds(second["y"] >= first["y"] + first["height"], "not below each other")
    for pixels in (420, 1200):
        p.width(pixels)
        does_not_scroll_sideways(p)


def draws_the_way(p):
    """Ten barriers in late(): three, a gap, three."""
    p.js("document.querySelectorAll('.kernel')[1].open = true")
    way = p.kernel(1) + " svg.way"
    texts = [t.text for t in p.all(way + " text")]
    for part in ("thread (16,0,0)", "of block (0,0,0)", "barrier, line 19, i = 0",
                 "4 more barriers", "barrier, line 19, i = 9", "a[16]",
                 "write, line 21", "read, line 23", "no barrier between"):
        holds(part in texts, f"'{part}' is not drawn: {texts}")
    equal(len(p.all(way + " .barrier")), 6)
    equal(len(p.all(way + " circle.clash")), 2)
    bars = [float(x.get_attribute("y1")) for x in p.all(way + " .barrier")]
    clash = float(p.all(way + " .clash-line")[0].get_attribute("y1"))
    holds(max(bars) < clash, "the conflict is not behind the barriers")


def draws_addresses(p):
    drawing = p.kernel(1) + " svg.addresses"
    equal([t.text for t in p.all(drawing + " text.first")][0], "t(16,0,0)")
    named = p.all(drawing + " .link.named")
    equal(len(named), 2)
    hot = p.all(drawing + " .cell.hot")
    equal(len(hot), 1)
    middle = float(hot[0].get_attribute("x")) + \
        float(hot[0].get_attribute("width")) / 2
    for link in named:
        equal(round(float(link.get_attribute("x2")), 3), round(middle, 3))
    holds(len(p.all(drawing + " .link:not(.named)")) >= 12, "no neighbours")


def has_room_for_labels(p):
    """In the drawings of all kernels, as large as they are made."""
    p.js("document.querySelectorAll('.kernel').forEach(k => k.open = true)")
    odd = p.js("""
        const odd = [];
        for (const svg of document.querySelectorAll('svg')) {
          const all = [...svg.querySelectorAll('text')].map(
            t => [t.textContent, t.getBBox()]);
          const view = svg.viewBox.baseVal;
          all.forEach(([text, a], i) => {
            if (a.x < 0 || a.x + a.width > view.width || a.y < 0)
              odd.push(text + ' is cut');
            for (const [other, b] of all.slice(i + 1))
              if (a.x < b.x + b.width && b.x < a.x + a.width &&
                  a.y < b.y + b.height - 3 && b.y < a.y + a.height - 3)
                odd.push(text + ' and ' + other + ' overlap');
          });
        }
        return odd;""")
    equal(odd, [])


def obeys_keys(p):
    p.js("document.querySelectorAll('.kernel').forEach(k => k.open = false)")
    p.press("j")
    holds("reduce" in p.focused(), "j does not go to the first kernel")
    p.press("j", "j", "k")
    holds("late" in p.focused(), "j and k do not move")
    p.press(Keys.ENTER)
    equal(p.all(".kernel")[1].get_attribute("open"), "true")
    p.press("n")
    holds("data race on 'a'" in p.focused(), "n does not go to a finding")
    p.press("n")
    holds("data race on" in p.focused() and "scatter" in p.focused(),
          "n does not go on")
    p.press("p", "k")
    holds(p.focused().startswith("racy\nlate"), "k does not leave a finding")
    p.press("?")
    holds(p.all("#help")[0].is_displayed(), "? shows no keys")
    p.press("?")
    holds(not p.all("#help")[0].is_displayed(), "? does not hide the keys")
    p.press("/")
    p.press(*"SCAL")
    equal(p.names(), ["scale(float*, int)"])
    equal([h.text for h in p.all("h2") if h.text], ["Race-free 1 kernel"])
    p.press(*[Keys.BACKSPACE] * 4, Keys.ESCAPE)
    p.all("#filter [name=racy]")[0].click()
    equal(p.names(), ["mystery(int*)", "scale(float*, int)"])
    p.all("#filter [name=racy]")[0].click()


def luminance(rgb):
    parts = [x / 255 for x in rgb]
    parts = [x / 12.92 if x <= .03928 else ((x + .055) / 1.055) ** 2.4
             for x in parts]
    return .2126 * parts[0] + .7152 * parts[1] + .0722 * parts[2]


def contrast(p, css):
    """Of an element's text with the nearest ground behind it."""
    text, ground = p.js("""
        const rgb = c => c.match(/[\\d.]+/g).map(Number);
        let e = document.querySelector(arguments[0]);
        const colour = rgb(getComputedStyle(e).color).slice(0, 3);
        for (; e; e = e.parentElement) {
          const back = rgb(getComputedStyle(e).backgroundColor);
          if (back.length === 3)
            return [colour, back];
        }""", css)
    light, dark = sorted((luminance(text), luminance(ground)), reverse=True)
    return (light + .05) / (dark + .05)


def is_legible(p):
    equal(p.js("return document.documentElement.dataset.theme"), None)
    grounds = []
    for scheme in ("light", "dark"):
        p.media(scheme=scheme)
        for css in ("h1", "b.racy", "b.unknown", "b.race-free", ".place",
                    ".badge", ".side.first b", ".side.second b",
                    ".first .hit", ".second .hit", ".no"):
            holds(contrast(p, css) >= 4.5,
                  f"{css}: contrast {contrast(p, css):.1f}, {scheme}")
        grounds.append(p.js("return getComputedStyle(document.body)"
                            ".backgroundColor"))
    holds(grounds[0] != grounds[1], "light is dark")
    p.media(scheme="light")
    p.js("document.activeElement.blur()")
    p.press("t")
    equal(p.js("return getComputedStyle(document.body).backgroundColor"),
          grounds[1])
    p.press("t")


def can_be_printed(p):
    p.js("document.querySelectorAll('.kernel').forEach(k => k.open = false)")
    p.js("dispatchEvent(new Event('beforeprint'))")
    p.media(kind="print", scheme="dark")
    equal([k.get_attribute("open") for k in p.all(".kernel")],
          ["true", "true", "true", None, None])
    holds(not p.all("#filter")[0].is_displayed(), "controls are printed")
    equal(p.js("return getComputedStyle(document.body).backgroundColor"),
          "rgb(255, 255, 255)")
    pdf = p.b.execute_cdp_cmd("Page.printToPDF", {})["data"]
    holds(base64.b64decode(pdf).startswith(b"%PDF"), "no PDF")
    p.media()
    p.js("dispatchEvent(new Event('afterprint'))")
    equal([k.get_attribute("open") for k in p.all(".kernel")], [None] * 5)


def look(p, path, pictures):
    is_self_contained(p)
    says_what_there_is(p)
    shows_both_sources(p)
    draws_the_way(p)
    draws_addresses(p)
    has_room_for_labels(p)
    is_legible(p)
    for pixels in (420, 1200) if pictures else ():
        p.width(pixels)
        p.picture(pictures, str(pixels))
    obeys_keys(p)
    can_be_printed(p)
    is_self_contained(p)


def look_at_folders(p):
    """Kernels of two folders, by certainty and then by folder."""
    is_self_contained(p)
    certain = [h.text for h in p.all("h2")]
    equal(certain[0].split(" ")[:4], ["Findings", "that", "are", "provable"])
    equal(certain[-2:], ["Undecided 1 kernel", "Race-free 1 kernel"])
    # A kernel is where its findings are, though it is free of races.
    diverging = [k for k in p.all(".kernel") if "diverge" in k.text]
    equal([k.get_attribute("data-rank") for k in diverging], ["provable"])
    equal([k.get_attribute("data-verdict") for k in diverging], ["race-free"])
    folders = p.js("return cards.map(c => c.dataset.folder)")
    holds(folders != sorted(folders), "by certainty is by folder")
    equal(p.js("return cards.map(c => ranks.indexOf(c.dataset.rank))"),
          p.js("return cards.map(c => ranks.indexOf(c.dataset.rank)).sort()"))
    before = p.names()
    p.press("o")
    heads = [h.text.rsplit(" ", 2) for h in p.all("h2")]
    equal([h[0] for h in heads], ["first", "second", "second/deep"])
    folders = p.js("return cards.map(c => c.dataset.folder)")
    equal(folders, sorted(folders))
    equal(sorted(p.names()), sorted(before))
    equal(p.names()[0], "reduce(float*, float*)")
    equal([len(g.find_elements(By.CSS_SELECTOR, ".kernel"))
           for g in p.all(".group")], [int(h[1]) for h in heads])
    # What is not wanted leaves no heading behind.
    p.press("/")
    p.press(*"deep")
    equal([h.text.rsplit(" ", 2)[0] for h in p.all("h2") if h.text],
          ["second/deep"])
    p.press(*[Keys.BACKSPACE] * 4, Keys.ESCAPE, "o")
    equal(p.names(), before)


def look_odd(p):
    equal(p.js("return document.title"), "RaceMap report")
    equal(p.js("return document.images.length"), 0)
    names = [k.text for k in p.all(".kernel > summary .name")]
    holds('</script><img src=x onerror=document.title=1>' in names,
          f"the name is lost: {names}")


def look_gone(p):
    is_self_contained(p)
    holds("The source page.cu is not here." in p.text(".kernel[open] .sides"),
          "nobody says that the source is not there")


def shows_what_is_accessed(p):
    """However long its line is, it is in sight of its pane."""
    far = p.js("""return [...document.querySelectorAll('pre u')].filter(u => {
        const at = u.getBoundingClientRect();
        const pane = u.closest('pre').getBoundingClientRect();
        return at.width && (at.left < pane.left || at.right > pane.right);
      }).map(u => u.textContent)""")
    equal(far, [])


def look_narrow(p):
    is_self_contained(p)
    has_room_for_labels(p)
    holds("_which_does_not_fit_a_line/narrow.cu:" in p.text(".kernel[open] .body"),
          "the path of the launch is not there")
    for pixels in (360, 500):
        p.width(pixels)
        does_not_scroll_sideways(p)
        shows_what_is_accessed(p)
    p.width(1200)
    shows_what_is_accessed(p)
    equal(p.js("""return [...document.querySelectorAll('.scroll')]
                 .filter(t => t.scrollWidth > t.clientWidth).length"""), 0)
    texts = [t.text for t in p.all("svg text")]
    for part in ("thread (1023,0,0)", "t(0,0,0) b(1,0,0)", "100000000"):
        holds(part in texts, f"'{part}' is not drawn: {texts}")
    for first, last in ("an_array", "[100000000]"), ("barrier,", "loop = 1"):
        holds(any(t.startswith(first) and "\u2026" in t and t.endswith(last)
                  for t in texts), f"'{first}' is not shortened: {texts}")


def look_empty(p):
    is_self_contained(p)
    equal(p.text("#summary"), "0 kernels: 0 racy, 0 unknown, 0 race-free; "
                              "0 findings")


def look_at_runs(p):
    is_self_contained(p)
    equal(p.text("#summary"), "2 kernels: 1 racy, 0 unknown, 1 race-free; "
                              "1 finding")
    body = p.text(".kernel[open] .body")
    equal(body.count("run, launch 1 at"), 1)  # a row for all of its findings
    holds("0 of 0" not in body, "a run has pairs")
    for part in ("run, launch 1 at", "confirmed by a run",
                 "Runs of the sanitizer", "launches 1",
                 "0 of 1 access in the code left alone"):
        holds(part in body, f"no '{part}' in: {body}")
    p.js("document.querySelectorAll('.kernel')[1].open = true")
    holds("launches 1" in p.text(p.kernel(1) + " .body"),
          "what was counted of a race-free kernel is lost")


def look_at_hidden(p):
    is_self_contained(p)
    equal(p.text("#summary"), "2 kernels: 1 racy, 0 unknown, 1 race-free; "
                              "0 findings")
    p.js("document.querySelector('.kernel').open = true")
    fold = p.all(".kernel[open] details.hidden")
    equal(len(fold), 1)
    equal(fold[0].text, "1 hidden finding")
    fold[0].find_element(By.TAG_NAME, "summary").click()
    articles = [x.text for x in p.all("details.hidden .finding")]
    equal([x.split("\n")[0] for x in articles],
          ["Hidden by suppressions: on purpose"])
    holds(all("data race on 'data'" in x for x in articles),
          f"not what is hidden: {articles}")


def probe(p):
    """Does this Chromium do what the tests ask it for?"""
    p.width(420)
    p.media(kind="print", scheme="dark")
    p.press("j")
    p.picture(os.environ["HOME"], "probe")
    p.b.execute_cdp_cmd("Page.printToPDF", {})


KINDS = {"--runs": look_at_runs, "--folders": look_at_folders, "--hidden": look_at_hidden,
         "--odd": look_odd, "--gone": look_gone, "--narrow": look_narrow,
         "--empty": look_empty, "--probe": probe}


def look_once(folder, args):
    with chromium(folder) as browser:
        while args:
            kind = KINDS.get(args[0])
            path = args[1] if kind else args[0]
            print(f"page.py: {path}", flush=True)
            browser.switch_to.new_window("tab")
            page = Page(browser, path)
            if kind:
                kind(page)
                args = args[2:]
                continue
            pictures = args[1:2] if args[1:2] and args[1] not in KINDS else []
            look(page, path, "".join(pictures))
            args = args[1 + len(pictures):]


def end(process):
    """With the browser that it has begun."""
    for each in [*psutil.Process(process.pid).children(recursive=True), process]:
        with contextlib.suppress(psutil.NoSuchProcess):
            each.kill()
    process.wait()


def short_folder():
    """For what the browser writes: that of TMPDIR, or /tmp if its name is too
    long. Chromium makes a socket in a folder of a folder of it, and ends at
    once if the name of that has more than 107 bytes."""
    usual = tempfile.gettempdir()
    return usual if len(os.fsencode(usual)) <= LONGEST else "/tmp"


def main():
    """A browser that hangs is ended, and has a second chance; a page that is
    not as it should be has none."""
    if sys.argv[1] == "--in":
        return look_once(sys.argv[2], sys.argv[3:])
    for _ in range(2):
        with tempfile.TemporaryDirectory(dir=short_folder(), ignore_cleanup_errors=True) as folder:
            inner = subprocess.Popen([sys.executable, __file__, "--in", folder, *sys.argv[1:]])
            try:
                return sys.exit(inner.wait(ALL))
            except subprocess.TimeoutExpired:
                end(inner)
    sys.exit(f"page.py: Chromium did nothing for {ALL} seconds, twice")


if __name__ == "__main__":
    main()
