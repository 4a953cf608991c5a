"""The words of plans, from `plans.<language>.txt`; those of orders are in `words.<language>.txt`."""

from engine.words import Vocabulary

VOCABULARY = Vocabulary.read("engine.tikal", "plans")
