"""What mail programs add to an answer that a person wrote: tables, in many languages."""

import re
from typing import NamedTuple

# In our letters: people answer above the line with this mark, and all from this line on is the letter.
LETTER_MARK = "##-"

# --- HTML: words in the class or id of an element, in lower case ---

QUOTE_NAMES = {
    "moz-cite-prefix",
    "moz-forward-container",
    "mail-editor-reference-message-container",
    "ms-outlook-mobile-reference-message",
    "outlookmessageheader",
    "reply-intro",
}
QUOTE_NAME_PART = "yahoo_quoted"  # Yahoo puts more letters and digits around it
QUOTE_FOLLOWS = {"divrplyfwdmsg", "appendonsend"}  # everything behind such an element is quoted
SIGNATURE_NAMES = {"gmail_signature", "moz-signature", "protonmail_signature_block"}

# --- The line before a quote: "On Monday, Ana wrote:" ---

# It begins with one of these words or a day, and a date or an address follows at once.
ATTRIBUTION_START = re.compile(
    r"(?:(?:on|am|w dniu|dnia|dne|dňa|le|el|il|op|den|em|în|wiadomość napisana przez|"
    r"mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|pon|wt|śr|czw|pt|sob|niedz|ndz|po|út|st|čt|pá|so|ne|"
    r"lun|mar|mer|jeu|ven|sam|dim|woe|tir|ons|tor|lør|søn|tis|lör|sön|"
    r"пн|вт|ср|чт|пт|сб|вс|нд)\b|\d{1,4}[.\-/])"
    r".{0,60}?(?:\d|@)",
    re.IGNORECASE,
)
WROTE = re.compile(
    r"\b(?:wrote|writes|schrieb|schreibt|geschrieben|napisał(?:\(a\)|a|/a)?|pisze|"
    r"napsal(?:\(a\)|a|/a)?|odesílatel|píše|napísal(?:\(a\)|a|/a)?|"
    r"a écrit|écrivait|wiadomość napisana przez|escribió|escribe|ha scritto|scrive|schreef|geschreven|skrev|"
    r"skreiv|kirjoitti|escreveu|a scris|írta|написал(?:\(а\)|а)?|пишет|пише|написав|написала)(?!\w)",
    re.IGNORECASE,
)
DATE = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)|\b\d{1,2}[./-] ?\d{1,2}[./-] ?\d\d")
TIME = re.compile(r"(?<![\d.])\d{1,2}[.:h]\d\d(?!\.?\d)")
DATE_OR_ADDRESS = re.compile(rf"{DATE.pattern}|{TIME.pattern}|[^\s@<]@[^\s@>]")

# --- The block of headers that Outlook and telephones put before a quote ---


class HeaderWords(NamedTuple):
    """Of one language."""

    sender: set[str]
    others: set[str]


ALL = {"date", "cc", "e-mail"}
HEADER_WORDS = (
    HeaderWords({"from"}, {"sent", "to", "subject", "reply-to", "importance", *ALL}),
    HeaderWords({"von"}, {"gesendet", "gesendet am", "datum", "an", "betreff", "antwort an", *ALL}),
    HeaderWords({"od", "nadawca"}, {"wysłano", "wysłane", "data", "do", "dw", "temat", *ALL}),
    HeaderWords({"od", "odesílatel"}, {"odesláno", "datum", "komu", "kopie", "předmět", *ALL}),
    HeaderWords(
        {"de", "expéditeur"}, {"envoyé", "envoyé le", "à", "objet", "répondre à", "destinataire", *ALL}
    ),
    HeaderWords({"van", "afzender"}, {"verzonden", "datum", "aan", "onderwerp", *ALL}),
    HeaderWords({"da", "mittente"}, {"inviato", "data", "a", "oggetto", *ALL}),
    HeaderWords({"fra"}, {"sendt", "dato", "til", "emne", *ALL}),
    HeaderWords({"från", "avsändare"}, {"skickat", "datum", "till", "ämne", "kopia", *ALL}),
    HeaderWords({"lähettäjä"}, {"lähetetty", "päivä", "vastaanottaja", "kopio", "aihe", *ALL}),
    HeaderWords({"de", "remitente"}, {"enviado", "enviado el", "fecha", "para", "asunto", *ALL}),
    HeaderWords({"de", "remetente"}, {"enviado", "enviada", "enviada em", "data", "para", "assunto", *ALL}),
    HeaderWords({"de la"}, {"trimis", "data", "către", "subiect", "subiectul", *ALL}),
    HeaderWords({"feladó"}, {"küldve", "elküldve", "dátum", "címzett", "másolatot kap", "tárgy", *ALL}),
    HeaderWords({"от"}, {"отправлено", "дата", "кому", "копия", "тема", *ALL}),
    HeaderWords({"від"}, {"надіслано", "дата", "кому", "копія", "тема", *ALL}),
    HeaderWords({"od"}, {"odoslané", "dátum", "komu", "kópia", "predmet", *ALL}),
)

# --- Titles of a quote: "-----Original Message-----", "Begin forwarded message:" ---

QUOTE_TITLES = {
    *("original message", "original appointment", "forwarded message", "begin forwarded message"),
    *("ursprüngliche nachricht", "originalnachricht", "original-nachricht", "weitergeleitete nachricht"),
    *("anfang der weitergeleiteten nachricht", "anfang der weitergeleiteten e-mail"),
    *("oryginalna wiadomość", "wiadomość oryginalna", "przekazana wiadomość", "wiadomość przekazana dalej"),
    *("treść przekazanej wiadomości", "początek przekazywanej wiadomości", "wiadomość pierwotna"),
    *("původní zpráva", "původní e-mail", "přeposlaná zpráva", "začátek přeposlané zprávy"),
    *("message d'origine", "message d’origine", "message original", "message transféré", "e-mail d'origine"),
    *("début du message transféré", "début du message réexpédié"),
    *("oorspronkelijk bericht", "origineel bericht", "doorgestuurd bericht", "messaggio originale"),
    *("messaggio inoltrato", "oprindelig meddelelse", "videresendt meddelelse", "oprindelig besked"),
    *("ursprungligt meddelande", "vidarebefordrat meddelande", "originalmeddelande", "opprinnelig melding"),
    *("videresendt melding", "alkuperäinen viesti", "välitetty viesti", "edelleenlähetetty viesti"),
    *("mensaje original", "mensaje reenviado", "mensagem original", "mensagem encaminhada"),
    *("begin doorgestuurd bericht", "inizio messaggio inoltrato", "inicio del mensaje reenviado"),
    *("início da mensagem encaminhada", "start på videresendt meddelelse", "vidarebefordrat brev"),
    *("start på videresendt melding", "välitetty viesti alkaa", "начало переадресованного сообщения"),
    *("mesaj original", "mesajul original", "mesaj redirecționat", "eredeti üzenet", "továbbított üzenet"),
    *("исходное сообщение", "пересылаемое сообщение", "пересланное сообщение", "оригінальне повідомлення"),
    *("переслане повідомлення", "pôvodná správa", "preposlaná správa"),
}

# --- Lines that telephones and programs add: "Sent from my iPhone" ---

SENT_FROM = (
    *("sent from", "sent with", "sent via", "sent using", "sent by"),
    *("von mein", "von mobil", "von yahoo", "gesendet von", "gesendet mit", "gesendet über", "gesendet aus"),
    *("diese nachricht wurde von mein",),
    *("wysłane z", "wysłano z", "wysłane za", "wysłano za", "wysłane przez"),
    *("odesláno z", "odesláno pomocí", "odesláno přes", "posláno z"),
    *("envoyé de", "envoyé à partir", "envoyé avec", "envoyé par", "envoyé via"),
    *("verstuurd vanaf", "verzonden vanaf", "verstuurd met", "inviato da", "inviato con", "sendt fra"),
    *(
        "skickat från",
        "skickades från",
        "lähetetty",
        "enviado desde",
        "enviado do",
        "enviado de",
        "enviado com",
    ),
    *("trimis de pe", "iphone-ról küldve", "отправлено с", "отправлено из", "надіслано з", "odoslané z"),
)
# Such a line also names one of these.
SENDING_DEVICE = re.compile(
    r"iphon|ipad|android|samsung|galaxy|huawei|xiaomi|pixel|oneplus|nokia|sony|blackberry|windows|mac\b|outlook|"
    r"yahoo|proton|gmail|bluemail|k-9|thunderbird|fairemail|spark|aol|gmx|web\.de|onet|seznam|orange|"
    r"phone|handy|telefon|téléphone|smartfon|mobil|komórk|tablet|gerät|urządzeni|zařízení|appareil|"
    r"mail\b|pocz[tc]|pošt|courrier",
    re.IGNORECASE,
)
# Other lines that they add begin so.
FOOTER_STARTS = (
    *("get outlook for", "outlook für ios", "outlook für android", "holen sie sich outlook"),
    *("pobierz outlook", "pobierz program outlook", "pobierz aplikację outlook", "uzyskaj outlook"),
    "uzyskaj aplikację outlook",
    *("získat outlook", "získejte outlook", "stáhnout outlook", "stáhněte si outlook"),
    *("télécharger outlook", "téléchargez outlook", "obtenez outlook", "obtenir outlook"),
    *("get bluemail for", "yahoo mail: ", "yahoo mail – ", "provenance : courrier"),
    *("please excuse my brevity", "bitte entschuldigen sie meine kürze", "proszę wybaczyć zwięzłość"),
    *("omluvte prosím stručnost", "omluvte moji stručnost", "veuillez excuser ma brièveté"),
)

# --- Lines that virus scanners add ---

VIRUS_FOOTER = re.compile(
    r"virus-free\b|this e-?mail (?:has been|was) (?:checked|scanned) (?:for|by)|no virus(?:es)? found|"
    r"virenfrei|diese e-mail wurde .{0,40}(?:viren|avast|avg)|keine viren gefunden|"
    r"wolne od wirusów|nie zawiera wirusów|ta wiadomość .{0,40}(?:wirus|avast|avg)|"
    r"bez virů|neobsahuje (?:žádné )?viry|tento e-mail byl zkontrolován|tato zpráva byla zkontrolována|"
    r"sans virus|l['’]absence de virus|cet? (?:courrier|e-?mail|message) .{0,60}(?:virus|avast|avg)|"
    r"<?(?:https?://)?(?:www\.)?(?:avast|avg)\.com",
    re.IGNORECASE,
)
