"""Runs a command on a terminal of its own, whose output it prints.

usage: terminal.py COMMAND...
"""
import pty
import sys

pty.spawn(sys.argv[1:])
