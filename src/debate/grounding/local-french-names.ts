import type { Row } from "./local-lexicon.ts";

/* What reports in French call what is measured, and over how long. */

const count = String.raw`\d{1,3}|une?|deux|trois|quatre|cinq|six|sept|dix|douze|vingt`;
const time = "(?:jours?|séances?|semaines?|mois|trimestres?|ans?|années?)(?: de bourse| boursiers| calendaires)?";
const last = "(?: (?:dernières?|derniers|précédentes?|précédents|passées?|passés))?";

const measures: readonly Row[] = [
  ["name", 0, String.raw`celle (?:à|de) (10|20|50|100|200)(?=\s*(?:[\[(.,;]|$))`, "the $1-session mean"],
  [
    "name",
    0,
    String.raw`moyennes?(?: mobiles?)?(?: simples?)? (?:à|sur|de|des)${last} (\d{1,3})(?: (?:jours|séances))? et(?: à| sur| de| celle à| celle de)? (\d{1,3}) (?:jours|séances)`,
    "the $1-session mean|the $2-session mean",
  ],
  [
    "name",
    0,
    String.raw`moyenne(?: mobile)?(?: simple| arithmétique)? (?:à|sur|de|des)(?: les)?${last} (\d{1,3})${last} (?:jours|séances)|(?:MM|MMS|SMA)[ -]?\(?(\d{1,3})\)?`,
    "the $1$2-session mean",
  ],
  [
    "name",
    0,
    String.raw`moyenne(?: mobile)? exponentielle (?:à|sur|de|des)${last} (\d{1,3})${last} (?:jours|séances)|(?:MME|EMA)[ -]?\(?(\d{1,3})\)?|(?:MME|EMA) (?:à|de|sur) (\d{1,3}) (?:jours|séances)`,
    "the $1$2$3-session exponential mean",
  ],
  [
    "name",
    0,
    "toutes (?:ses|les) moyennes(?: mobiles)?|(?:ses|les) (?:trois|deux) moyennes(?: mobiles)?|ensemble d(?:e ses|es) moyennes(?: mobiles)?",
    "all averages",
  ],
  ["name", 0, "moyenne pondérée (?:par les|des) volumes|VWMA", "the volume-weighted mean"],
  ["name", 0, "bande (?:de Bollinger )?(?:supérieure|haute)(?: de Bollinger)?", "the upper band"],
  ["name", 0, "bande (?:de Bollinger )?(?:inférieure|basse)(?: de Bollinger)?", "the lower band"],
  ["name", 0, "support", "support"],
  ["name", 0, "résistance", "resistance"],
  [
    "name",
    0,
    "plus[ -]haut (?:des?|sur|à)(?: les)?(?: 20)?(?: dernières)? ?(?:vingt|20) (?:séances|jours)|plus[ -]haut des 20 dernières séances",
    "the 20-session high",
  ],
  [
    "name",
    0,
    "plus[ -]bas (?:des?|sur|à)(?: les)?(?: dernières)? ?(?:vingt|20) (?:séances|jours)|plus[ -]bas des 20 dernières séances",
    "the 20-session low",
  ],
  [
    "name",
    0,
    "(?:plus[ -]haut|sommet|pic) (?:annuel|de l'année|d'un an|sur un an|(?:de|à|sur) 52 semaines|(?:de|sur) 252 séances|sur douze mois|des 52 dernières semaines)",
    "the 52-week high",
  ],
  [
    "name",
    0,
    "(?:plus[ -]bas|creux) (?:annuel|de l'année|d'un an|sur un an|(?:de|à|sur) 52 semaines|(?:de|sur) 252 séances|sur douze mois|des 52 dernières semaines)",
    "the 52-week low",
  ],
  ["name", 0, "histogramme(?: du MACD| MACD)?", "the histogram"],
  ["name", 0, "ligne de signal|ligne signal|signal(?=\\s*(?:[,.;:()]|$))", "the signal line"],
  ["name", 0, "(?:ligne (?:du )?)?MACD", "the MACD line"],
  ["name", 0, "RSI", "RSI"],
  ["name", 0, "money flow index|MFI|indice de flux monétaire|flux monétaires?", "money flow"],
  [
    "name",
    0,
    "volumes?(?: (?:d'échanges?|de transactions?|échangés?|de la dernière séance|du jour))*|échanges|activité boursière",
    "volume",
  ],
  ["name", 0, "volatilité|fluctuations|variations de cours", "volatility"],
  [
    "name",
    0,
    "(?:rendement|performance|rentabilité) (?:annuelle?|sur un an|à un an|sur 252 séances|sur douze mois)",
    "the 252-session return",
  ],
  ["name", 0, "(?:rendement|performance|rentabilité) (?:mensuelle?|sur un mois|à un mois)", "the 21-session return"],
  [
    "name",
    0,
    "(?:rendement|performance|rentabilité) (?:trimestrielle?|sur trois mois|à trois mois)",
    "the 63-session return",
  ],
  ["name", 0, "(?:rendement|performance|rentabilité) (?:hebdomadaire|sur une semaine)", "the 5-session return"],
  [
    "name",
    0,
    String.raw`(?:rendement|performance|rentabilité) (?:sur|à|de|des)(?: les)?${last} (\d{1,3})${last} (?:séances|jours)`,
    "the $1-session return",
  ],
  ["name", 0, "rendement|performance(?: boursière)?|rentabilité", "return"],
  ["name", 0, "croissance (?:du chiffre d'affaires|des ventes|des revenus|de l'activité)", "revenue growth"],
  ["name", 0, "chiffre d'affaires|ventes|revenus|recettes|CA", "revenue"],
  ["name", 0, "(?:bénéfice|résultat)(?: net)?(?: dilué)? par action(?: dilué)?|BPA|BNPA", "earnings per share"],
  ["name", 0, "marges? brutes?", "gross margin"],
  ["name", 0, "marges? (?:opérationnelles?|d'exploitation|d'EBIT)", "operating margin"],
  ["name", 0, "marges? nettes?", "net margin"],
  ["name", 0, "(?:résultat|bénéfice) net", "net income"],
  ["name", 0, "(?:flux de trésorerie|cash[- ]flow) (?:disponible|libre)|free cash[- ]flow", "free cash flow"],
  ["name", 0, "(?:flux de trésorerie|cash[- ]flow) (?:opérationnel|d'exploitation)", "operating cash flow"],
  ["name", 0, "nombre (?:d'actions|de titres)(?: en circulation| diluées?)*|actions en circulation", "the share count"],
  ["name", 0, "dettes?(?: totales?| brutes?| financières?)?|endettement(?: total| brut)?", "total debt"],
  ["name", 0, "capitaux propres|fonds propres", "equity"],
  [
    "name",
    0,
    "(?:trésorerie|liquidités|disponibilités)(?: et (?:aux |les |des |ses )?(?:placements|titres(?: négociables)?))?",
    "cash and investments",
  ],
  ["name", 0, "actifs? (?:circulants?|à court terme)|actifs courants", "current assets"],
  ["name", 0, "(?:dettes|passifs?|exigibilités) (?:à court terme|courante?s?)", "current liabilities"],
  [
    "name",
    0,
    "(?:ton|tonalité|sentiment|climat) (?:des|dans les|de la|de l'|autour des) ?(?:nouvelles|actualités|articles|actualité|dépêches|presse|médias)",
    "news tone",
  ],
  [
    "name",
    0,
    "(?:ton|tonalité|sentiment) (?:des|sur les|dans les) (?:messages|publications|réseaux sociaux|posts)",
    "tone of posts",
  ],
  [
    "name",
    0,
    "(?:nombre (?:d'articles|de nouvelles|de dépêches|d'actualités)|flux (?:d'articles|de nouvelles|d'actualités))",
    "the number of news items",
  ],
  ["name", 0, "nombre de (?:messages|publications|posts)", "the number of posts"],
  ["name", 0, "PER|P/E|ratio cours[/ -]bénéfices?|multiple de bénéfices?", "P/E"],
  ["name", 0, "ratio cours[/ -]chiffre d'affaires|multiple (?:de chiffre d'affaires|des ventes)|P/S", "P/S"],
  ["name", 0, "ratio cours[/ -](?:actif net|valeur comptable)|P/B|price-to-book", "P/B"],
  ["name", 0, "ratio de (?:liquidité(?: générale)?|fonds de roulement)", "the current ratio"],
  ["name", 0, "bêta|beta", "beta"],
  ["name", 0, "(?:nouvelles|actualités|dépêches)(?= (?:sont|restent|ont un ton))(?: ont un ton)?", "news tone"],
  ["name", 0, "messages(?= (?:sont|restent) )|publications(?= (?:sont|restent) )", "tone of posts"],
  ["name", 0, "zéro", "zero"],
  [
    "benchmark",
    0,
    "indice(?: de référence| boursier)?|S&P[ -]500|benchmark|BTC-USD|(?<=(?:que le|au|face au|que) )bitcoin|marché(?= (?:sur|dans son|,|\\.))",
  ],
  [
    "price",
    0,
    "action|titre|cours(?: de (?:clôture|bourse|l'action))?|(?:dernière )?clôture|prix|cotation|valeur(?= (?:cote|évolue|se|a|est|reste|n'))|(?:bitcoin|ether|jeton|crypto\\p{L}*)",
  ],
  [
    "other",
    0,
    "stop|objectif|cible|entrée|limite|analystes?|estimations?|prévisions?|attentes|consensus|dividendes?|taux|coûts?|demande|secteur|concurrents?|concurrence|position|pairs|pétrole|baril|coûts",
  ],
  ["usual", 0, "moyenne|normale|d'habitude|habitude|ordinaire|d'ordinaire"],
];

const windows: readonly Row[] = [
  [
    "window",
    0,
    String.raw`(?:sur|en|depuis|dans|au cours des?|pendant|ces|des?|les|que sur|celle (?:sur|de|des|à)|celle)(?: les?| des?)?${last} (${count})${last} (${time})`,
    "over $1 $2",
  ],
  [
    "window",
    0,
    "en un an|sur un an|en glissement annuel|par rapport à l'(?:an|année) (?:dernier|passé|précédente?)|d'une année sur l'autre|sur l'année|en rythme annuel|il y a un an",
    "over 1 years",
  ],
  [
    "window",
    0,
    "(?:au|sur le|le) dernier trimestre|au trimestre(?: écoulé)?|sur un trimestre|sur le trimestre|au titre du dernier trimestre|que sur le trimestre|par rapport au trimestre",
    "over 1 quarters",
  ],
  [
    "window",
    0,
    "sur (?:un|le) mois|en un mois|au cours du dernier mois|par rapport au mois(?: précédent)?|que (?:sur )?le mois(?: précédent)?|le mois précédent|au mois",
    "over 1 months",
  ],
  [
    "window",
    0,
    "sur (?:une|la) semaine|en une semaine|la semaine dernière|cette semaine|au cours de la semaine",
    "over 1 weeks",
  ],
  [
    "window",
    0,
    "(?:lors de |à |pendant )?la (?:dernière séance|séance du jour)|en une séance|sur une séance|aujourd'hui",
    "over 1 sessions",
  ],
];

export const frenchNames: readonly Row[] = [...measures, ...windows];
