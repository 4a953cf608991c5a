"""Texts for people, in their language: catalogs of translations, templates, and safe text."""
