"""What a file states: the record's models, the grammar of acts, reading bytes, and places in the bytes.

Nothing here knows what a game permits.
"""
