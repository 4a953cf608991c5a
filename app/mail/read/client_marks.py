"""What mail programs put into an answer besides what the person wrote: tables, in five languages."""

import re

# In our letters: everything from this line on is ours.
MARK = "##-"

# --- In pages, by a word of an element's class or id, in lower case ---

QUOTES = {
    "moz-cite-prefix",
    "moz-forward-container",
    "mail-editor-reference-message-container",
    "ms-outlook-mobile-reference-message",
    "outlookmessageheader",
    "reply-intro",
}
QUOTES_WITH = "yahoo_quoted"  # Yahoo puts letters and digits around it
LAST = {"divrplyfwdmsg", "appendonsend"}  # everything behind it is quoted
SIGNATURES = {"gmail_signature", "moz-signature", "protonmail_signature_block"}

# --- The line before what is quoted ---

# How it begins: with a word or a day, and a date or an address right behind it.
OPENING = re.compile(
    r"(?:(?:on|am|w dniu|dnia|dne|le|el|il|op|den|em|wiadomość napisana przez|"
    r"mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|pon|wt|śr|czw|pt|sob|niedz|ndz|po|út|st|čt|pá|so|ne|"
    r"lun|mar|mer|jeu|ven|sam|dim)\b|\d{1,4}[.\-/])"
    r".{0,60}?(?:\d|@)",
    re.IGNORECASE,
)
WROTE = re.compile(
    r"\b(?:wrote|writes|schrieb|schreibt|napisał(?:\(a\)|a|/a)?|pisze|napsal(?:\(a\)|a|/a)?|odesílatel|píše|"
    r"a écrit|écrivait|wiadomość napisana przez|escribió|ha scritto|schreef|skrev|escreveu)(?!\w)",
    re.IGNORECASE,
)
WHEN = re.compile(
    r"\b(?:19|20)\d\d\b|\b\d{1,2}[.:h]\d\d\b|\b\d{1,2}[./-] ?\d{1,2}[./-] ?\d\d|[^\s@<]@[^\s@>]"
)

# --- The block of headers that Outlook and telephones put there ---

FROM = {"from", "von", "od", "de", "expéditeur", "nadawca", "odesílatel"}
WITH_FROM = {
    *("sent", "date", "to", "cc", "subject", "reply-to", "importance"),
    *("gesendet", "datum", "an", "betreff", "antwort an"),
    *("wysłano", "wysłane", "data", "do", "dw", "temat"),
    *("odesláno", "komu", "kopie", "předmět"),
    *("envoyé", "à", "objet", "répondre à"),
}

# --- "-----Original Message-----", "Begin forwarded message:" and their like ---

ORIGINAL = {
    *("original message", "original appointment", "forwarded message", "begin forwarded message"),
    *("ursprüngliche nachricht", "originalnachricht", "original-nachricht", "weitergeleitete nachricht"),
    *("anfang der weitergeleiteten nachricht", "anfang der weitergeleiteten e-mail"),
    *("oryginalna wiadomość", "wiadomość oryginalna", "przekazana wiadomość", "wiadomość przekazana dalej"),
    *("treść przekazanej wiadomości", "początek przekazywanej wiadomości"),
    *("původní zpráva", "původní e-mail", "přeposlaná zpráva", "začátek přeposlané zprávy"),
    *("message d'origine", "message d’origine", "message original", "message transféré"),
    *("début du message transféré", "début du message réexpédié"),
}

# --- What telephones and programs add: "Sent from my iPhone" ---

SENT = (
    *("sent from", "sent with", "sent via", "sent using", "sent by"),
    *("von mein", "von mobil", "gesendet von", "gesendet mit", "gesendet über", "gesendet aus"),
    *("diese nachricht wurde von mein",),
    *("wysłane z", "wysłano z", "wysłane za", "wysłano za", "wysłane przez"),
    *("odesláno z", "odesláno pomocí", "odesláno přes", "posláno z"),
    *("envoyé de", "envoyé à partir", "envoyé avec", "envoyé par", "envoyé via"),
)
# One of these is in the line, too.
WITH = re.compile(
    r"iphon|ipad|android|samsung|galaxy|huawei|xiaomi|pixel|oneplus|nokia|sony|blackberry|windows|mac\b|outlook|"
    r"yahoo|proton|gmail|bluemail|k-9|thunderbird|fairemail|spark|aol|gmx|web\.de|onet|seznam|orange|"
    r"phone|handy|telefon|téléphone|smartfon|mobil|komórk|tablet|gerät|urządzeni|zařízení|appareil|"
    r"mail\b|pocz[tc]|pošt|courrier",
    re.IGNORECASE,
)
# And lines that begin with these.
ADDED = (
    *("get outlook for", "outlook für ios", "outlook für android", "holen sie sich outlook"),
    *("pobierz outlook", "pobierz program outlook", "pobierz aplikację outlook", "uzyskaj outlook"),
    *("získat outlook", "získejte outlook", "stáhnout outlook", "stáhněte si outlook"),
    *("télécharger outlook", "téléchargez outlook", "obtenez outlook", "obtenir outlook"),
    *("get bluemail for", "yahoo mail: ", "yahoo mail – ", "provenance : courrier"),
    *("please excuse my brevity", "bitte entschuldigen sie meine kürze", "proszę wybaczyć zwięzłość"),
    *("omluvte prosím stručnost", "omluvte moji stručnost", "veuillez excuser ma brièveté"),
)

# --- What virus scanners add ---

CLEAN = re.compile(
    r"virus-free\b|this e-?mail (?:has been|was) (?:checked|scanned) (?:for|by)|no virus(?:es)? found|"
    r"virenfrei|diese e-mail wurde .{0,40}(?:viren|avast|avg)|keine viren gefunden|"
    r"wolne od wirusów|nie zawiera wirusów|ta wiadomość .{0,40}(?:wirus|avast|avg)|"
    r"bez virů|neobsahuje (?:žádné )?viry|tento e-mail byl zkontrolován|tato zpráva byla zkontrolována|"
    r"sans virus|l['’]absence de virus|ce (?:courrier|e-?mail|message) .{0,60}(?:virus|avast|avg)|"
    r"<?(?:https?://)?(?:www\.)?(?:avast|avg)\.com",
    re.IGNORECASE,
)
