"""Configuration: ``[tool.domscore]`` of a pyproject.toml, or a domscore.toml; the nearest one, and the command line over it.

``locating`` finds the file, ``model`` says what may stand in it, ``reading`` reads it, ``patterns`` tells which paths a
pattern means, ``settings`` is what comes of it all. Only ``locating`` and ``settings`` are loaded where there is no file.
"""
