"""Players propose what changes a match for all, and decide it together."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

# Whoever hosts a match that is open or runs already keeps what the match has begun with.
AS_IT_WAS = '{"pause": "host", "end": "host"}'


def upgrade() -> None:
    with op.batch_alter_table("match") as match:
        match.add_column(sa.Column("needs", sa.JSON(), nullable=False, server_default=AS_IT_WAS))
        match.add_column(sa.Column("proposals", sa.Integer(), nullable=False, server_default="0"))
        match.add_column(sa.Column("standing", sa.JSON(), nullable=True))
    create_proposals()
    create_votes()


def create_proposals() -> None:
    op.create_table(
        "proposal",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("match_id", sa.Integer(), sa.ForeignKey("match.id"), nullable=False),
        sa.Column("key", sa.String(), nullable=False, unique=True),
        *(sa.Column(name, sa.String(), nullable=False) for name in ("kind", "need", "outcome", "why")),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("seat", "turn", "base")),
        sa.Column("about", sa.Integer(), nullable=True),
        sa.Column("email", sa.String(), nullable=True),
        sa.Column("detail", sa.JSON(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("ends_at", sa.DateTime(), nullable=False),
        sa.Column("rings_at", sa.DateTime(), nullable=True),
        sa.Column("closed_at", sa.DateTime(), nullable=True),
    )
    op.create_index("ix_proposal_match_id", "proposal", ["match_id"])
    op.create_index("ix_proposal_email", "proposal", ["email"])
    is_open = sa.text("rings_at IS NOT NULL")
    op.create_index(
        "proposal_rings", "proposal", ["rings_at"], sqlite_where=is_open, postgresql_where=is_open
    )


def create_votes() -> None:
    op.create_table(
        "vote",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("match_id", sa.Integer(), sa.ForeignKey("match.id"), nullable=False),
        sa.Column("proposal_id", sa.Integer(), sa.ForeignKey("proposal.id"), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id"), nullable=False),
        sa.Column("said", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.UniqueConstraint("proposal_id", "seat"),
    )
    op.create_index("ix_vote_match_id", "vote", ["match_id"])
    op.create_index("ix_vote_player_id", "vote", ["player_id"])
