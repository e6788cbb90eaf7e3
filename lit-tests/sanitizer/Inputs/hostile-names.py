"""usage: hostile-names.py SOURCE - prints it with a file name that is made to do
harm; hostile-names.py --check TEXT JSON - looks at a run's report."""
import json
import re
import sys

if sys.argv[1] == "--check":
    text = open(sys.argv[2], encoding="utf-8").read()
    bad = re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]|^\\s*::|##\\[", text,
                    re.M)
    assert not bad, text[max(0, bad.start() - 80):][:160]
    found = json.load(open(sys.argv[3], encoding="utf-8"))["findings"]
    assert "ev\x1b[31mil\n" + "=" * 18 + "##[stop-commands]x" in [f["kernel"] for f in found], found
    sys.exit()
source = open(sys.argv[1], "rb").read()
sys.stdout.buffer.write(source.replace(
    b'"EVIL"', b'"evil\x1b[2J\x9b1m\xe2\x80\xae\\nSUMMARY: RaceMap: nothing"'))
