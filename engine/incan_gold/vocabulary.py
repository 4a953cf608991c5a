"""The words Incan Gold understands, by meaning and language. Accents and case do not matter when reading."""

from engine.words import Vocabulary

VOCABULARY = Vocabulary(
    {
        "torch": {
            "en": "torch stay s t on onward continue",
            "pl": "pochodnia pochodnię zostaję zostać zostań dalej",
            "cs": "pochodeň zůstat zůstávám zůstaň dál",
            "de": "fackel bleiben bleibe bleib weiter",
            "fr": "torche rester reste continuer continue",
        },
        "camp": {
            "en": "camp leave l c out home tent",
            "pl": "obóz obozowisko wracam wracaj wychodzę wyjść namiot",
            "cs": "tábor odejít odcházím stan",
            "de": "lager zelt raus heim",
            "fr": "camp campement sortir sors partir rentrer tente",
        },
        "small": {
            "en": "i to the a at in than back please for this of is are rest temple",
            "pl": "do ja proszę z co w niż świątyni",
            "cs": "do já prosím se k ve chrámu",
            "de": "ich ins in das die bitte zum als tempel im",
            "fr": "je la le au de que sil vous plaît dans",
        },
        "if": {
            "en": "if when while",
            "pl": "jeśli gdy kiedy dopóki póki",
            "cs": "pokud když dokud",
            "de": "wenn falls solange",
            "fr": "si quand",
        },
        "until": {"en": "until unless till", "pl": "aż", "cs": "než", "de": "bis", "fr": "jusqu jusqua"},
        "else": {
            "en": "else otherwise then",
            "pl": "inaczej potem",
            "cs": "jinak potom",
            "de": "sonst dann",
            "fr": "sinon puis",
        },
        "and": {"en": "and", "pl": "oraz", "cs": "zároveň", "de": "und", "fr": "et"},
        "or": {"en": "or", "pl": "lub albo", "cs": "nebo", "de": "oder", "fr": "ou"},
        "not": {"en": "not no", "pl": "nie bez", "cs": "ne bez", "de": "nicht kein", "fr": "pas sans"},
        "hazards": {
            "en": "hazards hazard dangers",
            "pl": "niebezpieczeństwa zagrożenia",
            "cs": "nebezpečí",
            "de": "gefahren gefahr",
            "fr": "dangers danger",
        },
        "hold": {
            "en": "hold holding holdings held have",
            "pl": "trzymam mam",
            "cs": "držím mám",
            "de": "halte habe",
            "fr": "tiens ai",
        },
        "path": {
            "en": "path lying",
            "pl": "ścieżka ścieżce",
            "cs": "stezka cesta",
            "de": "pfad weg",
            "fr": "chemin",
        },
        "inside": {
            "en": "inside players",
            "pl": "środku gracze",
            "cs": "uvnitř hráči",
            "de": "drinnen spieler",
            "fr": "dedans joueurs",
        },
        "round": {"en": "round", "pl": "runda rundzie", "cs": "kolo", "de": "runde", "fr": "manche"},
        "artifact": {
            "en": "artifact artifacts artefact artefacts",
            "pl": "artefakt artefakty",
            "cs": "artefakt artefakty",
            "de": "artefakt artefakte",
            "fr": "artefact artefacts",
        },
        "always": {"en": "always game", "pl": "zawsze", "cs": "vždy", "de": "immer", "fr": "toujours"},
        ">=": {
            "en": ">= => ≥ least min",
            "pl": "najmniej",
            "cs": "alespoň nejméně",
            "de": "mindestens",
            "fr": "minimum",
        },
        "<=": {
            "en": "<= =< ≤ most max",
            "pl": "najwyżej",
            "cs": "nejvýše",
            "de": "höchstens",
            "fr": "maximum",
        },
        ">": {"en": "> more over", "pl": "więcej", "cs": "více", "de": "mehr", "fr": "plus"},
        "<": {"en": "< less fewer under", "pl": "mniej", "cs": "méně", "de": "weniger", "fr": "moins"},
        "=": {"en": "= == exactly", "pl": "dokładnie", "cs": "přesně", "de": "genau", "fr": "exactement"},
    }
)
