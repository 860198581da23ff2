"""The static site, which plays without a server: `make site` builds the folder.

Pyodide comes from npm and wheels from the index, as pinned by the hashes in the lock files.
"""
