"""What hosts choose: one service, a larger site, a mailbox at a provider, or a domain with other mail."""

from app.hosting.plan import Plan

PLANS = [
    Plan("play.example"),
    Plan("play.example", postgresql=True, addresses=("192.0.2.7", "2001:db8::7")),
    Plan("play.example", mailbox="anna@provider.example"),
    Plan("play.example", plus="games"),
]
