import { needing, type Reader } from "./claim-reader.ts";
import { counts, words } from "./counts-of-time.ts";
import { firstIn, occurs } from "./pattern-search.ts";

/* How long an agent's own trade is said to run, against the horizon that it set: "the idea has a life of 30 weeks". */

const time = String.raw`(?<count>${counts})[- ](?<unit>(?:trading |calendar )?(?:days?|sessions?|weeks?|months?|years?))\b`;
const filler =
  "(?:(?:(?:short|long|brief|modest|fixed),|short|long|is|of|at|for|to|over|in|within|after|on|the|next|coming|another|about|around|roughly|set|comes?|runs?|ends?|lasts?|expires?|covers?|spans?|stretches|extends?|amounts?|chosen|stands?|has|been|put|stays|reads|sits|remains|kept|fixed|given|says) )*";
const term =
  "(?:(?:time |investment |holding |trade |planned |stated )?horizon|time[- ](?:stop|limit|frame)|holding (?:period|time)|life(?:time|span)?|shelf life|run(?:ning)? time|maturity)";
const trade =
  "(?:plan|trade|idea|position|bet|call|thesis|(?:price )?(?:objective|target)|stake|view|proposal|recommendation|suggestion|holding)";
const figure = String.raw`(?: (?:of|at) [$€£₹]?[\d.,]*\d)?`;
const patterns = [
  String.raw`\b${term} ${filler}${time}`,
  String.raw`\b${time.replace(/\\b$/, "")}[- ](?:horizon|holding (?:period|time)|time[- ](?:frame|stop|limit)|plan|trade|idea|life|proposal|holding|hold|position|call|bet)\b(?! (?:period|return|average|mean|high|low|news))`,
  String.raw`\b(?:the|this|our|my) ${trade}${figure} (?:runs|lasts|stands|is (?:good|valid|written|made|meant|set|planned|intended|to run|to last)|holds good|applies|expires|ends|lapses|closes)(?: (?:for|over|in|within|after|of|to|an?|the|next|coming|about|window|period|span|stretch|term|life|good|out))* ${time}`,
  String.raw`\b(?:I|we)(?:['’]ll| will| would| plan to| mean to| intend to| want to| aim to| propose to| expect to| are to| should)? hold(?: on(?: to)?)?(?: (?:this|it|the \w+|our \w+|my \w+)(?: \w+)?)? (?:for|over)(?: (?:up to|at most|about|around|roughly|no more than|the next|another|some))? ${time}`,
  String.raw`(?:^\W*|[,;:] )${time}[^.;,\d]{0,12}? (?:(?:is|are|should be|will be|ought to be|must be) (?:all the time|enough|plenty|sufficient|ample|the limit|(?:my|our) (?:limit|horizon|time))|suffices?|(?:must|should|will|has to|have to) (?:do|suffice))\b`,
  String.raw`\b(?:commit|put in|stake|allot|allocate|invest|risk|deploy)\b(?:[^.;]|\.(?=\d)){0,24}?\d ?(?:%|percent)[^.;\d]{0,24}? for ${time}`,
  String.raw`\b(?:reached|done|out|closed|finished|over|hit|be out|get out|gone|settled)(?: (?:of|with) (?:this|it|here|the \w+))? (?:within|in|after|inside)(?: the next| at most| no more than)? ${time}`,
].map((pattern) => new RegExp(pattern, "i"));
const elsewhere =
  /\b(?:rather than|instead|prefer\w*|could|might|never|longer|shorter|extend(?:ed)? (?:it|the)|past|last|previous|mean(?! to\b)|average|ago|history|volatility|returns?|filing|earnings|report|news|posts?|his|her|their|bull['’]s|bear['’]s|trader['’]s|debt|bonds?|before)\b/i;
const owned =
  /^\W*(?:(?:this|it) is )?(?:an? |the )?(?:(?!news|tone|mean)[\w-]+,? ){0,1}(?:\w+-(?:day|week|month|session|year)) (?:plan|trade|idea|proposal|holding|position|call|bet)\b|\b(?:I|we|us|our|ours|my|mine|(?:the|this) (?:trade|plan|proposal|recommendation|suggestion|holding|idea|thesis|position|call|view|bet|time stop|target|objective|move|short|long))\b|\b(?:enough|suffic\w+) for (?:the )?(?:price|stock|shares?|move|coin|index)\b|^\W*(?:horizon|time limit|time stop|holding period)\b/i;
const perUnit: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30.4, year: 365 };

function isAsLong(count: number, unit: string, horizon: number): boolean {
  const isSession = /session|trading/i.test(unit);
  const length = count * (perUnit[/(day|week|month|year)/i.exec(unit)?.[1]?.toLowerCase() ?? "day"] ?? 1);
  // Sixty days of the calendar are some forty-two sessions.
  if (isSession && Math.abs(count - (horizon * 5) / 7) <= Math.max(1, horizon * 0.08)) return true;
  const reach = /day|session/i.test(unit) ? Math.max(0.5, horizon * 0.02) : Math.max(3.5, horizon * 0.12);
  return Math.abs(length - horizon) <= reach;
}

export const ownHorizon: Reader = needing(patterns, (sentence, _index, cited, { own }) => {
  const horizons = own.get("horizon") ?? [];
  if (horizons.length === 0 || cited.size > 0) return null;
  const found = patterns.map((pattern) => firstIn(pattern, sentence)).find((match) => match !== null) ?? null;
  const told = found?.groups?.["count"]?.toLowerCase();
  if (found === null || told === undefined) return null;
  if (!occurs(owned, sentence) && !/\bhorizon\b/i.test(sentence)) return null;
  const around = sentence
    .slice(Math.max(0, found.index - 40), found.index + found[0].length + 24)
    .replace(/^\W*before (?:we|I) [^,]*, /i, "");
  if (occurs(elsewhere, around)) return null;
  const count = words.get(told) ?? Number(told);
  const holds = horizons.some((one) => isAsLong(count, found.groups?.["unit"] ?? "", one));
  return { start: found.index, end: found.index + found[0].length, holds, items: [] };
});
