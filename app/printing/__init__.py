"""Turns HTML into PDF and SVG into PNG, and draws charts. It knows nothing about matches."""
