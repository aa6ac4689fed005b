"""The vocabulary of dominoes: tiles and sets, seats and sides, the layout on the table. Pure values, no input or output."""
