"""Reports: what an audit found, as data and as text."""
