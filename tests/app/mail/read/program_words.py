"""The words that mail programs put around a quote, by language."""

from typing import NamedTuple


class Words(NamedTuple):
    fields: tuple[str, str, str, str]  # From, Sent, To, Subject
    date: str  # as Outlook writes it
    wrote: str  # {when}, {who}
    title: str  # Original Message
    sent_from: str = ""  # a telephone's signature
    known: bool = True  # whether the tables have its words


WORDS = {
    "en": Words(
        ("From", "Sent", "To", "Subject"),
        "Wednesday, November 18, 2026 3:35 PM",
        "On {when}, {who} wrote:",
        "Original Message",
        "Sent from my iPhone",
    ),
    "pl": Words(
        ("Od", "Wysłano", "Do", "Temat"),
        "środa, 18 listopada 2026 15:35",
        "W dniu {when} {who} napisał(a):",
        "Oryginalna wiadomość",
        "Wysłane z iPhone'a",
    ),
    "cs": Words(
        ("Od", "Odesláno", "Komu", "Předmět"),
        "středa 18. listopadu 2026 15:35",
        "Dne {when} {who} napsal(a):",
        "Původní zpráva",
        "Odesláno z iPhonu",
    ),
    "de": Words(
        ("Von", "Gesendet", "An", "Betreff"),
        "Mittwoch, 18. November 2026 15:35",
        "Am {when} schrieb {who}:",
        "Ursprüngliche Nachricht",
        "Von meinem iPhone gesendet",
    ),
    "fr": Words(
        ("De", "Envoyé", "À", "Objet"),
        "mercredi 18 novembre 2026 15:35",
        "Le {when}, {who} a écrit :",
        "Message d'origine",
        "Envoyé de mon iPhone",
    ),
    "nl": Words(
        ("Van", "Verzonden", "Aan", "Onderwerp"),
        "woensdag 18 november 2026 15:35",
        "Op {when} schreef {who}:",
        "Oorspronkelijk bericht",
    ),
    "it": Words(
        ("Da", "Inviato", "A", "Oggetto"),
        "mercoledì 18 novembre 2026 15:35",
        "Il {when} {who} ha scritto:",
        "Messaggio originale",
    ),
    "da": Words(
        ("Fra", "Sendt", "Til", "Emne"),
        "18. november 2026 15:35",
        "Den {when} skrev {who}:",
        "Oprindelig meddelelse",
    ),
    "sv": Words(
        ("Från", "Skickat", "Till", "Ämne"),
        "den 18 november 2026 15:35",
        "Den {when} skrev {who}:",
        "Ursprungligt meddelande",
    ),
    "no": Words(
        ("Fra", "Sendt", "Til", "Emne"),
        "onsdag 18. november 2026 15:35",
        "{when} skrev {who}:",
        "Opprinnelig melding",
    ),
    "fi": Words(
        ("Lähettäjä", "Lähetetty", "Vastaanottaja", "Aihe"),
        "keskiviikko 18. marraskuuta 2026 15.35",
        "{who} kirjoitti {when}:",
        "Alkuperäinen viesti",
    ),
    "es": Words(
        ("De", "Enviado", "Para", "Asunto"),
        "miércoles, 18 de noviembre de 2026 15:35",
        "El {when}, {who} escribió:",
        "Mensaje original",
    ),
    "pt": Words(
        ("De", "Enviada em", "Para", "Assunto"),
        "quarta-feira, 18 de novembro de 2026 15:35",
        "Em {when}, {who} escreveu:",
        "Mensagem original",
    ),
    "ro": Words(
        ("De la", "Trimis", "Către", "Subiect"),
        "miercuri, 18 noiembrie 2026 15:35",
        "În {when}, {who} a scris:",
        "Mesaj original",
    ),
    "hu": Words(
        ("Feladó", "Elküldve", "Címzett", "Tárgy"),
        "2026. november 18., szerda 15:35",
        "{who} ezt írta (időpont: {when}):",
        "Eredeti üzenet",
    ),
    "ru": Words(
        ("От", "Отправлено", "Кому", "Тема"),
        "среда, 18 ноября 2026 г. 15:35",
        "{when} {who} пишет:",
        "Исходное сообщение",
    ),
    "uk": Words(
        ("Від", "Надіслано", "Кому", "Тема"),
        "середа, 18 листопада 2026 р. 15:35",
        "{when} {who} пише:",
        "Оригінальне повідомлення",
    ),
    "sk": Words(
        ("Od", "Odoslané", "Komu", "Predmet"),
        "streda 18. novembra 2026 15:35",
        "Dňa {when} {who} napísal(a):",
        "Pôvodná správa",
    ),
    "tr": Words(
        ("Kimden", "Gönderildi", "Kime", "Konu"),
        "18 Kasım 2026 Çarşamba 15:35",
        "{who}, {when} tarihinde şunu yazdı:",
        "Özgün İleti",
        known=False,
    ),
    "el": Words(
        ("Από", "Στάλθηκε", "Προς", "Θέμα"),
        "Τετάρτη, 18 Νοεμβρίου 2026 15:35",
        "Στις {when}, {who} έγραψε:",
        "Αρχικό μήνυμα",
        known=False,
    ),
    "hr": Words(
        ("Šalje", "Poslano", "Prima", "Predmet"),
        "srijeda, 18. studenoga 2026. 15:35",
        "{who} je {when} napisao:",
        "Izvorna poruka",
        known=False,
    ),
    "et": Words(
        ("Saatja", "Saadetud", "Adressaat", "Teema"),
        "kolmapäev, 18. november 2026 15:35",
        "Kuupäev {when} kirjutas {who}:",
        "Algne kiri",
        known=False,
    ),
}
