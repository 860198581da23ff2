"""The page that needs no server, as a folder of files: `make site` builds it.

What others have made is fetched as the locks say, by hash: Pyodide by npm, wheels from uv.lock.
"""
