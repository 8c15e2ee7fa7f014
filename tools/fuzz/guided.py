"""Runs one target, guided by coverage: `atheris` keeps each case that reaches new code, and changes
it further. `tools.fuzz --guided` starts this program. It ends with the first case that fails or
takes a minute.
"""

import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["app", "tomllib", "csv"]):
    import csv
    import tomllib

    from tools.fuzz.__main__ import HANG_S
    from tools.fuzz.targets import TARGETS

INSTRUMENTED = (csv, tomllib)


def main() -> None:
    name, cases, seed, folder = sys.argv[1], sys.argv[2], sys.argv[3], Path(sys.argv[4])
    target = next(target for target in TARGETS if target.name == name)
    corpus, words = folder / "corpus", folder / "words"
    corpus.mkdir()
    for number, data in enumerate(target.seeds(folder)):
        (corpus / f"{number}").write_bytes(data)
    escaped = ("".join(f"\\x{byte:02x}" for byte in word) for word in target.words)
    words.write_text("".join(f'"{word}"\n' for word in escaped))
    options = [f"-runs={cases}", f"-seed={seed}", f"-timeout={HANG_S}", "-max_len=40000"]
    options += [f"-dict={words}", f"-artifact_prefix={folder}/", "-print_final_stats=1"]
    with target.opened(folder) as one:
        atheris.Setup([sys.argv[0], *options, str(corpus)], one)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
