"""How mail servers say that a letter did not arrive, and why: tables, in five languages."""

import re

STATUS_CODE = re.compile(r"(?<![\d.])([245])\.[0-7]\.\d{1,3}(?![\d.])")
SMTP_REPLY = re.compile(r"(?:^|[\s:(#'\"])([45])[0-5]\d(?=[\s)-])")

# --- By number (RFC 3463, and those that Exchange has added) ---

# Security and policy, content, the sender's address, the letter's size.
US_CODES = re.compile(r"[45]\.[67]\.|5\.1\.[789]\Z|5\.2\.3\Z|5\.3\.4\Z")
ADDRESS_CODES = re.compile(r"5\.1\.(?:[1-6]|10)\Z|5\.2\.1\Z|5\.4\.4\Z|5\.4\.310\Z")
# The 5 says permanent. But a full mailbox is emptied one day, and a server that was away comes back.
PASSING_CODES = {
    *("5.2.2", "5.3.1", "5.3.2", "5.3.3", "5.4.2", "5.4.3", "5.4.5", "5.4.6", "5.4.7", "5.4.8"),
    *("5.4.12", "5.4.14", "5.4.300", "5.4.312", "5.4.316", "5.4.317"),
}
REPLY_ABOUT_ADDRESS = re.compile(r"(?:^|[\s:(#'\"])55[013](?=[\s)-])")

# --- It passes ---

MAILBOX_FULL = re.compile(
    r"(?:mail)?box (?:is )?(?:too )?full|over ?-?quota|quota (?:has been |is )?exceeded|"
    r"exceed\w* .{0,20}quota|"
    r"exceeded (?:the |its |their )?(?:storage|quota)|quota .{0,20}(?:full|reached)|"
    r"out of (?:storage|space|disk)|insufficient (?:system |disk )?(?:storage|space)|inbox is full|"
    r"not enough (?:storage |disk )?space|mailbox size|"
    r"(?:postfach|mailbox|speicherplatz) .{0,30}(?:voll\b|überschritten|erschöpft)|"
    r"kontingent .{0,20}überschritten|"
    r"skrzynk\w* .{0,30}(?:pełna|przepełnion)|przekroczon\w* .{0,30}(?:limit|pojemno)|brak miejsca|"
    r"schránk\w* .{0,30}(?:plná|přeplněn)|překročen\w* .{0,20}kvót|bo[iî]te .{0,40}pleine|quota dépassé",
    re.IGNORECASE,
)
PASSING_WORDS = re.compile(
    r"message expired|(?:delivery|retry|queue) (?:time|timeout|period|limit)? ?(?:has )?(?:expired|exceeded)|"
    r"retry time(?:out)? (?:not reached|exceeded)|timed? ?out|time-?out|too old|has been in the queue|"
    r"in the queue too long|too long in the queue|"
    r"connection (?:refused|dropped|reset|lost|failed)|lost connection|could not connect|no route to host|"
    r"couldn't (?:connect|establish)|(?:wasn't|not) able to establish|network (?:is )?unreachable|"
    r"temporar(?:y|ily)|try (?:again|later)|retry later|gr[ea]ylist|server (?:is )?(?:busy|too busy|"
    r"unavailable)|"
    r"too many hops|hop count|mail loop|loops? back|"
    r"receiving (?:mail|email|messages) (?:too|at a rate)|"
    r"vorübergehend|später (?:erneut|noch ?einmal|wieder)|zeitüberschreitung|"
    r"tymczasow|chwilowo|później|dočasn|později|temporairement|plus tard|délai (?:expiré|dépassé)",
    re.IGNORECASE,
)

# --- It is about us: the sender, the server that sends, the letter ---

SURELY_US = re.compile(
    r"\bspf\b|sender policy|\bdkim|\bdmarc|authenticat|"
    r"reverse[- ](?:dns|host|lookup|name|map)|\br-?dns\b|\bptr\b|\bhelo\b|\behlo\b|client host|"
    r"cannot find your|your (?:ip|host|server|network|isp|domain)\b|from your\b|"
    r"sender(?:'s)? (?:address |domain |host |id |ip |email |mail )*"
    r"(?:re?jected|verif|denied|blocked|not|refused|is|was|must|does|unknown|invalid|unauthori)|"
    r"verif(?:y|ying|ication) (?:of |failed )?(?:the )?sender|call(?:back|out)|bad (?:outbound )?sender|"
    r"return-?path|mail from\b|"
    r"spamhaus|spamcop|barracuda|proofpoint|senderscore|cloudmark|abusix|\brbl\b|\bdnsbl\b|"
    r"(?:block|black|deny|stop)[- ]?list|listed (?:in|by|on|at)\b|reputation|"
    r"too many (?:concurrent |simultaneous |smtp )*(?:messages|connections|e-?mails|mails|recipients|"
    r"sessions|requests)|rate[- ]limit|throttl|"
    r"(?:sending|message|mail|connection) rate|messages from .{0,60} (?:weren't|were not) sent|"
    r"(?:message|mail|e-?mail|data|content) (?:size|is too|too|length)|too (?:big|large)|size (?:limit|"
    r"exceed)|"
    r"virus|malware|attachment|"
    r"absender\w* .{0,30}(?:abgelehnt|gesperrt|ungültig|unbekannt)|zu groß|"
    r"nadawc\w* .{0,30}(?:odrzucon|zablokowan|nieznan)|zbyt duża|"
    r"odesílatel\w* .{0,30}(?:odmítnut|blokov|neznám)|příliš velk|"
    r"exp[ée]diteur .{0,30}(?:refus|rejet|bloqu|inconnu)|trop (?:grand|gros|volumin)",
    re.IGNORECASE,
)
LEAN_US = re.compile(
    r"spam|\bbulk|unsolicited|unwanted|suspicious|phish|polic(?:y|ies)|\bblocked|banned|blacklisted|"
    r"(?:mail|message|e-?mail|connection|content|delivery|transaction|data) "
    r"(?:has been |was |is |been )?(?:administratively )?(?:rejected|refused|denied|blocked|not accepted|"
    r"failed)|"
    r"rejected (?:due|by|because|for|as)|not (?:permitted|allowed|authori[sz]ed)|relay|"
    r"content|security|header|\brfc ?\d|non-?compliant|duplicate|\btls\b|encrypt|"
    r"richtlinie|unerwünscht|sperrliste|verweigert|niepożądan|zablokowan|odrzucon|polityk|nevyžádan|"
    r"zablokován|"
    r"odmítnut|indésirable|pourriel|refus[ée]|rejet",
    re.IGNORECASE,
)

# --- It is about the address ---

SURELY_ADDRESS = re.compile(
    r"(?:user|recipient|account|mailbox|address|addressee|local[- ]?part|domain|host|customer)(?: name|"
    r" here)? "
    r"(?:(?:was|is|could|be|has|been|currently|now|couldn't|wasn't) )*"
    r"(?:not found|unknown|invalid|not known|not exist|(?:un)?available here|inactive|disabled|deactivated|"
    r"suspended|closed|deleted|terminated|no longer|not valid|not active|not a valid|discontinued|not our|"
    r"blocked\b)|"
    r"(?:unknown|invalid|no such|non-?existent|inactive|unresolvable|unrout[e]?able|undeliverable|"
    r"bad destination|"
    r"unreachable) (?:local |final |virtual |mail |e-?mail |destination )*"
    r"(?:user|mailbox|recipient|address|person|account|local[- ]?part|alias|domain|name|host)|"
    r"does(?:n't| not|nt) (?:exist|have an? .{0,40}account)|do not exist|no longer (?:exists?|active|in use|"
    r"valid|"
    r"available|works)|no mail-?box|not a (?:known|valid) (?:user|mailbox|recipient|address)|nosuchuser|"
    r"(?:recipient|user|mailbox)notfound|nxdomain|name service error|domain (?:name )?not found|"
    r"does not accept (?:any )?mail|doesn't accept mail|has left the (?:company|organi[sz]ation)|"
    r"(?:this|the|your|e-?mail) (?:account|mailbox|address|user).{0,50}"
    r"(?:disabled|inactive|suspended|closed|deleted|terminated)|"
    r"(?:empfänger|benutzer|adresse|postfach|konto|domain)\w* .{0,30}"
    r"(?:unbekannt|nicht gefunden|existiert nicht|ungültig|deaktiviert|gelöscht|gesperrt)|existiert nicht|"
    r"unbekannte\w* (?:empfänger|benutzer|adresse)|"
    r"nie istniej|nieznan\w* (?:użytkown|adresat|odbiorc|adres)|nieprawidłow\w* adres|nie znaleziono|"
    r"brak (?:takiego |takiej )?(?:użytkownika|konta|skrzynki|adresu)|konto .{0,20}(?:nieaktywne|"
    r"zablokowane|usunięte)|"
    r"neexistuje|neznám\w* (?:uživatel|příjemce|adresát|adresa)|nebyl\w* nalezen|"
    r"(?:schránka|účet) .{0,20}(?:zrušen|zablokován|deaktivován)|"
    r"n['’]existe (?:pas|plus)|(?:utilisateur|destinataire|adresse|compte|domaine)\w* .{0,20}"
    r"(?:inconnu|introuvable|invalide|inexistant|désactivé|fermé|clos|archivé|bloqué)|"
    r"bo[iî]te .{0,30}(?:archiv[ée]|désactivé|inexistante|fermé)",
    re.IGNORECASE,
)
LEAN_ADDRESS = re.compile(
    r"recipient(?: address)? (?:rejected|refused|denied)|(?:mailbox|recipient|user) (?:is )?(?:unavailable|"
    r"not available)|"
    r"address (?:rejected|refused|error|couldn't)|not accepting mail|mailbox .{0,20}cannot|couldn't be found",
    re.IGNORECASE,
)

# --- Whether a mail is a bounce at all ---

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
