"""The words that a column of the models may hold."""

from typing import Literal

Status = Literal["open", "running", "paused", "over", "abandoned"]
Seating = Literal["host", "drawn"]
Policy = Literal["wait", "automatic", "bot"]
Counts = Literal["every", "own"]
Watch = Literal["link", "players"]
SeatStatus = Literal["empty", "invited", "taken"]
MailWay = Literal["each", "digest", "late", "none"]
By = Literal["", "standing", "bot", "deputy", "clock", "friend"]
StepKind = Literal["first", "orders", "back", "seat", "rules", "last"]
ProposalKind = Literal["time", "bot", "substitute", "pause", "resume", "end", "back", "rules"]
Need = Literal["all", "most", "host"]
Said = Literal["yes", "no"]
Outcome = Literal["", "passed", "failed", "lapsed", "withdrawn"]
