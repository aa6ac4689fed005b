"""What may stand in a configuration file, and what comes of it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import jsonschema
import pytest

from domscore.config.locating import ConfigError, Found
from domscore.config.model import configuration_schema
from domscore.config.reading import settings_of
from domscore.config.settings import Settings

WHOLE = """
select = ["DOM4", "wrong-ending", "DOM9"]
ignore = ["DOM901,DOM902"]
rules = "muggins"
fail-level = "warning"
strict = true
exclude = ["old/", "!old/kept.json"]
force-exclude = true
baseline = "known.txt"
[per-path-ignores]
"drafts/" = ["DOM4"]
[severity]
late-act = "error"
DOM4 = "note"
[per-path-rules]
"*.json" = "five-up/1"
"house/*" = "house.rules.json"
"""


def settings(text: str, root: str = "/games") -> Settings:
    """What a file in that directory comes to."""
    return settings_of(Found(f"{root}/domscore.toml", tomllib.loads(text)))


def test_every_key_has_its_effect() -> None:
    """Each value of a file arrives, codes by number, files of rules from the directory of the file."""
    found = settings(WHOLE)
    assert found.select == ("DOM4", "DOM503", "DOM9")
    assert found.ignore == ("DOM901", "DOM902")
    assert (found.rules, found.fail_level, found.strict, found.force_exclude) == ("muggins", "warning", True, True)
    assert found.severity == {"DOM441": "error", "DOM4": "note"}
    assert found.ignored_in("/games/drafts/x.json") == ("DOM901", "DOM902", "DOM4")
    assert found.ignored_in("/games/x.json") == ("DOM901", "DOM902")
    paths = ("/games/x.json", "/games/house/x.json", "/games/x.jsonl", "/elsewhere/x.json")
    assert [found.rules_for(path) for path in paths] == ["five-up/1", "/games/house.rules.json", "muggins", "muggins"]
    assert found.exclude.match("/games/old/x.json")
    assert found.baseline == "/games/known.txt"


def test_where_a_value_comes_from() -> None:
    """What the file does not say is a default, and the command line wins; rules given there count for every file."""
    found = settings(WHOLE.replace("strict = true", "")).overridden({"ignore": (), "select": None, "rules": "selminha"})
    file = found.file
    assert [found.origin(name) for name in ("select", "ignore", "strict")] == [file, "command line", "default"]
    assert found.ignore == ()
    assert found.rules_for("/games/x.json") == "selminha"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("selct = []", "unknown key selct; did you mean select"),
        ('per_path_ignores = {"x" = []}', "unknown key per_path_ignores; did you mean per-path-ignores"),
        ("[per-path-rule]", "unknown key per-path-rule; did you mean per-path-rules"),
        ('select = "DOM4"', 'select: should be a list, such as ["DOM4"]'),
        ("select = []", "select: list should have at least 1 item"),
        ('select = [""]', "select: it names no finding"),
        ('select = ["DOM499"]', "select: there is no finding DOM499; did you mean"),
        ('ignore = ["fals-pass"]', "ignore: there is no finding fals-pass; did you mean false-pass"),
        ('ignore = ["DOM202"]', "ignore: DOM202 is always reported as it is"),
        ('[per-path-ignores]\n"x" = ["not-json"]', "per-path-ignores: not-json is always reported"),
        ("ignore = [4]", "ignore.0: input should be a valid string"),
        ("strict = 1", "strict: input should be a valid boolean"),
        ('fail-level = "fatal"', "fail-level: input should be 'error', 'warning' or 'note'"),
        ('[severity]\nDOM4 = "fatal"', "severity.DOM4: input should be 'error', 'warning' or 'note'"),
        ('[severity]\nDOM1 = "note"', "severity: DOM1 is always reported as it is"),
        ('[severity]\nDOM605 = "error"', "severity: DOM605 stays a note"),
        ('rules = ""', "rules: string should have at least 1 character"),
        ('exclude = ["a[z-"]\nstrict = 3', "strict: input"),
        ('exclude = ["\\\\"]', r"exclude: '\\' is no pattern"),
        ('exclude = ["[z-a]"]', "exclude: '[z-a]' is no pattern: bad character range"),
        ('exclude = ["[[:alpha:]].json"]', "exclude: '[[:alpha:]].json': a set of signs within another"),
        ("exclude = ['season\\2019']", r"exclude: 'season\\2019': directories are separated by /"),
        ('[per-path-ignores]\n"old\\\\new" = ["DOM9"]', r"per-path-ignores: 'old\\new': directories are separated by /"),
        ('[per-path-ignores]\nignore = ["DOM9"]', "per-path-ignores: ignore is a setting, which stands above the tables"),
        ('[per-path-rules]\n"*.json" = "muggins"\nrules = "five-up"', "per-path-rules: rules is a setting"),
        ('[severity]\nDOM4 = "note"\nstrict = true', "severity.strict: strict is a setting, which stands above the tables"),
        ('[per-path-ignores]\n"!x" = ["DOM4"]', "per-path-ignores: '!x' matches nothing"),
        ('[per-path-rules]\n"" = "muggins"', "per-path-rules: '' matches nothing"),
    ],
)
def test_what_may_not_be_said(text: str, said: str) -> None:
    """Unknown keys, wrong values, unknown codes: each error names the file and the key, and the nearest name."""
    with pytest.raises(ConfigError) as error:
        settings(text)
    assert f"domscore.toml: {said}".lower() in str(error.value).lower()


def test_all_that_is_wrong_is_said_at_once() -> None:
    """Two wrong keys are two lines."""
    with pytest.raises(ConfigError) as error:
        settings("selct = []\nstrict = 3")
    assert len(str(error.value).splitlines()) == 2


def test_the_schema_knows_what_the_reader_knows() -> None:
    """The schema for editors accepts the whole example and refuses an unknown key."""
    schema = configuration_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(tomllib.loads(WHOLE), schema)
    assert set(schema["properties"]) == set(tomllib.loads(WHOLE))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"selct": []}, schema)


def test_patterns_start_at_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pattern with a slash means the directory of the file, wherever the command runs; nothing outside is matched."""
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path / "below")
    found = settings('exclude = ["/below/x.json", "y.json"]', str(tmp_path))
    assert [found.exclude.match(path) for path in ("x.json", "../x.json", "y.json", "../../y.json")] == [
        True,
        False,
        True,
        False,
    ]
