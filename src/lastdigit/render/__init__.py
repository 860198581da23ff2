"""SVG, PNG and HTML output that several front ends share."""
