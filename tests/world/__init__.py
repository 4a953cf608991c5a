"""The world of the tests: one service, friends who play in it, and doors that they come in by."""

from tests.world.friends import FRIENDS as FRIENDS
from tests.world.friends import Friends as Friends
from tests.world.world import World as World
