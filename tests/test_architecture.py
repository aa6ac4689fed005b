"""The law of the tree: what happened and what was allowed never import one another, and arrows point one way."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import domscore

PACKAGE = Path(domscore.__file__).parent
BELOW_AUDIT = {"domino", "findings", "rules", "record", "play", "score", "infer", "report"}
ARROWS: dict[str, set[str]] = {
    "domino": set(),
    "findings": set(),
    "config": {"findings"},
    "rules": {"domino"},
    "record": {"domino", "findings"},
    "play": {"domino", "findings", "rules", "record"},
    "score": {"domino", "findings", "rules", "record", "play"},
    "infer": {"domino", "findings", "rules", "record", "play", "score"},
    "report": {"domino", "findings", "rules", "record", "play", "score", "infer"},
    "generate": {"domino", "rules", "record", "play", "score"},
    "auditing": BELOW_AUDIT,
    "replaying": BELOW_AUDIT | {"auditing", "explain"},
    "recalling": BELOW_AUDIT | {"auditing"},
    "suggest": BELOW_AUDIT | {"auditing", "recalling"},
    "compare": BELOW_AUDIT | {"auditing", "recalling"},
    "explain": BELOW_AUDIT | {"auditing", "penalising", "suggest"},
    "sheets": BELOW_AUDIT | {"auditing"},
    "penalising": BELOW_AUDIT | {"auditing"},
    "stats": {"domino", "findings", "rules", "record", "play", "score", "report"},
    "batch": BELOW_AUDIT | {"config", "auditing", "penalising", "suggest", "stats"},
    "cli": BELOW_AUDIT
    | {"auditing", "replaying", "suggest", "compare", "explain", "sheets", "batch", "generate", "stats", "config"},
    "__init__": BELOW_AUDIT | {"auditing", "batch"},
    "__main__": {"cli"},
}
"""What each part may import of the others."""


def part_of(path: Path) -> str:
    """The package, or the module at the top, that a file belongs to."""
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


def imported(path: Path) -> set[str]:
    """The parts of domscore that a file imports, inside functions too."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        modules: list[str] = []
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            modules = [node.module or ""]
            if node.module == "domscore":
                modules = [f"domscore.{alias.name}" for alias in node.names]
        found |= {module.split(".")[1] for module in modules if module.startswith("domscore.")}
    return found - {"__version__"}


FILES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_follow_the_arrows(path: Path) -> None:
    """A file imports only from parts that its own part may know."""
    part = part_of(path)
    assert part in ARROWS, f"{part} is not in the law of the tree"
    assert imported(path) - {part} <= ARROWS[part]


def test_rules_and_record_do_not_know_each_other() -> None:
    """What is allowed and what happened never import one another."""
    rules = {name for path in FILES if part_of(path) == "rules" for name in imported(path)}
    record = {name for path in FILES if part_of(path) == "record" for name in imported(path)}
    assert "record" not in rules
    assert "rules" not in record


def test_public_names_are_sorted_and_exist() -> None:
    """The public names are listed once, in order, and each can be had."""
    assert sorted(domscore.__all__) == domscore.__all__
    for name in domscore.__all__:
        assert getattr(domscore, name) is not None


def test_version_is_the_changelogs() -> None:
    """The version of the package is the newest of the changelog."""
    changelog = (PACKAGE.parent / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = next(line for line in changelog.splitlines() if line.startswith("## ")).split()[1]
    assert newest == domscore.__version__


def test_only_the_command_line_prints() -> None:
    """Nothing below the command line writes to the screen."""
    for path in FILES:
        if part_of(path) not in {"cli", "__main__"}:
            calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
            assert not any(isinstance(call.func, ast.Name) and call.func.id == "print" for call in calls), path
