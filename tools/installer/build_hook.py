"""Compiles the languages before hatch packs the program, because compiled languages are not in the
repository.
"""

import sys
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileLanguages(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, object]) -> None:
        """Compile the languages into the tree that is packed. The build system hatch calls this
        before each build.
        """
        sys.path.insert(0, self.root)
        from tools.catalogue import compile_languages

        build_data["artifacts"] = [
            file.relative_to(Path(self.root)).as_posix() for file in compile_languages()
        ]
