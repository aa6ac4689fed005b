"""Rule sets as data: the model, the catalogue, and the presets of the four rule pages.

To add a rule set, add ``presets/<name>.json`` and a sample that uses it; no Python.
"""

from domscore.rules.catalogue import RulesError, resolve
from domscore.rules.model import Rules

__all__ = ["Rules", "RulesError", "resolve"]
