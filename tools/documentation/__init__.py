"""The documentation as a website: `make site` puts it beside the static page.

`pages` copies the texts into a build folder and adapts their links. The other modules add generated
pages: one for each game (`games`), the API reference (`reference`), and colours and logo (`look`).
Zensical builds the site; Material for MkDocs can, too (docs/documentation.md).
"""
