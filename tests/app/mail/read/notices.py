"""Vacation notices as mail programs send them, in five languages, and what services write that want a sender
to prove that he is a person."""

SUBJECTS = {
    "en": (
        "Out of office",
        "Automatic reply: {}",
        "Away until Monday",
        "I am on vacation",
        "On leave Re: {}",
    ),
    "pl": (
        "Automatyczna odpowiedź: {}",
        "Jestem na urlopie",
        "Nieobecność",
        "Poza biurem do 23.11.",
        "Urlop",
    ),
    "cs": (
        "Automatická odpověď: {}",
        "Dovolená",
        "Jsem mimo kancelář",
        "Nepřítomnost: {}",
        "Re: {} (dovolená)",
    ),
    "de": (
        "Automatische Antwort: {}",
        "Abwesenheitsnotiz",
        "Urlaub bis 23.11.",
        "Bin nicht im Büro",
        "Abwesend",
    ),
    "fr": (
        "Réponse automatique : {}",
        "Absence du bureau",
        "Je suis absent",
        "En congés",
        "Re: {} (absente)",
    ),
}
TEXTS = {
    "en": "Thank you for your mail. I am out of the office until Monday, and will answer then.",
    "pl": "Dziękuję za wiadomość. Jestem nieobecny do poniedziałku i wtedy odpowiem.",
    "cs": "Děkuji za zprávu. Do pondělí jsem mimo kancelář a pak odpovím.",
    "de": "Vielen Dank für Ihre Nachricht. Ich bin bis Montag nicht im Büro.",
    "fr": "Merci de votre message. Je suis absente jusqu'à lundi.",
}
SAYING_SO = {
    "en": "This is an automatic reply.",
    "pl": "To jest automatyczna odpowiedź.",
    "cs": "Toto je automatická odpověď.",
    "de": "Dies ist eine automatische Antwort.",
    "fr": "Ceci est une réponse automatique.",
}
PROGRAMS = {
    "gmail": "Precedence: bulk\nX-Autoreply: yes\nAuto-Submitted: auto-replied\n",
    "exchange": "X-Auto-Response-Suppress: All\nAuto-Submitted: auto-generated\n",
    "outlook.com": "X-MS-Exchange-Inbox-Rules-Loop: ana@example.org\n",
    "yahoo": "Auto-Submitted: auto-replied (vacation)\n",
    "gmx": "X-Autoreply-From: ana@example.org\nPrecedence: auto_reply\n",
    "seznam": "X-Autorespond: yes\n",
    "wp": "X-Auto-Reply: yes\n",
    "vacation(1)": "X-Mailer: vacation 1.2\nPrecedence: bulk\n",
    "dovecot": "Auto-Submitted: auto-replied (vacation)\nPrecedence: bulk\nX-Sieve: Pigeonhole\n",
    "cpanel": "Preference: auto_reply\nPrecedence: auto_reply\nX-Autorespond: Re\n",
}
CHALLENGES = (
    ("Please confirm that you sent this message", "Click the link below, and your message is delivered."),
    (
        "Re: {}",
        "Your message is being held. To deliver it, please verify your e-mail address: https://x.example",
    ),
    ("Sender verification required", "I only accept mail from people on my list of approved senders."),
    ("Potwierdź wysłanie wiadomości", "Wiadomość oczekuje na potwierdzenie."),
    ("Potvrďte odeslání zprávy", "Zpráva čeká na potvrzení."),
    ("Bitte bestätigen Sie Ihre E-Mail", "Ihre Nachricht wurde zurückgehalten."),
    ("Votre message est en attente", "Merci de vous authentifier pour que votre courriel soit remis."),
)

ABOUT = "Re: Tikal by the river: your turn, until Sat, 21 Nov"


def mail(subject: str, text: str, more: str = "") -> bytes:
    head = f"From: Ana <ana@example.org>\nTo: r.{'a' * 26}@play.example\nSubject: {subject.format(ABOUT)}\n"
    return f"{head}{more}Content-Type: text/plain; charset=utf-8\n\n{text}\n".encode()
