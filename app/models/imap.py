"""The table of folders at mail providers."""

from datetime import datetime

from sqlalchemy import BigInteger
from sqlmodel import Field, SQLModel

from app.db.columns import id_column, json_column, time_column


class ImapFolder(SQLModel, table=True):
    """How far a folder at a mail provider has been read. UIDs are numbers that the server gives to mails."""

    id: int = id_column()
    name: str = Field(unique=True)  # user@host/folder
    validity: int = Field(sa_type=BigInteger)  # UIDVALIDITY: with another one, all UIDs are others
    seen: int = Field(default=0, sa_type=BigInteger)  # the highest UID that was looked at
    since: datetime | None = time_column()  # mails that the server got before are not looked at
    later: list[int] = json_column(list)  # UIDs to look at again
    unmoved: list[int] = json_column(list)  # UIDs of mails that were taken in, and are still in the folder
    looked_at: datetime | None = time_column()  # when it was last looked at
    trouble: str = ""  # why it cannot be read
    unmovable: str = ""  # why mails that were taken in cannot be moved
