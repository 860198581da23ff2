"""Maps of whole games, as files and for pages."""
