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
