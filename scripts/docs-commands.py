"""A hook of mkdocs: commands.md is what racemap says of itself.

The executable is RACEMAP in the environment; without one, the page says how to
ask for the text.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import os
import re
import subprocess

from mkdocs.structure.files import File

HEAD = "# Commands and options\n\n"


def say(tool, *args):
    return subprocess.run(
        [tool, *args], check=True, capture_output=True, text=True
    ).stdout


def page(tool):
    whole = say(tool, "help")
    commands = whole.split("\ncommands")[1].split("\n\n")[0]
    names = re.findall(r"^  ([a-z]+) ", commands, re.M)
    parts = [HEAD, "```\n", whole, "```\n"]
    options = ""
    for name in names:
        text, _, its = say(tool, "help", name).partition("\noptions, as")
        options = options or its
        parts += [f"\n## racemap {name}\n\n```\n", text, "```\n"]
    parts += ["\n## Options\n\n```\noptions, as", options, "```\n"]
    return "".join(parts)


def on_files(files, config):
    path = os.path.join(config["site_dir"] + ".pages", "commands.md")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    tool = os.environ.get("RACEMAP")
    with open(path, "w", encoding="utf-8") as out:
        out.write(page(tool) if tool else HEAD + "`racemap help` lists them.\n")
    files.append(
        File(
            "commands.md",
            os.path.dirname(path),
            config["site_dir"],
            config["use_directory_urls"],
        )
    )
    return files
