import { remembered } from "./memoized.ts";

/** Which way a word points. */
export type Way = 1 | -1;

const up =
  "rose|rises?|risen|rising|grew|grows?|grown|growing|gain(?:s|ed|ing)?|climb(?:s|ed|ing)?|increas(?:e|es|ed|ing)|advanc(?:e|es|ed|ing)|jump(?:s|ed|ing)?|surg(?:e|es|ed|ing)|rall(?:y|ies|ied|ying)|soar(?:s|ed|ing)?|expand(?:s|ed|ing)?|expansion|widen(?:s|ed|ing)?|improv(?:e|es|ed|ing|ement)|outperform(?:s|ed|ing|ance)?|appreciat(?:e|es|ed|ing|ion)|accelerat(?:e|es|ed|ing)|higher|upside|growth|up|add(?:s|ed)|firm(?:s|ed)|recover(?:s|ed|ing|y)?|rebound(?:s|ed|ing)?|bounc(?:e|es|ed|ing)|strengthen(?:s|ed|ing)?|popp?(?:ed|s|ing)|spik(?:ed|es|ing)|ripp(?:ed|ing)|leap(?:t|ed|s|ing)?|brighten(?:s|ed|ing)?";
const down =
  "fell|falls?|fallen|falling|drop(?:s|ped|ping)?|declin(?:e|es|ed|ing)|decreas(?:e|es|ed|ing)|los(?:t|es?|ing|s|ses)|eas(?:es?|ed|ing)|dip(?:s|ped|ping)?|soften(?:s|ed|ing)?|sour(?:s|ed|ing)|g(?:ave|ives?|iven|iving) (?:back|up)|cost (?:us|(?:its |the )?(?:holders|shareholders|investors|owners))|slid(?:es?|ing)?|slip(?:s|ped|ping)?|tumbl(?:e|es|ed|ing)|plung(?:e|es|ed|ing)|shr(?:ank|unk|inks?|inking)|contract(?:s|ed|ing|ion)|(?<=(?:margins?|revenues?|sales|growth|earnings|income|flow|multiple) )contract|narrow(?:s|ed|ing)?|sank|sinks?|sunk|slump(?:s|ed|ing)?|weaken(?:s|ed|ing)?|underperform(?:s|ed|ing|ance)?|depreciat(?:e|es|ed|ing|ion)|lower|down|shed|retreat(?:s|ed|ing)?|drawdown|decelerat(?:e|es|ed|ing)|deteriorat(?:e|es|ed|ing|ion)|lag(?:s|ged|ging)?|(?<!the |a )trail(?:s|ed|ing)?(?! (?:year|twelve|earnings|sales|revenue|operating))|pullback|correction|compress(?:ed|es|ion)|dump(?:s|ed|ing)?|crash(?:es|ed|ing)?|collaps(?:es?|ed|ing)|crater(?:s|ed|ing)?|bleed(?:s|ing)?|bled|tank(?:s|ed|ing)|nosediv(?:es|ed|ing)|surrender(?:s|ed|ing)|melt(?:s|ed|ing)|darken(?:s|ed|ing)?";

const word = new RegExp(String.raw`(?<![\w-])(?:(${up})|(${down}))(?![\w-])`, "gi");
const above = new RegExp(
  String.raw`(?<![\w-])(?:(above|ahead of|more than|better than)|(below|under|beneath|behind|less than|worse than|short of))(?![\w-])`,
  "gi",
);

export interface DirectionWord {
  readonly start: number;
  readonly end: number;
  readonly way: Way;
}

export const directionsIn = remembered((text: string): readonly DirectionWord[] => {
  return read(text, word);
});

/** "Above" and the like; "over" is left out, since "15 % over three months" places nothing. */
export function placesIn(text: string): DirectionWord[] {
  return read(text, above);
}

function read(text: string, pattern: RegExp): DirectionWord[] {
  return [...text.matchAll(pattern)].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
    way: found[1] === undefined ? -1 : 1,
  }));
}

const negation =
  /(?:\bnot|n't|\bnever|\bno longer|\bneither|\bnor|\bno|\bhardly|\bfail(?:s|ed)? to|\bavoid(?:s|ed)?|\bwithout|\brather than|\binstead of|\bfar (?:away )?from|\banything but)(?: (?:a|an|the|its|any|really|actually|even|yet|in fact|have|has|had|having|be|been|being|so far|by|any|clearly|trad(?:es?|ed|ing)|sits?|sitting|stands?|standing|stays?|remains?|holds?|in|at|washed-out|extreme|stretched|levels|is|are|was|were|clos(?:e|ed)|finish(?:ed)?|spend|carry|own|sets?|new|fresh|made?|hit|reach(?:ed)?|managed to|crossed|broken|moved|slipped|dropped|fallen)){0,3} ?$/i;

/** "It is not true that it carries net debt." */
const deniedWhole =
  /\b(?:(?:is|are|was|were) (?:not|hardly|far from) (?:true|right|correct|the case)|(?:is|was) (?:false|untrue|wrong|a myth)) (?:to say )?that [^.;]*$|^\W*none of (?:the|its|these|those) [^.;]*$/i;

/** Whether the words right before `at`, or those that lead the whole statement, deny what follows. */
export function isDenied(text: string, at: number): boolean {
  const isNegated = negation.test(text.slice(Math.max(0, at - 40), at));
  return deniedWhole.test(text.slice(0, at)) ? !isNegated : isNegated;
}

/** A sentence about what might be states nothing that evidence can hold against it. */
const supposed =
  /(?<![\w-])(?:if|unless|would|could|should|(?<!\d )may(?! \d)|might|until|once|whether|expect(?:s|ed|ing)?|forecasts?|scenario|assum(?:e|es|ing)|in case|will|risks?|hopes?|fears?|threatens?|target(?:s|ing)?|wants?|needs? to|(?<!\b(?:fail(?:s|ed)?|manag(?:es|ed)|refus(?:es|ed)|struggl(?:es|ed)) )to (?:rise|fall|grow|gain|drop|decline|improve|widen|narrow)|can|must|(?<!\b(?:year|quarter|month|week|session|day)s? )before|when(?:ever)?)(?![\w-])|\?/i;

/** "Readers should know that", "I would add that": of the one who says it, and not of what is said. */
const reporting =
  /^[^.;:]*?\b(?:should|would|could|can|must|will|needs? to|may|might)(?: \w+){0,2} (?:know|note|add|remember|say|argue|stress|see|verify|point out|observe|repeat|keep in mind|bear in mind)(?: it)?(?: that\b|:)/i;

export const isSupposed = remembered((text: string): boolean => {
  return supposed.test(text.replace(reporting, ""));
});

/** Words that carry a minus: one of them makes `15 %` a true telling of −15 %. */
const negative = new RegExp(
  String.raw`(?<![\w-])(?:${down}|negative|minus|shy|away|below|under|beneath|behind|off|loss(?:es)?|deficit|outflow|discount|less|fewer|weak(?:er|ness)?|worse|bearish|red|slide|sell-?off|cut|reduc(?:e|ed|es|ing|tion)|bought back|repurchas\w+|buybacks?|retir(?:ed|ing)|net cash|dilut\w+|swing|change[sd]?|mov(?:e|es|ed)|slow\w*|drag|against|pressure|erod\w+|squeez\w+|short|pay|gone|vanish\w*|evaporat\w*|eras(?:ed|es|ing)|wip(?:ed|es|ing)|knocked off|shav(?:ed|es|ing))(?![\w-])|[−–-]\s?\d`,
  "i",
);

/** The same in other languages that models write, where word borders help little. */
const negativeElsewhere =
  /(?:\b(?:unter(?:halb)?|verlor|fiel|gefallen|gesunken|Rückgang|niedriger|sous|inférieure?|baisse|recul(?:é|e)?|perdu|debajo|bajó|cayó|perdió|inferior|menos)\b|下回|下落|下降|減|跌|低于|低於)/i;

export function speaksOfLess(text: string): boolean {
  return negative.test(text) || negativeElsewhere.test(text);
}
