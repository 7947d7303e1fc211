import { germanNames } from "./local-german-names.ts";
import type { LocalLexicon, Row } from "./local-lexicon.ts";

/* What words of German say of what is measured. */

const until = String.raw`(?=(?:[^.;,]|[.,]\d)*(?<!\p{L})`;
/** A verb of which a part stands at the end: "legte um 5 % zu". */
const parted = (verb: string, part: string): string => `(?:${verb})${until}${part}(?!\\p{L}))`;

/** Of profits and losses of the price alone: an amount in percent stands behind. */
const amount = String.raw`(?=[^.;%]{1,40}\d ?(?:%|Prozent))`;

const moves: readonly Row[] = [
  [
    "move",
    1,
    [
      "(?:an)?stieg(?:en)?|(?:an)?steig(?:t|en|end|ende[nrsm]?)|(?:an|auf)?gestiegen(?:e[nrsm]?)?|wuchs(?:en)?|wächst|wachsen(?:d|de[nrsm]?)?|(?:an)?gewachsen(?:e[nrsm]?)?|(?:ge)?kletter(?:t|te|ten|n)",
      `${parted("legte?n?|legt", "zu")}|zu(?:ge)?legte?n?|zugelegt|${parted("nahm(?:en)?|nimmt|nehmen", "zu")}|zugenommen|zunahm(?:en)?|zunehmen(?:d|de[nrsm]?)|${parted("zog(?:en)?|zieht|ziehen", "an")}|angezogen|anzog(?:en)?`,
      `(?:hinzu|zu)?gewann(?:en)?|gewinnt|(?:hinzu|zu)?gewonnen|erhöh(?:t|te|ten|en)|verbesser(?:t|te|ten|n)|${parted("weite(?:t|te|ten|n)", "aus")}|ausgeweitet|sprang(?:en)?|springt|gesprungen|(?:empor)?schnell(?:te|ten|t)|(?:empor)?geschnellt|avancier(?:t|te|ten)|erhol(?:t|te|ten)`,
      `vergrößer(?:t|te|ten)|beschleunig(?:t|te|ten)|aufgehellt|${parted("hellte?", "auf")}|verteuer(?:t|te|ten)|${parted("rückte?n?", "vor")}|vorgerückt|aufgestockt|verdoppelt(?:e|en)?|verdreifacht(?:e|en)?|gutgemacht|${parted("machte?n?", "gut")}|aufgeholt|${parted("holte?n?", "auf")}|schoss(?:en)?|geschossen|gesteigert|steiger(?:t|te|ten)|ausgebaut|${parted("baute?n?", "aus")}|hochgeschossen|aufgewertet|haussiert(?:e|en)?`,
    ].join("|"),
  ],
  [
    "move",
    1,
    `(?:Kurs)?[Aa]nstieg(?:e?s)?|Zunahme|Erhöhung|Verbesserung|Ausweitung|Steigerung|Erholung|Beschleunigung|Zuwachs(?:es)?|Zugewinn|Kursgewinne?|Kurssprung|Kursplus|(?<!ins )(?<!im )Plus(?! gedreht)|Höhenflug|Aufschlag|Wertzuwachs|(?:der |ein |einen |mit )?Gewinne?${amount}|(?<=\\d ?(?:%|Prozent) (?:ein |einen )?)Gewinn`,
    "noun",
  ],
  [
    "move",
    -1,
    [
      "fiel(?:en)?|fällt|fallen(?:d|de[nrsm]?)?|(?:zurück)?gefallen(?:e[nrsm]?)?|(?:ab)?sank(?:en)?|(?:ab)?sink(?:t|en|end|ende[nrsm]?)|(?:ab)?gesunken(?:e[nrsm]?)?|rückläufig(?:e[nrsm]?)?",
      `${parted("ging(?:en)?|geht|gehen", "zurück")}|zurückgegangen|zurückging(?:en)?|${parted("g[aä]b(?:en)?|gibt|geben", "(?:nach|ab)")}|nachgegeben|nachgab(?:en)?|nachgebend|abgegeben|${parted("ließ(?:en)?|lässt|lassen", "nach")}|nachgelassen|nachlassend(?:e[nrsm]?)?|nachließ(?:en)?|verlor(?:en)?|verliert|verlieren`,
      `${parted("büß(?:t|te|ten|en)", "ein")}|eingebüßt|einbüßte|${parted("brach(?:en)?|bricht", "(?:ein|weg)")}|eingebrochen|einbrach(?:en)?|schrumpf(?:t|te|ten|en)|geschrumpft|verringer(?:t|te|ten|n)|verschlechter(?:t|te|ten|n)|${parted("engte?n?", "ein")}|eingeengt|(?:ver)?minder(?:t|te|ten)|reduzier(?:t|te|ten)|gesenkt|senk(?:t|te|ten)`,
      `abgenommen|${parted("nahm(?:en)?|nimmt|nehmen", "ab")}|abnahm(?:en)?|abnehmend(?:e[nrsm]?)?|(?:ab)?gerutscht|(?:ab)?rutsch(?:t|te|ten)|(?:ab)?stürz(?:t|te|ten)|(?:ab)?gestürzt|${parted("bröckel(?:t|te)n?", "ab")}|(?:ab)?gebröckelt|halbier(?:t|te)|eingetrübt|${parted("trübte?", "ein")}|verlangsam(?:t|te|ten)|beruhig(?:t|te|ten)|vereng(?:t|te)|ermäßig(?:t|te)|verbillig(?:t|te)|(?:ge)?sack(?:t|te)|(?:ab)?gesackt|absackte|schmolz(?:en)?|geschmolzen|schwand(?:en)?|geschwunden|abgeschwächt|${parted("schwächte?", "ab")}|geschmälert|abgebaut|erodiert(?:e)?|eingeknickt|${parted("knickte?", "ein")}|abgewertet|nachgegeben`,
    ].join("|"),
  ],
  [
    "move",
    -1,
    `Rückgang(?:e?s)?|Einbruchs?|Verringerung|Verschlechterung|Abnahme|Verlangsamung|Kursverlust(?:e?s)?|Kurssturz(?:es)?|Kursrückgang(?:e?s)?|Kursrutsch|Talfahrt|(?<!ins )(?<!im )Minus(?! gedreht)|Schwund|Abschlag|Einbußen?|Absturz|(?:der |ein |einen |mit )?Verluste?n?${amount}|(?<=\\d ?(?:%|Prozent) (?:ein |einen )?)Verlust`,
    "noun",
  ],
];

const places: readonly Row[] = [
  [
    "place",
    1,
    "über(?= (?:dem|den|der|die|das|seine[nmr]?|ihre[nmr]?|alle[nr]?|beide[nr]?|null|Null|sein|ihr|\\d))|oberhalb(?: von| des| der| seine[sr]| ihre[sr])?|jenseits(?: des| der)|nördlich",
  ],
  [
    "place",
    -1,
    "unter(?= (?:dem|den|der|die|das|seine[nmr]?|ihre[nmr]?|alle[nr]?|beide[nr]?|null|Null|sein|ihr|\\d))|unterhalb(?: von| des| der| seine[sr]| ihre[sr])?|südlich",
  ],
  [
    "more",
    1,
    "(?:höher|größer|(?<!nicht |nie )mehr|teurer|stärker|schneller|breiter|steiler|lebhafter|freundlicher|positiver|heller|reger|volatiler)(?:e[nrsm]?)?",
  ],
  [
    "more",
    -1,
    "(?:niedriger|tiefer|geringer|kleiner|weniger|billiger|schwächer|langsamer|schmaler|ruhiger|dünner|negativer|trüber|düsterer)(?:e[nrsm]?)?",
  ],
  [
    "beats",
    1,
    "übertrifft|übertreffen|übertraf(?:en)?|übersteig(?:t|en)|überstieg(?:en)?|überschreite(?:t|n)|überschritt(?:en)?|überragt",
  ],
  ["beats", -1, "unterschreite(?:t|n)|unterschritt(?:en)?|unterbiete[tn]|verfehlte?n?"],
  ["better", 1, "besser|outperform(?:t|te|ed)|schlug|geschlagen|abgehängt|überflügelte?"],
  ["better", -1, "schlechter|hinter (?=de[mn])|underperform(?:t|te|ed)"],
  ["passed", 1, "überwunden|überschritten|zurückerobert|genommen|übersprungen"],
  ["passed", -1, "unterschritten|durchschlagen"],
  ["stretched", 1, "überkauft(?:e[nrsm]?)?"],
  ["stretched", -1, "überverkauft(?:e[nrsm]?)?"],
  ["sign", 1, "positiv(?:e[nrsm]?)?|ins Plus gedreht|im Plus|freundlich|optimistisch|im positiven Bereich"],
  ["sign", -1, "negativ(?:e[nrsm]?)?|ins Minus gedreht|im Minus|pessimistisch|düster|im negativen Bereich"],
  ["usual", 1, "überdurchschnittlich(?:e[nrsm]?)?"],
  ["usual", -1, "unterdurchschnittlich(?:e[nrsm]?)?"],
  ["broken", 1, "gebrochen|durchbrochen|durchbrach|durchbricht|brach|geknackt|aufgegeben"],
  ["broken", -1, "gehalten|hielt|hält|verteidigt|intakt|standgehalten"],
  ["place", 1, "nach oben (?:gekreuzt|geschnitten|durchstoßen)"],
  ["place", -1, "nach unten (?:gekreuzt|geschnitten|durchstoßen)"],
  ["at", 0, "erreicht(?:e|en)?|markiert(?:e|en)?|auf(?= (?:ein|sein|ihr|dem|einem))|am(?= )|berührte?"],
  [
    "told",
    0,
    "näher (?:am|beim|an dem) oberen (?:Bollinger-?)?(?:Band|Rand)|oberen? Hälfte der (?:Bollinger-?)?[Bb]änder",
    "The last close is in the upper half of the bands",
  ],
  [
    "told",
    0,
    "näher (?:am|beim|an dem) unteren (?:Bollinger-?)?(?:Band|Rand)|unteren? Hälfte der (?:Bollinger-?)?[Bb]änder",
    "The last close is in the lower half of the bands",
  ],
  [
    "told",
    0,
    "(?:innerhalb (?:der|seiner|ihrer)|in den|zwischen den) (?:beiden )?(?:Bollinger-?)?[Bb]ändern?",
    "The last close is inside the bands",
  ],
  ["told", 0, "außerhalb (?:der|seiner|ihrer) (?:Bollinger-?)?[Bb]änder", "The last close is outside the bands"],
  ["told", 0, "mehr (?:Nachrichten|Meldungen|Artikel)(?= als)", "The number of news items rose"],
  ["told", 0, "weniger (?:Nachrichten|Meldungen|Artikel)(?= als)", "The number of news items fell"],
  ["told", 0, "mehr (?:Beiträge|Posts)(?= als)", "The number of posts rose"],
  ["told", 0, "weniger (?:Beiträge|Posts)(?= als)", "The number of posts fell"],
  [
    "told",
    0,
    "Nettoliquidität|Netto-?[Cc]ash(?:-Position|position)?|Nettobarmittel|Nettoguthaben|Nettokasse|Netto-Barbestand",
    "The company has net cash",
  ],
  [
    "told",
    0,
    "(?:eine[r]?|mit|hat|weist) (?:hohen? |moderaten? )?(?:Nettoverschuldung|Nettoschulden)(?! von (?:minus |[−-]))",
    "The company has net debt",
  ],
];

export const german: LocalLexicon = {
  rows: [...germanNames, ...moves, ...places],
  joints: "während|aber|doch|jedoch|und|obwohl|denn|wobei|wohingegen|sondern",
  than: "als",
  denial:
    /(?<!\p{L})(?:nicht(?! (?:nur|zuletzt|allein|bloß))|kein(?:e[mnrs]?)?(?! (?:Zweifel|Frage|Wunder))|nie|niemals|weder|noch(?= der| die| das))(?!\p{L})/iu,
  filler:
    /^(?:ist|sind|war|waren|liegt|liegen|lag|lagen|steht|stehen|stand|standen|bleibt|bleiben|blieb|notiert|notieren|notierte|befindet|sich|hat|haben|wurde|wird|gilt|gelten|zeigt|weist|bewegt|verläuft|schloss|schließt|der|die|das|dem|den|des|ein|eine[mnrs]?|seine[mnrs]?|ihre[mnrs]?|in|im|bei|mit|von|auf|an|am|um|als|klar|deutlich|weit|weiterhin|weiter|noch|immer|derzeit|aktuell|nun|jetzt|also|damit|somit|wieder|knapp|leicht|nur|bereits|schon|auch|dabei|gerade|etwas|gut|nicht|mehr|kein|keine[nrs]?|insgesamt|zuletzt|klassisch|formal|neue[snrm]?|frische[snrm]?|eindeutig|gleitende[nrms]?|einfache[nrms]?|wichtige[nrms]?|Lage|Bereich|Terrain|Zone|Marke|Niveau|Schwelle|Wert|Punkten?|Prozent|USD|Dollar|Schlusskurs|rund|etwa|selbst|sie|er|es|klingt|klingen|fallen|fällt|aus|dagegen|hingegen|allerdings|zwar|eher|recht|ziemlich|sehr|heute|mittlerweile|inzwischen|nunmehr|dauerhaft|erneut|zurück|bewegen|pendelt|handelt|gehandelt|spürbar|merklich|kräftig|satte|volle|gut|ganz|wurden|kurz|unverändert|überwiegend|mehrheitlich|insgesamt|steht|tendiert|beträgt|steuern?|drehte|gedreht)$/iu,
  supposed:
    /(?<!\p{L})(?:wenn|falls|sofern|sobald|sollten?|würden?|könnten?|dürften?|möglicherweise|vielleicht|ob|bis|erwarte[nt]?|erwartet|wird voraussichtlich|Szenario|hofft|droht|drohen|wollen|will|müssen|muss|kann|können|solange|angenommen|bevor|ehe|hätten?|wären?|ohne (?:die|den|das)|damals|früher|einst|noch (?:im|vor)|(?:lag|lagen|stand|notierte|war|waren)(?: \p{L}+){0,3} noch)(?!\p{L})|^\W*(?:im (?:Sommer|Frühjahr|Herbst|Winter|Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)|zuvor|vor (?:ein|zwei|drei|\d)\S* (?:Jahr|Monat|Woche)|letztes Jahr)|\?/iu,
  soft: /(?<!\p{L})(?:nahe|(?:fast|beinahe|annähernd)(?! \d)|kurz vor|kurz davor|knapp vor|kaum|weit entfernt|nähert|entfernt|Richtung|an der Schwelle|Abstand|einzige|davon)(?!\p{L})/iu,
  level: /(?:^|\s)(?:auf|von|bis|zu|bei|mit)(?: (?:rund|etwa|nur|knapp|über|unter))?\s*[$€£]?$/iu,
  line: /(?:Marke|Schwelle|Grenze|Linie|Bereich)(?: von| bei| ab| unter| über)? $/iu,
  of: /^ (?:des|der|von|beim|bei der|bei den|im|in der|vom)(?: (?:verwässerten|gesamten))? $/iu,
  counts: {
    ein: 1,
    eine: 1,
    einem: 1,
    einer: 1,
    eines: 1,
    einen: 1,
    zwei: 2,
    drei: 3,
    vier: 4,
    fünf: 5,
    sechs: 6,
    sieben: 7,
    zehn: 10,
    zwölf: 12,
    zwanzig: 20,
  },
  units: [
    [/^(?:Handels|Börsen)tag|^Sitzung/i, "sessions"],
    [/tag/i, "days"],
    [/^Woche/i, "weeks"],
    [/^Monat/i, "months"],
    [/^Quartal/i, "quarters"],
    [/^Jahr/i, "years"],
  ],
  nouns:
    /^(?:Prozent(?:punkten?)?|Punkten?|Basispunkten?|USD|Dollar|Euro|Milliarden|Millionen|Mio|Mrd|Vergleich|Sicht|Ende|Basis|Jahresende|Vorjahr|Tagen?|Jahr|Quartal|Monat|Woche|Unternehmens?|Gesellschaft|Konzerns?|Firma|Börsentag|Handelstag|Beginn|Schluss|Saldo|Titel|Höhe|Folge|Bereich|Lage|Prozentpunkten?)$/u,
};
