import { allForms } from "./inflection.ts";

/** Which way a word points. */
export type Way = 1 | -1;

/** How a word tells it: as a verb, or in front of or behind what it is said of. */
export interface Pointer {
  readonly way: Way;
  /** What must, and what must not, stand right before and right behind the word. */
  readonly behind?: RegExp;
  readonly notBehind?: RegExp;
  readonly before?: RegExp;
  readonly notBefore?: RegExp;
}

const rising =
  "rise/rose/risen grow/grew/grown gain climb increase advance jump surge rally soar expand widen improve outperform appreciate " +
  "accelerate recover rebound bounce strengthen spike rip+ leap/leapt brighten swell balloon mushroom ascend escalate " +
  "rocket skyrocket zoom vault revive perk mount thicken warm";
const falling =
  "fall/fell/fallen drop+ decline decrease ease dip+ soften sour slide/slid slip+ tumble plunge shrink/shrank/shrunk narrow " +
  "sink/sank/sunk slump weaken underperform depreciate retreat decelerate deteriorate compress dump crash collapse " +
  "crater bleed/bled tank nosedive surrender melt darken diminish dwindle erode plummet recede sag+ subside wane worsen wilt " +
  "contract thin+ abate lessen ebb soften slacken evaporate descend languish moderate fade dim+ cool crumble falter buckle droop chill";

/** Adjectives, adverbs and nouns that point by themselves. */
const higher =
  "higher up upside growth expansion improvement outperformance appreciation recovery acceleration ascent uplift upturn upswing windfall " +
  "firmer upward upwards adds added firms firmed pops popped popping";
const lower =
  "lower down lost loses lose losing loss losses shed sheds shedding contraction underperformance depreciation " +
  "setback setbacks shortfall descent swoon rout haircut stumble drawdown deterioration pullback correction compression softer downward downwards decay deceleration erosion shrinkage";

/** A bare infinitive or noun that is something else more often: "a firm", "a contract", "a dump", "the mount". */
const notAlone = new Set(
  "contract thin ebb perk mount dump bounce tank moderate cool dim zoom vault rip warm chill".split(" "),
);

/** Words that point only with the word behind them: "sold off", "gave back", "lost ground". */
const phrases: readonly (readonly [words: string, next: RegExp, way: Way])[] = [
  [allForms("sell/sold").join(" "), /^[ -]off\b/i, -1],
  [allForms("give/gave/given").join(" "), /^ (?:back|up|ground)\b/i, -1],
  [allForms("pull back fall/fell/fallen").join(" "), /^ back\b/i, -1],
  [allForms("back cool come/came/come ebb").join(" "), /^ off\b/i, -1],
  [allForms("thin+ bottom").join(" "), /^ out\b/i, -1],
  [allForms("put/put tack pack").join(" "), /^ on (?!the|its|a\b)/i, 1],
  [
    "win wins won winning pocketed netted returned",
    /^ (?:(?:about|some|nearly|almost|over|more than|another|a further) )*[$€£₹]?(?:\d|$)/i,
    1,
  ],
  [
    allForms("lead/led beat/beat").join(" "),
    /^,? by (?:(?:about|some|nearly|almost|over|more than) )*[$€£₹]?(?:\d|$)/i,
    1,
  ],
  ["come comes came coming", /^ down(?: (?:to|from|by|\d|over|in|since|during|again|on)|[.,;:)]| \[|$)/i, -1],
  ["cost", /^ (?:us|(?:its |the )?(?:holders|shareholders|investors|owners))\b/i, -1],
];

const trailing: Pointer = {
  way: -1,
  notBehind: /(?:the|a) $/i,
  notBefore:
    /^(?: (?:year|twelve|12|earnings|sales|revenue|operating|four|p\/e|month|quarter|basis|stop|eps|net|gross|margins?|return|profits?|free|diluted|income|figure|result|period)|(?: \[[^\]]*\])?(?:[.,;:)]|$)| \[)/i,
};

/** "Falls short of" compares, "lost steam" judges. */
const notBefore =
  /^ (?:up to\b|short\b|behind\b|steam|momentum|pace|sight|touch|its way|control|patience|interest|count)/i;
/** "Lost to the index" compares. */
const lostTo =
  /^ (?:up to\b|short\b|behind\b|steam|momentum|pace|sight|touch|its way|control|patience|interest|count|(?:out )?to (?:the|its|it|them)\b|out\b|against)/i;

const upwards = allForms(rising);
const downwards = allForms(falling);

function table(): ReadonlyMap<string, readonly Pointer[]> {
  const found = new Map<string, Pointer[]>();
  const add = (word: string, pointer: Pointer): void => {
    found.set(word, [...(found.get(word) ?? []), pointer]);
  };
  for (const [verbs, words, way] of [
    [upwards, higher, 1],
    [downwards, lower, -1],
  ] as const)
    for (const word of [...verbs, ...words.split(" ")])
      if (!notAlone.has(word)) add(word, { way, notBefore: /^los(?:e|es|t|ing)$/.test(word) ? lostTo : notBefore });
  found.set("up", [
    {
      way: 1,
      notBehind:
        /(?:end|ends|ended|add|adds|added|makes?|made|takes?|took|taken|sets?|back|backs|backed|sums?|come|comes|came|shows?|holds?|held|lines?|follow|builds?|built|gives?|gave|given|shown?|well|mix\w*|wrap\w*|tied|used|dr(?:y|ies|ied)|cough\w*|r[aiu]ng|rack\w*|chalk\w*|clock\w*|notch\w*|snap\w*|b(?:ou|uy)\w*|turn\w*|clean\w*|fill\w*|heat\w*|warm\w*|open\w*|match\w*|prop\w*|sign\w*|speed\w*|sped|start\w*|step\w*|lock\w*|soak\w*|swallow\w*|eat\w*|ate|divid\w*|write\w*|wrote|way|bring\w*|brought|(?:bring\w*|brought|sum\w*|add\w*|look\w*|follow\w*|wrap\w*|back\w*|give\w*|size\w*|weigh\w*|call\w*|sign\w*|keep|kept) (?:it|this|that|them|things|all)) $/i,
      notBefore: /^ to\b/i,
    },
  ]);
  found.set("down", [
    {
      way: -1,
      notBehind:
        /(?:boils?|comes?(?! down (?:from|to [$€£₹]?\d))|way|breaks?|nails?|pins?|track|double|doubling|doubles|halving|water\w*|writ\w*|wr(?:o|i)t\w*|settl\w*|calm\w*|hold\w*|held|laid|lay|lies|turn\w*|clos\w*|shut\w*) $/i,
    },
  ]);
  for (const word of notAlone)
    add(word, {
      way: upwards.includes(word) ? 1 : -1,
      behind: /\b(?:margins?|revenues?|sales|growth|earnings|income|flow|multiple|did not|didn['’]t|to) $/i,
    });
  for (const word of ["trail", "trails", "trailed", "trailing"]) add(word, trailing);
  for (const word of ["lag", "lags", "lagged", "lagging"]) add(word, { way: -1, notBehind: /\b(?:a|the) $/i });
  for (const [words, next, way] of phrases) for (const word of words.split(" ")) add(word, { way, before: next });
  return found;
}

/** What points up or down, by the word. */
export const pointers: ReadonlyMap<string, readonly Pointer[]> = table();

/** The words of a table as one alternation, the longer before the shorter. */
export function alternation(words: readonly string[]): string {
  return [...new Set(words)].toSorted((a, b) => b.length - a.length).join("|");
}

/** Verbs that say no more than that there was one: "make a gain", "suffer a loss". */
export const bookingVerbs: readonly string[] = allForms(
  "make/made book record post print log+ show/showed/shown see/saw/seen deliver produce register notch suffer take/took/taken incur score report manage achieve earn yield secure land pull return sustain endure leave/left mark chalk clock generate experience face enjoy reach",
);

/** Every word that carries a minus. */
export const fallingWords: readonly string[] = [...downwards, ...lower.split(" ")];
