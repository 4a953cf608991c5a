"""The settings of a service to which much happens: short sweeps, and limits that nobody reaches."""

from pathlib import Path

from tests.chaos.moody_server import MoodyServer

LIMITS = (
    "sign-in.place sign-in.network sign-in.mailbox invitation.host invitation.place invitation.network "
    "invitation.stranger invitation.player invitation.house proposal.seat proposal.player"
)


def settings_of_chaos(folder: Path, port: int, sink: MoodyServer) -> dict[str, str]:
    return {
        "CHASQUI_DATA": str(folder / "data"),
        "CHASQUI_KEYS": "all programs of one service have the same keys",
        "CHASQUI_SMTP_URL": sink.url,
        "CHASQUI_SWEEP_SECONDS": "1",
        "CHASQUI_SENDER": "Chasqui <game@play.example>",
        "CHASQUI_URL": f"http://127.0.0.1:{port}",
        "CHASQUI_LIMITS": ",".join(f"{limit}=9999/h" for limit in LIMITS.split()),
    }
