"""What tests do to the machine that a program runs on."""
import os
import resource


def limited(which, number):
    """For preexec_fn: a limit of the process, of its children, too."""
    return lambda: resource.setrlimit(which, (number, number))


def has_nameless_files():
    """Has a file of RaceMap's a name here only when it is complete?"""
    try:
        os.close(os.open(".", os.O_TMPFILE | os.O_WRONLY))
    except OSError:
        return False
    return os.access("/proc/self/fd", os.X_OK)
