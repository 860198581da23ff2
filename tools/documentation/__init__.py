"""The documentation as pages: `make site` lays it beside the page that needs no server.

The texts stay where they are. `pages` copies them into a workshop, with links that hold there, and
adds what is made: a page for each game (`games`), the reference (`reference`) and our colours and
sign (`look`). Zensical builds that; Material for MkDocs can (docs/site.md).
"""
