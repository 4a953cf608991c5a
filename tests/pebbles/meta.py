"""Pebbles: title and seats."""

from engine.game import Meta

META = Meta(id="pebbles", title="Pebbles", fewest=2, most=3, rules=2)
