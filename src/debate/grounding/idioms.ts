import type { Way } from "./direction-lexicon.ts";
import { allForms } from "./inflection.ts";
import { lexicon } from "./lexicon.ts";
import { remembered } from "./memoized.ts";

/*
 * Directions that several words tell together: "in the red", "clawed back", "took 3 % off the price". Each pattern is flat,
 * so that reading stays linear.
 */

const oneOf = (verbs: string): string => allForms(verbs).join("|");
/** The amount between a verb and its particle: "knocked almost 1.4 % off". */
const amount = String.raw`(?: (?:almost|nearly|about|roughly|some|another|a further|just|over|more than|only)){0,2} [$€£¥₹]?\d[\d.,]*(?: ?%| ?(?:percent|per cent|points?|dollars?|cents?|bps))?`;
const taking = oneOf(
  "take/took/taken knock shave wipe lop+ chop+ slice strip+ shear trim+ cut/cut rub+ clip+ carve erase peel",
);
const putting = oneOf("put/put add tack pile stick/stuck pack");

const bearing = `(?:${oneOf("point head go/went/gone drift move run+/ran trend turn")})`;

const up = [
  `${bearing} (?:north|northwards?)(?! of)`,
  "(?:in|into) (?:the )?(?:green|black)",
  `(?:got|gets?|getting|was|were|is|been|being) (?:pumped|squeezed (?:higher|up)|bid up|catapulted|propelled|sent (?:higher|flying))`,
  "(?:mooned|mooning)",
  "(?:in|with a|at a) profit",
  "to the good",
  "(?:sit(?:s|ting)?|sat) on (?:an? )?(?:profits?|gains?)",
  "better off",
  "on the (?:rise|increase|up|mend)",
  `(?:${oneOf("claw win+/won")}) back`,
  `(?:${oneOf("eke grind/ground")}) out (?=an? (?:\\w+ )?(?:gain|advance|rise|profit))`,
  `(?:${oneOf("make/made")}) up ground`,
  `(?:${oneOf("pick")}) up(?= (?:\\d|ground|steam|speed|pace))`,
  `(?:${oneOf("crawl inch edge creep/crept")}) forwards?`,
  `(?:${oneOf("turn go/went/gone flip+ swing/swung")}) (?:green|positive)`,
  "(?:buyers|bulls|the bulls) (?:\\w+ ){0,3}(?:in control|in charge|the upper hand|on top|in command)",
  "(?:rewarded|favou?red) (?:the )?(?:bulls|buyers|holders|longs)",
  "(?:the )?(?:bulls|buyers) (?:have |had )?(?:won|win|prevailed|prevail|dominated?|ruled?|took over|carried the day)",
  "(?:ma(?:de|kes?|king)|earn(?:s|ed|ing)?) money",
  "(?:been|was|is|are|were|proved) (?:an? )?(?:\\w+ )?winners?",
  `(?:${putting})(?=${amount} (?:on|onto|to)\\b)`,
  "ahead(?= (?:by|of (?:last year|the (?:prior|previous|year-ago)|its year-ago)|\\d))",
  `(?:${oneOf("lift boost hoist")})(?= (?:the|its) (?:price|quote|stock|shares|value)\\b)`,
];
const down = [
  `${bearing} (?:south|southwards?)(?! of)`,
  "(?:in|into) (?:the )?red",
  `(?:got|gets?|getting|was|were|is|been|being) (?:absolutely |badly |really )?(?:smashed|hammered|clobbered|crushed|slammed|whacked|thumped|pummell?ed|battered|walloped|dinged|nuked|rekt|trashed|punished|mauled)`,
  "under ?water",
  "out of pocket",
  `(?:${oneOf("take/took/taken hand")}) back`,
  "(?:at|nursing|with|suffering|on) a loss",
  "to the bad",
  "(?:sit(?:s|ting)?|sat) on (?:an? )?loss(?:es)?",
  "worse off",
  "on the (?:wane|decline|ebb|slide|retreat|way down)",
  `(?:${oneOf("cough")}) up`,
  `(?:${oneOf("dry/dried/dried")}) up`,
  `(?:${oneOf("crawl inch edge creep/crept")}) backwards?`,
  `(?:${oneOf("turn go/went/gone flip+ swing/swung")}) (?:red|negative)`,
  "(?:sellers|bears|the bears) (?:\\w+ ){0,3}(?:in control|in charge|the upper hand|on top|in command)",
  "(?:rewarded|favou?red) (?:the )?(?:bears|sellers|shorts)",
  "(?:the )?(?:bears|sellers) (?:have |had )?(?:won|win|prevailed|prevail|dominated?|ruled?|took over|carried the day)",
  "(?:been|was|is|are|were|proved) (?:an? )?(?:\\w+ )?losers?",
  `(?:${taking})(?=${amount} (?:off|from|out of)\\b)`,
  `(?:${oneOf("shave knock take/took/taken lop+ chop+")}) off(?=${amount}\\b)`,
  "off(?= (?:by )?\\d[\\d.,]* ?%)",
  "behind(?= (?:by|last year|the (?:prior|previous|year-ago)|its year-ago|\\d))",
  `(?:${oneOf("trim+ dent clip+")})(?= (?:the|its) (?:price|quote|stock|shares|value)\\b)`,
];

const idioms = lexicon([...up, ...down]);

export interface Idiom {
  readonly start: number;
  readonly end: number;
  readonly way: Way;
}

const arrow = /([↑⬆↗▲△🔺📈])|[↓⬇↘▼▽🔻📉]/gu;

export const idiomsIn = remembered((text: string): readonly Idiom[] => {
  const words = idioms(text).map(({ entry, found }) => idiomOf(found, entry < up.length));
  const arrows = [...text.matchAll(arrow)].map((found) => idiomOf(found, found[1] !== undefined));
  return [...words, ...arrows];
});

function idiomOf(found: RegExpExecArray, isUp: boolean): Idiom {
  return { start: found.index, end: found.index + found[0].length, way: isUp ? 1 : -1 };
}
