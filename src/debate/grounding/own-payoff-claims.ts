import type { OwnLevels } from "./around.ts";
import { type Found, needing, type Reader } from "./claim-reader.ts";
import { firstIn, occurs } from "./pattern-search.ts";

/* What an agent says that its own trade pays for what it risks, against its levels: "2.6R", "better than one to one". */

/** How far the target is from the entry, and the stop. */
function stakes(own: OwnLevels): { readonly reward: number; readonly risk: number } | null {
  const [entry, stop, target] = ["entry", "stop", "target"].map((role) => {
    const [one, another] = own.get(role) ?? [];
    return another === undefined ? one : undefined;
  });
  if (entry === undefined || stop === undefined || target === undefined || entry === stop) return null;
  return { reward: Math.abs(target - entry), risk: Math.abs(entry - stop) };
}

const words = "one two three four five six".split(" ");
const count = String.raw`(?<count>${words.join("|")}|\d+(?:\.\d+)?)`;
const sizeOf = (told: string): number => words.indexOf(told.toLowerCase()) + 1 || Number(told);

const inRisks = /(?<![\w.$€£])(?<count>\d+(?:\.\d+)?) ?R(?![\w/&’'])/;
const beyondOdds = new RegExp(
  String.raw`\b(?:(?<more>better|more)|worse|less|poorer) than ${count}[- ](?:to|for|against)[- ](?:one|1)\b`,
  "i",
);
const odds = new RegExp(
  String.raw`\b(?:pay-?off|odds|reward|ratio|us|get|pays?|offers?) (?:of |at )?${count}[- ](?:to|for)[- ](?:one|1)\b(?!\.)|\b${count.replace("count", "units")} units? of reward (?:for|to|against) (?:one|each|every)(?: unit)? of risk\b`,
  "i",
);
const ofTrade = /\b(?:risk\w*|reward|make|gain|pay-?off|stop|target|upside|downside|goal|trade)\b/i;
const elsewhere =
  /\b(?:if|would|could|should|at least|prefer|want|need|demand|instead|without|not|never|debt|news|posts|odds are)\b|n['’]t\b|\?/i;

const rewardFirst = new RegExp(
  String.raw`\breward[- ](?:to|for)[- ](?:the )?risk (?:ratio )?(?:is|of|comes to|works out at|stands at) (?:an? )?(?:poor |good |fair |mere |decent |thin |rich |handsome )?${count}[- ](?:to|for)[- ](?<to>${words.join("|")}|\d+(?:\.\d+)?)\b`,
  "i",
);
const percentOf = String.raw`(?<KIND>\d+(?:\.\d+)?) ?(?:%|percent|per cent)`;
const lossToGain = new RegExp(
  String.raw`\b(?:(?:accepts?|risks?|risking|stakes?|los(?:e|es|ing)|gives? up|chances?) (?:an? )?(?:loss of )?)${percentOf.replace("KIND", "risk")}[^.;%\d]{0,40}? (?:to|in order to|for|in the hope of) (?:a )?(?:make|making|gain|gaining|win|winning|earn|earning|get|profit of|gain of)(?: of)? ${percentOf.replace("KIND", "gain")}`,
  "i",
);

/** "Accepts a loss of 1.9 % to make 3.3 %": of the stop and the target, each against the entry. */
function shares(found: RegExpExecArray, own: OwnLevels): boolean | null {
  const [entry, another] = own.get("entry") ?? [];
  const stake = stakes(own);
  if (entry === undefined || another !== undefined || stake === null) return null;
  const near = (told: string | undefined, amount: number): boolean => {
    const places = /\.(\d+)$/.exec(told ?? "")?.[1]?.length ?? 0;
    return Math.abs(Number(told) - (amount / entry) * 100) <= 0.5001 * 10 ** -places;
  };
  return near(found.groups?.["risk"], stake.risk) && near(found.groups?.["gain"], stake.reward);
}

const far = "longer|larger|greater|bigger|wider|more|farther|further";
const near = "shorter|smaller|less|narrower|thinner|nearer|closer";
const comparison = `(?: \\w+){0,2}? (?:(?<more>${far})|(?:${near}))(?: (?:away|off))?`;
/** "The way from our entry to the target is shorter than the way to the stop", "the reward is larger than the risk". */
const apart = [
  String.raw`\b(?:way|distance|gap|path|room|stretch|span|road)\b[^.;,]{0,32}?\b(?:(?<gain>target)|stop)(?:-loss)?(?: (?:price|level))? (?:is|are|was|runs|looks|remains)${comparison} than (?:the |that |our |my |what )?[^.;,]{0,40}?\b(?<other>target|stop)\b`,
  String.raw`\b(?:(?<gain>target)|stop)(?:-loss)?(?: (?:price|level))? (?:is|lies|sits|stands|comes)${comparison}(?: (?:from|to) (?:the |our |my )?entry(?: price)?)? than (?:the |our |my )?(?<other>target|stop)\b`,
  String.raw`\b(?:(?<gain>reward|upside|potential gain|possible gain)|risk|downside|potential loss|possible loss)(?: (?:of (?:the|this|our) (?:plan|trade)|to the (?:target|stop)))? (?:is|looks|remains)${comparison} than (?:the |our |its )?(?<other>reward|upside|(?:potential |possible )?gain|risk|downside|(?:potential |possible )?loss)\b`,
  String.raw`\b(?:(?<gain>reward|upside|(?:potential |possible )gain)|risk|downside|(?:potential |possible )loss)(?: (?:of (?:the|this|our) (?:plan|trade)|to the (?:target|stop)))? (?:(?<more>exceeds|outweighs|tops|beats|outstrips|is above)|falls short of|trails|lags behind|is below) (?:the |our |its )?(?<other>reward|upside|(?:potential |possible )?gain|risk|downside|(?:potential |possible )?loss)\b`,
  String.raw`\b(?:stands?|hopes?|aims?|expects?) to (?:(?<gain>gain|make|win|earn)|lose) (?:(?<more>more)|less) than (?:we|I|it|the plan) (?:is |are |am )?(?<other>risk(?:s|ing)?|stands? to (?:gain|lose|win|make))\b`,
  String.raw`\brisks? (?:(?<more>more)|less) than (?:we|I|it|the plan) (?:stands?|hopes?|aims?|expects?) to (?<other>gain|make|win|earn)\b`,
  String.raw`\b(?:(?<gain>pays?|offers?|promises?|earns?|gains?|makes?|stands? to (?:gain|win|make))|risks?|stakes?|puts? at risk|stands? to lose) (?:(?:much|far|a little|slightly) )?(?:(?<more>more)|less) than (?:it|we|I|the (?:plan|trade|stop|target)) (?:(?:can|could|may|would|might) )?(?<other>costs?|pays?|offers?|promises?|earns?|gains?|makes?|win|stands? to (?:gain|win|make|lose)|risks?|stakes?|loses?|puts? at risk)\b`,
].map((pattern) => new RegExp(pattern, "i"));

/** Which of the two ways from the entry is the longer, the one to the target or the one to the stop. */
export const ownWays: Reader = needing(apart, (sentence, _index, _cited, { own }) => {
  const found = apart.map((pattern) => firstIn(pattern, sentence)).find((match) => match !== null) ?? null;
  const stake = found === null ? null : stakes(own);
  const isGain = found?.groups?.["gain"] !== undefined;
  if (found === null || stake === null || stake.reward === stake.risk) return null;
  if (/target|reward|upside|gain|pay|offer|promis|earn|make|win/i.test(found.groups?.["other"] ?? "") === isGain)
    return null;
  if (
    /\b(?:half|twice|double|third|quarter|times)\b/i.test(found[0]) ||
    !/\bentry\b|\b(?:reward|pays?|costs?|risks?|risking|upside|downside|gain|loss|lose)\b|\b(?:way|distance|gap|path|room|stretch|span|road)\b/i.test(
      sentence,
    )
  )
    return null;
  const isMore = stake.reward > stake.risk === isGain;
  const holds = isMore === (found.groups?.["more"] !== undefined);
  return { start: found.index, end: found.index + found[0].length, holds, items: [] };
});

export const ownPayoff: Reader = needing(
  [inRisks, beyondOdds, odds, rewardFirst, lossToGain],
  (sentence, _index, cited, { own }) => {
    const stake = cited.size > 0 ? null : stakes(own);
    if (stake === null || !occurs(ofTrade, sentence) || occurs(elsewhere, sentence)) return null;
    const ratio = stake.reward / stake.risk;
    const placed = (found: RegExpExecArray, holds: boolean): Found => ({
      start: found.index,
      end: found.index + found[0].length,
      holds,
      items: [],
    });
    const first = firstIn(rewardFirst, sentence);
    if (first !== null) {
      const told = sizeOf(first.groups?.["count"] ?? "") / sizeOf(first.groups?.["to"] ?? "");
      return placed(first, Math.abs(ratio - told) <= Math.max(0.06, told * 0.1));
    }
    const both = firstIn(lossToGain, sentence);
    const isRight = both === null ? null : shares(both, own);
    if (both !== null) return isRight === null ? null : placed(both, isRight);
    const beyond = firstIn(beyondOdds, sentence);
    if (beyond !== null)
      return placed(beyond, ratio > sizeOf(beyond.groups?.["count"] ?? "") === (beyond.groups?.["more"] !== undefined));
    const found = firstIn(inRisks, sentence) ?? firstIn(odds, sentence);
    const told = found?.groups?.["count"] ?? found?.groups?.["units"];
    if (found === null || told === undefined) return null;
    const decimals = /\.(\d+)$/.exec(told)?.[1]?.length ?? 0;
    // A whole number of times is told of what is near it.
    const reach = decimals > 0 ? 0.5 * 10 ** -decimals * 1.001 : Math.max(0.1, sizeOf(told) * 0.1);
    return placed(found, Math.abs(ratio - sizeOf(told)) <= reach);
  },
);
