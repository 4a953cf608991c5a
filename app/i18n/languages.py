"""The languages that people can choose, each by its own name."""

LANGUAGES = {"en": "English", "pl": "Polski", "cs": "Čeština", "de": "Deutsch", "fr": "Français"}
