"""How programs say that they wrote a mail themselves: tables, in many languages."""

import re

# In a subject. People write so too, so it decides nothing alone.
AWAY = re.compile(
    r"auto(?:matic)?[- ]?(?:reply|response|answer)|auto:|autorespon|out of (?:the )?(?:office|town)|\booo\b|"
    r"away from (?:the|my)|\b(?:vacations?|holidays?|annual leave|sick leave|parental leave|maternity)\b|"
    r"\bon leave\b|\baway (?:until|till|from|on)\b|(?:\bi['’]?m|\bi am|currently) (?:away|out|off|on|un)|"
    r"not in the office|unavailable|no longer with|"
    r"auto(?:m\.|matische) antwort|abwesen|außer haus|nicht im (?:büro|haus)|urlaub|nicht erreichbar|"
    r"elternzeit|"
    r"automatyczna odpowiedź|odpowiedź automatyczna|autoodpowiedź|nieobecn|poza biurem|urlop|jestem poza|"
    r"automatick\w+ odpov|mimo kancelář|nepřítom|dovolen|\bjsem mimo|nejsem v kanceláři|"
    r"réponse automatique|\babsen(?:t|ce)|\bcongés?\b|\bvacances\b|hors du bureau|en déplacement|"
    r"automatisch antwoord|afwezig|risposta automatica|fuori (?:ufficio|sede)|respuesta automática|"
    r"fuera de la oficina|resposta automática|\bausen|autosvar|automatisk\w* sv|frånvaro|fraværende|"
    r"automaattinen vastaus|poissa|автоответ|автоматический ответ|автовідповідь",
    re.IGNORECASE,
)

# In its first lines: it says so itself.
SAYS_SO = re.compile(
    r"(?:this is an?|this|the following) (?:auto(?:mated|matic)?[- ]?(?:reply|response|message|e-?mail|"
    r"notification))|"
    r"automatically[- ]generated|auto-?generated (?:reply|response|message|e-?mail)|"
    r"automatische (?:antwort|nachricht|e-?mail|abwesenheit)|automatisch (?:erzeugt|erstellt|generiert|"
    r"versandt)|"
    r"automatyczna (?:odpowiedź|wiadomość)|(?:wygenerowana|wysłana) automatycznie|"
    r"automatická (?:odpověď|zpráva)|(?:vygenerován|odeslán)\w* automaticky|automaticky (?:vygenerován|"
    r"odeslán)|"
    r"(?:réponse|message) automatique|(?:généré|envoyé)e? automatiquement",
    re.IGNORECASE,
)

# "Click here, and your mail is delivered": of services that want a sender to prove that he is a person.
CHALLENGE = re.compile(
    r"(?:please|to) (?:confirm|verify|authenticate) (?:that you|you are|your (?:e-?mail|message|address|"
    r"identity))|"
    r"(?:sender|e-?mail|address) verification|verification (?:required|requested|needed)|\bcaptcha\b|"
    r"(?:message|e-?mail|mail) (?:is|was|has been) (?:being )?(?:held|quarantined|on hold|waiting|awaiting|"
    r"pending)|"
    r"(?:approved|allowed|trusted|guest|safe) senders?(?: list)?|only accepts? (?:e-?)?mail from|"
    r"bestätigen sie (?:bitte )?(?:ihre|den|dass)|bitte bestätigen sie|(?:wurde|wird) zurückgehalten|"
    r"potwierd[źz] (?:wysłanie|nadawc|swój|swoją|że)|wiadomość (?:oczekuje|została wstrzymana)|"
    r"potvrďte (?:prosím )?(?:odeslání|odesílatele|svou|svůj|že)|zpráva (?:čeká|byla pozdržena)|"
    r"(?:message|courriel|e-?mail|mail) est en attente|confirmez (?:votre|l['’]envoi|que vous)|"
    r"vous authentifier|valider votre (?:envoi|adresse|message)",
    re.IGNORECASE,
)
CHALLENGE_HEADERS = (
    *("x-boxbe-challenge", "x-mailinblack", "x-spamarrest-challenge", "x-cr-hashedpuzzle-request"),
    *("x-challenge-response", "x-sender-verification", "x-antispam-challenge", "x-tmda-challenge"),
)
