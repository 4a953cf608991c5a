"""Lending a seat to a friend: offered by its owner, accepted by the friend, ended by either."""
