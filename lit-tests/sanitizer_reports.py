"""Shell tests that fail if a sanitizer of RaceMap's own code has a report.

A sanitizer writes its reports into files of the test's own, so that none is lost where a test expects a process to fail or
does not look at what it says.
"""
import glob
import os

import lit.Test
import lit.formats


class WithoutReports(lit.formats.ShTest):
    """Options: what sanitizers are told, by environment variable; reports are put into the folder."""

    def __init__(self, options, folder):
        super().__init__(execute_external=False)
        self.options = options
        self.folder = folder

    def execute(self, test, lit_config):
        os.makedirs(self.folder, exist_ok=True)
        file = os.path.join(self.folder, "-".join(test.path_in_suite))
        of_this_test = glob.escape(file) + ".[0-9]*"
        for old in glob.glob(of_this_test):
            os.remove(old)
        for variable, options in self.options.items():
            test.config.environment[variable] = f"{options}:log_path={file}"
        result = super().execute(test, lit_config)
        for new in sorted(glob.glob(of_this_test)):
            result.code = lit.Test.FAIL
            with open(new, errors="replace") as text:
                result.output += f"\n{new}:\n{text.read()}"
        return result
