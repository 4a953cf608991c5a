"""The words of Incan Gold's plans, from `plans.<language>.txt`; those of orders are in `words.<language>.txt`."""

from engine.words import Vocabulary

VOCABULARY = Vocabulary.read("engine.incan_gold", "plans")
