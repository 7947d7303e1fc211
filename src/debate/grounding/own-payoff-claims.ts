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

export const ownPayoff: Reader = needing([inRisks, beyondOdds, odds], (sentence, _index, cited, { own }) => {
  const stake = cited.size > 0 ? null : stakes(own);
  if (stake === null || !occurs(ofTrade, sentence) || occurs(elsewhere, sentence)) return null;
  const ratio = stake.reward / stake.risk;
  const placed = (found: RegExpExecArray, holds: boolean): Found => ({
    start: found.index,
    end: found.index + found[0].length,
    holds,
    items: [],
  });
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
});
