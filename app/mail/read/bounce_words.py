"""How mail servers say that a letter did not arrive: tables, in five languages."""

import re

# The 5 says permanent. But a full mailbox is emptied one day, and the next letter may be smaller.
TEMPORARY_CODES = {"5.2.2", "5.2.3", "5.3.1", "5.3.4"}

STATUS_CODE = re.compile(r"(?<![\d.])([245])\.\d{1,3}\.\d{1,3}(?![\d.])")
SMTP_REPLY = re.compile(r"(?:^|[\s:(#])([45])[0-5]\d(?=[\s)-])")
MAILBOX_FULL = re.compile(
    r"mailbox (?:is )?full|over ?quota|quota (?:has been )?exceeded|"
    r"exceeded (?:the |its |their )?(?:storage|quota)|"
    r"out of storage|insufficient (?:system )?storage|inbox is full|"
    r"postfach (?:ist )?voll|skrzynka .{0,20}pełna|schránka .{0,20}plná|boîte .{0,30}pleine",
    re.IGNORECASE,
)
DELAYED = re.compile(
    r"(?:has been |was |is |delivery )delayed|delivery is delayed|not yet been delivered|"
    r"still (?:undelivered|trying)|"
    r"will (?:be retried|retry|keep trying|continue)|(?:do|does) not need to (?:do anything|resend)|"
    r"verzögert|opóźnion|zpožděn|retardé",
    re.IGNORECASE,
)
FAILED = re.compile(
    r"user unknown|unknown user|no such (?:user|mailbox|recipient|address)|address not found|"
    r"(?:could not|couldn't|cannot|can't|unable to) (?:be delivered|deliver)|undeliver(?:able|ed)|"
    r"delivery (?:has )?failed|failed delivery|delivery (?:status )?(?:notification|failure)|"
    r"wasn't delivered|was not delivered|not be delivered|returned (?:mail|to sender)|mailbox unavailable|"
    r"unzustellbar|nicht zugestellt|nie(?: została)? dostarczon|nie można dostarczyć|niedostarczon|"
    r"nedoručiteln|nelze doručit|nebyl[ao]? doručen|non remis|n'a pas (?:pu être|été) (?:remis|distribu)|"
    r"échec de (?:la )?remise",
    re.IGNORECASE,
)
