"""The words of plans, from `plans.<language>.txt`. Those of orders are in `words.<language>.txt`."""

from engine.words import Vocabulary

VOCABULARY = Vocabulary.read("engine.incan_gold", "plans")
