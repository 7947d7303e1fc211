import type { Row } from "./local-lexicon.ts";

/* What reports in German call what is measured, and over how long. */

const count = String.raw`\d{1,3}|ein(?:e[mnrs]?)?|zwei|drei|vier|fünf|sechs|sieben|zehn|zwölf|zwanzig|zwei`;
const time =
  "(?:Handels|Börsen|Kalender)?tage?n?|Sitzung(?:en)?|Wochen?|Monat(?:e[ns]?|s)?|Quartal(?:e[ns]?|s)?|Jahr(?:e[ns]?|es)?";
const last = "(?: (?:letzten|letzte|vergangenen|jüngsten|vorangegangenen|zurückliegenden|abgelaufenen))?";
const mean = "(?:Mittel(?:s|werts?)?|Durchschnitt(?:s|es)?|Schnitts?|Linie|GD|SMA|MA)";

const measures: readonly Row[] = [
  [
    "name",
    0,
    String.raw`(\d{1,3})-(?:Tage-?)?,? (?:das |dem |der |die |den )?(\d{1,3})-(?:Tage-?)? (?:und|sowie) (?:das |dem |der |die |den )?(\d{1,3})-(?:Tage|Tages|Sitzungs)-?${mean}`,
    "the $1-session mean|the $2-session mean|the $3-session mean",
  ],
  [
    "name",
    0,
    String.raw`(\d{1,3})-(?:Tage-?)? ?(?:und|sowie|noch|wie auch) (?:das |dem |der |die |den )?(\d{1,3})-(?:Tage|Tages|Sitzungs)-?${mean}`,
    "the $1-session mean|the $2-session mean",
  ],
  ["name", 0, String.raw`(\d{1,3})[- ](?:Tage|Tages|Sitzungs|Perioden)-?${mean}`, "the $1-session mean"],
  [
    "name",
    0,
    String.raw`(?:gleitende[nrms]? |einfache[nrms]? )*(?:Mittel(?:wert)?|Durchschnitt)s? (?:von|über|der|aus)(?: (?:den|die|der))?${last} (\d{1,3}) (?:${time})`,
    "the $1-session mean",
  ],
  ["name", 0, String.raw`SMA[ -]?\(?(\d{1,3})\)?`, "the $1-session mean"],
  [
    "name",
    0,
    String.raw`EMA[ -]?\(?(\d{1,3})\)?|EMA (?:über|von|der letzten) (\d{1,3}) (?:Tagen?|Sitzungen)|(\d{1,3})-Tage-EMA`,
    "the $1$2$3-session exponential mean",
  ],
  [
    "name",
    0,
    String.raw`exponentielle[nrms]? (?:gleitende[nrms]? )?(?:(\d{1,3})-Tage-${mean}|(?:Mittel|Durchschnitt)s? (?:von|über|der) (\d{1,3}) (?:${time}))`,
    "the $1$2-session exponential mean",
  ],
  [
    "name",
    0,
    `(?:alle[nr]?|sämtliche[nr]?)(?: drei| ihre[nr]?| gleitenden| seine[nr]?| wichtigen)* (?:Durchschnitte|Mittelwerte|Mittel|Linien)n?`,
    "all averages",
  ],
  ["name", 0, "volumengewichtete[nrms]? (?:Mittel|Durchschnitt|20-Tage-Mittel)s?|VWMA", "the volume-weighted mean"],
  ["name", 0, "obere[nrms]? (?:Bollinger-?)? ?(?:Band(?:e?s)?|Linie)", "the upper band"],
  ["name", 0, "untere[nrms]? (?:Bollinger-?)? ?(?:Band(?:e?s)?|Linie)", "the lower band"],
  ["name", 0, "Unterstützung(?:szone|slinie|smarke)?", "support"],
  ["name", 0, "Widerstand(?:e?s|szone|slinie|smarke)?", "resistance"],
  [
    "name",
    0,
    "20-Tage-Hochs?|Hochs? der (?:letzten|vergangenen|vorangegangenen) 20 (?:Tage|Sitzungen|Handelstage)",
    "the 20-session high",
  ],
  [
    "name",
    0,
    "20-Tage-Tiefs?|Tiefs? der (?:letzten|vergangenen|vorangegangenen) 20 (?:Tage|Sitzungen|Handelstage)",
    "the 20-session low",
  ],
  ["name", 0, "(?:52-Wochen|12-Monats|252-Tage|Jahres)-?(?:[Hh]och|[Hh]öchststand)(?:e?s)?", "the 52-week high"],
  ["name", 0, "(?:52-Wochen|12-Monats|252-Tage|Jahres)-?(?:[Tt]ief|[Tt]iefststand)s?", "the 52-week low"],
  ["name", 0, "(?:MACD-)?Histogramms?(?: des MACD)?", "the histogram"],
  ["name", 0, "(?:MACD-)?Signallinie|Signal(?=[,.;:)]|$)", "the signal line"],
  ["name", 0, "MACD(?:-Linie)?", "the MACD line"],
  ["name", 0, "RSI(?:-14)?|Relative-Stärke-Index", "RSI"],
  ["name", 0, "Money[- ]Flow(?:[- ]Index)?|MFI|Geldfluss(?:index)?", "money flow"],
  [
    "name",
    0,
    "(?:Handels|Börsen)?[Vv]olumens?|Handelsumsätze?n?|Umsätze im Handel|Handelsumsatz|[Gg]ehandelt wurde|wurde gehandelt|Börsenumsätze?n?|Umsätze an der Börse|Handelsaktivität",
    "volume",
  ],
  ["name", 0, String.raw`(\d{1,3})-Tage-(?:Volatilität|Schwankungsbreite|Schwankung)`, "volatility over $1 sessions"],
  ["name", 0, "(?:Kurs)?[Ss]chwankung(?:en|sbreite)?|Volatilität|Vola", "volatility"],
  ["name", 0, String.raw`(\d{1,3})-Tage-(?:Rendite|Performance|Entwicklung)`, "the $1-session return"],
  ["name", 0, "(?:Ein)?[Jj]ahres(?:rendite|performance)", "the 252-session return"],
  ["name", 0, "Monats(?:rendite|performance)", "the 21-session return"],
  ["name", 0, "Rendite|Performance|Wertentwicklung|Kursentwicklung", "return"],
  ["name", 0, "Umsatzwachstums?|Wachstums?(?: (?:des Umsatzes|der (?:Umsätze|Erlöse)|beim Umsatz))?", "revenue growth"],
  ["name", 0, "Umsatz(?:es|entwicklung)?|Umsätze|(?:Umsatz)?[Ee]rlösen?", "revenue"],
  ["name", 0, "(?:verwässerte[nrs]? )?(?:Gewinn|Ergebnis)(?:s|ses|es)? (?:je|pro) Aktie|EPS", "earnings per share"],
  ["name", 0, "Bruttomarge", "gross margin"],
  [
    "name",
    0,
    "(?:operative[nr]? |operativen )Marge|Betriebsmarge|EBIT-Marge|operative[nr]? Gewinnmarge",
    "operating margin",
  ],
  ["name", 0, "Nettomarge|Nettogewinnmarge|Nettoumsatzrendite", "net margin"],
  [
    "name",
    0,
    "Nettogewinns?|Jahresüberschuss(?:es)?|Reingewinns?|Nettoergebnis(?:ses)?|ausgewiesene[nr]? Gewinn",
    "net income",
  ],
  ["name", 0, "freie[nrms]? (?:Cashflow|Mittelzufluss|Barmittelfluss)s?|Free Cashflow", "free cash flow"],
  ["name", 0, "operative[nrms]? (?:Cashflow|Mittelzufluss)s?", "operating cash flow"],
  [
    "name",
    0,
    "Aktien(?:an)?zahl|(?:An)?[Zz]ahl der (?:ausstehenden |verwässerten |umlaufenden )?Aktien|ausstehende[nr]? Aktien",
    "the share count",
  ],
  [
    "name",
    0,
    "Verschuldung|(?:Gesamt|Finanz|Brutto)?[Ss]chulden|Gesamtverschuldung|Finanzverbindlichkeiten",
    "total debt",
  ],
  ["name", 0, "Eigenkapitals?", "equity"],
  [
    "name",
    0,
    "(?:Bestand an |Bestände an )?(?:Barmitteln?|Kasse|Kassenbestand|flüssige[nr]? Mitteln?|Zahlungsmitteln?|liquide[nr]? Mitteln?|Cash)(?: und (?:Wertpapieren?|Anlagen|Geldanlagen))?",
    "cash and investments",
  ],
  ["name", 0, "Umlaufvermögens?", "current assets"],
  ["name", 0, "kurzfristige[nr]? Verbindlichkeiten|kurzfristige[nr]? Schulden", "current liabilities"],
  [
    "name",
    0,
    "(?:Tons?|Tonlage|Stimmung|Tenor) (?:der|in den|bei den) (?:Nachrichten|Meldungen|Schlagzeilen)|Nachrichten(?:ton|stimmung|lage|tenor)s?",
    "news tone",
  ],
  [
    "name",
    0,
    "(?:Tons?|Tonlage|Stimmung) (?:der|in den|bei den|auf) (?:sozialen (?:Medien|Netzwerken)|Beiträgen?|Posts|Social Media)|Social-Media-Stimmung|(?:in|auf) (?:den sozialen (?:Medien|Netzwerken)|Social Media) (?:ist|war|bleibt|fällt) (?:der Ton|die Stimmung)",
    "tone of posts",
  ],
  [
    "name",
    0,
    "(?:An)?[Zz]ahl der (?:Nachrichten|Meldungen|Artikel|Schlagzeilen)|Nachrichten(?:auf)?(?:kommen|zahl|volumen)|Nachrichtenfluss",
    "the number of news items",
  ],
  [
    "name",
    0,
    "(?:An)?[Zz]ahl der (?:Beiträge|Posts|Social-Media-Beiträge)|Beitrags(?:auf)?kommen",
    "the number of posts",
  ],
  ["name", 0, "KGV|Kurs-Gewinn-Verhältnis(?:ses)?", "P/E"],
  ["name", 0, "KUV|Kurs-Umsatz-Verhältnis(?:ses)?", "P/S"],
  ["name", 0, "KBV|Kurs-Buchwert-Verhältnis(?:ses)?", "P/B"],
  ["name", 0, "Liquiditätskennzahl|Current Ratio", "the current ratio"],
  ["name", 0, "Beta(?:-Kennzahl|-Wert|-Faktor|faktor)?s?", "beta"],
  ["name", 0, "Nachrichten(?= (?:der letzten \\S+ Tage )?(?:ist|sind|bleiben|fallen|klingen|waren))", "news tone"],
  ["name", 0, "null|Null|Nulllinie", "zero"],
  [
    "benchmark",
    0,
    "(?:Vergleichs|Leit|Referenz|Gesamt)?[Ii]ndex|Benchmark|S&P[ -]500|Gesamtmarkt(?:e?s)?|Vergleichsmaßstab|den (?:Gesamt)?[Mm]arkt(?! für)|BTC-USD|(?<=(?:als|gegenüber|hinter|gegen) (?:den |dem |der )?)(?:Bitcoin|Markt)",
  ],
  [
    "price",
    0,
    "(?:Aktien|Schluss|Börsen|Schluß)?[Kk]urs(?:e[ns]?|s)?|Aktie|Titels?|(?:Wert)?[Pp]apiers?|Notierung|Anteilsscheins?|(?<!\\p{L})Preis(?:es)?|Coins?|Bitcoin|Ether",
  ],
  [
    "other",
    0,
    "(?:Stopp?s?|Stop-Loss|Stopp-Loss|Kursziels?|Ziel(?:e?s|kurs)?|Einstieg(?:s|skurs)?|Limits?|Analysten|Schätzung(?:en)?|Erwartung(?:en)?|Prognosen?|Konsens(?:es)?|Dividenden?|Zinsen|Kosten|Nachfrage|Branche|Sektor|Wettbewerber|Konkurrenten?|Markt|Position)",
  ],
  ["usual", 0, "(?:Durchschnitt|Schnitt|Mittel|Übliche[ns]?|üblich|Norm|Normale[ns]?|normal|gewöhnlich|sonst)"],
];

const windows: readonly Row[] = [
  [
    "window",
    0,
    String.raw`(?:(?:über|in|binnen|innerhalb|auf Sicht|während|auf|für|seit|nach)(?: von)?(?: (?:den|die|der|dem))?|der|den|die|von|aus|gegenüber(?: den)?|als (?:in|über|auf)(?: den| die)?)${last} (${count}) (${time})`,
    "over $1 $2",
  ],
  [
    "window",
    0,
    "binnen Jahresfrist|auf Jahressicht|im (?:Jahres|Vorjahres)vergleich|(?:gegenüber dem|im Vergleich zum|zum) Vorjahr(?:e?s)?(?:zeitraum)?|aufs Jahr gesehen|im Jahr|im (?:letzten|vergangenen) Jahr|im Jahresverlauf|als (?:im Vorjahr|vor einem Jahr)",
    "over 1 years",
  ],
  [
    "window",
    0,
    "auf (?:Quartals|Dreimonats)sicht|im (?:letzten |vergangenen |jüngsten |abgelaufenen )?Quartal|gegenüber dem Quartal|zum Quartal",
    "over 1 quarters",
  ],
  [
    "window",
    0,
    "auf Monatssicht|im Monats(?:mittel|schnitt)|binnen Monatsfrist|im (?:letzten |vergangenen )?Monat(?: davor| zuvor)?|gegenüber dem (?:Vor)?[Mm]onat|im Monatsvergleich|im Vormonat",
    "over 1 months",
  ],
  [
    "window",
    0,
    "auf Wochensicht|binnen Wochenfrist|in der (?:letzten|vergangenen) Woche|im Wochenverlauf|diese Woche",
    "over 1 weeks",
  ],
  [
    "window",
    0,
    "in der (?:letzten|jüngsten) (?:Sitzung|Handelssitzung)|am letzten (?:Handels|Börsen)?tag|auf Tagessicht|heute|im letzten Handel",
    "over 1 sessions",
  ],
];

export const germanNames: readonly Row[] = [...measures, ...windows];
