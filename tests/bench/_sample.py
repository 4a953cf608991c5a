"""No bench: what everything.py makes of one is tried with it."""

from tests.bench._aims import at_least, at_most

if __name__ == "__main__":
    print(at_least(0.5, 0.75, "speed of a sample", "of the floor"))
    print(at_least(0.5, 0.25, "yield of a sample"))
    print(at_most(1_000, 1_500, "weight of a sample", "bytes"))
