from engine.incan_gold.meta import META
from engine.incan_gold.vocabulary import VOCABULARY
from engine.incan_gold.state import to_json, from_json
from engine.incan_gold.rules import *
def setup(*a): return begin(*a)[0]
def opening(*a): return begin(*a)[1]
