"""The printed book of a finished match, and a match on one page."""
