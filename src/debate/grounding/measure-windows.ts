import { needing, type Reader } from "./claim-reader.ts";
import { counts, words } from "./counts-of-time.ts";
import { firstIn } from "./pattern-search.ts";
import { mentionsIn } from "./subjects.ts";

/*
 * Over how many sessions or days a measure is made, told as what it is: "the upper band in this file is computed over 20
 * sessions", "money flow here is a 14-session measure".
 */

const count = `(?<count>${counts})`;
const unit = "(?:trading |calendar )?(?:sessions?|days?|closes|bars|periods)";
const made =
  "(?:computed|calculated|measured|taken|worked out|based|built|made|drawn|formed|averaged|reckoned|estimated|determined|derived|counted|defined|constructed|smoothed)";
const over = "(?:over|on|from|across|out of|with|for|within|by)";
const prior = "(?:the )?(?:(?:last|past|latest|previous|prior|preceding) )?";
const here = "(?: (?:here|there|in (?:this|the|our) (?:file|sheet|table|data|evidence|dossier)))?";
const usages = [
  String.raw`\b(?:is|are|was|were|gets|being)${here} ${made}${here} ${over} ${prior}${count}[ -]${unit}\b`,
  String.raw`\b(?:uses?|rests? on|looks? back(?: over)?|reach(?:es)? back(?: over)?|works? with|draws? on|takes? in|spans?|relies on|needs?|has a window of|has a look-?back of|runs? over|refers? to)${here} ${prior}${count}[ -]${unit}\b`,
  String.raw`\b(?:is|are|was)${here} (?:an? |the )?${count}-(?:session|day|period|bar) (?:measure|figure|reading|indicator|statistic|number|value|gauge|calculation|quantity|series|metric|one|affair)\b`,
  String.raw`\b(?:takes?|measures?|computes?|calculates?|works? out|counts?|gives?|defines?|derives?|builds?|reports?|shows?|averages?) (?:the |its )?[^.;,\d]{3,60}? ${over} ${prior}${count}[ -]${unit}\b`,
].map((pattern) => new RegExp(pattern, "i"));

/** The windows that a measure is made over; none where its name tells none. */
function windowsOf(key: string): readonly number[] {
  if (key.startsWith("bollinger_")) return [20];
  if (key.startsWith("macd")) return key === "macd_signal" ? [9] : [12, 26, 9];
  return [...key.matchAll(/(?<=_)\d+/g)].map(([digits]) => Number(digits));
}

/** What says that something happened, and not how the measure is made. */
const otherwise =
  /\b(?:rose|fell|gained|lost|since|ago|if|should|would|could|hold|horizon|stop|target|entry|decision|call|sessions? in a row|straight|not|never)\b|n['’]t\b|\?/i;

export const measureWindows: Reader = needing(usages, (sentence, index, cited) => {
  const found = usages.map((usage) => firstIn(usage, sentence)).find((match) => match !== null) ?? null;
  if (found === null || firstIn(otherwise, sentence) !== null) return null;
  const named = mentionsIn(sentence).filter(({ start }) => start < found.index + found[0].length);
  const [mention, another] = named;
  if (mention === undefined || another !== undefined) return null;
  const all = mention.keys.flatMap((key) => index.byKey.get(key) ?? []).filter(({ value }) => value !== null);
  const meant = all.filter(({ id }) => cited.has(id));
  const items = meant.length > 0 ? meant : all;
  const own = items.map(({ key }) => windowsOf(key));
  if (items.length === 0 || own.some((windows) => windows.length === 0)) return null;
  const told = (found.groups?.["count"] ?? "").toLowerCase();
  const size = words.get(told) ?? Number(told);
  const start = found.index + found[0].toLowerCase().lastIndexOf(told);
  return { start, end: start + told.length, holds: own.some((windows) => windows.includes(size)), items };
});
