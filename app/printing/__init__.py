"""Pictures and pages to print: HTML to PDF, SVG to PNG, charts. It knows nothing of matches."""
