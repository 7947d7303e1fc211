import type { WordClaim } from "#src/contract/judgement.ts";
import type { Evidence } from "#src/contract/evidence.ts";
import { needing, type Found, type Reader } from "./claim-reader.ts";
import { counts, words } from "./counts-of-time.ts";
import { daysIn, isDay } from "./dates.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { plainTopics, stemsIn, topicOf, topicsFor, type Match, type Topic } from "./news-topics.ts";
import { sentencesOf } from "./sentences.ts";
import { allIn, firstIn, occurs } from "./pattern-search.ts";

/*
 * What a sentence says that the news tell, against the one text that it is plainly about: the opposite of its word, the
 * time that it gives, the day that it is of.
 */

const pair = (a: string, b: string): readonly [RegExp, RegExp] => [
  new RegExp(String.raw`(?<![\w-])(?:${a})(?![\w-])`, "gi"),
  new RegExp(String.raw`(?<![\w-])(?:${b})(?![\w-])`, "gi"),
];
const opposites: readonly (readonly [RegExp, RegExp])[] = [
  pair("outperform\\w*|beat(?:s|en|ing)? the (?:market|index)", "underperform\\w*"),
  pair("upside", "downside"),
  pair("buy|buys|bought|buying|purchas\\w+|acquir\\w+", "sell|sells|sold|selling|sale"),
  pair("upgrad\\w+", "downgrad\\w+"),
  pair("bullish", "bearish"),
  pair("highest", "lowest"),
  pair("best", "worst"),
  pair("plentiful|abundant|ample|in good supply", "scarce|scarcity|shortages?"),
  pair("growing|grew|grown|expanding|expanded", "declin\\w+|shrink\\w*|shrank|falling"),
  pair(
    "rise|rises|rose|risen|gain|gains|gained|climb\\w*|jump\\w*|soar\\w*|rally|rallied|surged?",
    "(?:fall|falls|fell|fallen)(?! short)|drop|drops|dropped|declin\\w+|slump\\w*|sink|sank|tumbled?",
  ),
  pair("benefit\\w*|winners?|beneficiar\\w+", "losers?|suffer\\w*|victims?"),
  pair(
    "reaffirm\\w*|reiterat\\w*|maintain\\w*|confirm\\w*|keeps?|kept",
    "cut|cuts|downgrad\\w*|withdr[ae]w\\w*|lower(?:s|ed)",
  ),
  pair("threw out|thrown out|dismiss(?:es|ed)", "must face|may proceed|can proceed|allow(?:s|ed)"),
  pair(
    "(?:more|warmer|stronger|rising|growing|broader)(?: [a-z]+)? (?:support|votes|backing)",
    "fewer votes|drop in support|(?:less|weaker|falling) (?:support|votes|backing)",
  ),
];
const denied = /\b(?:not|never|no|without|rather than|instead of|n['’]t) (?:\w+ )?$/i;
const told =
  /\b(?:per|according to|says?|said|reports?|reported|headlines?|news|wire|press|story|stories|item|posts?|article)\b/i;
const own = /\b(?:I|we|my|our|stop|target|entry|plan|if|would|could|should)\b/i;

function saidWords(pattern: RegExp, text: string): RegExpExecArray[] {
  return allIn(pattern, text).filter(({ index }) => !denied.test(text.slice(Math.max(0, index - 24), index)));
}

const bySource = /\b(?:per|according to|says|reports|writes|in|by) (?:the )?([A-Z][\w.& ]{2,32})/;

/** "Per MarketWatch": the one text that this source has written. */
function sourceTold(sentence: string, index: EvidenceIndex): Match | null {
  const name = firstIn(bySource, sentence)?.[1]?.replaceAll(" ", "").toLowerCase();
  if (name === undefined) return null;
  const of = (index.byKey.get("news") ?? []).filter(({ text }) => {
    const source = /^([\w.& ]{3,32}):/
      .exec(text ?? "")?.[1]
      ?.replaceAll(" ", "")
      .toLowerCase();
    return source !== undefined && name.startsWith(source);
  });
  const [item, another] = of;
  const topic = item === undefined || another !== undefined ? null : topicOf(item.id, index);
  return topic === null ? null : { topic, shared: [] };
}

/** The one text that a sentence is about: the one that it cites, else by its rare words. */
function textFor(sentence: string, index: EvidenceIndex, cited: ReadonlySet<string>): Match | null {
  const ids = [...cited];
  if (ids.length > 1) return null;
  if (ids[0] !== undefined) {
    const topic = topicOf(ids[0], index);
    return topic === null ? null : { topic, shared: [] };
  }
  const stems = stemsIn(sentence);
  const source = sourceTold(sentence, index);
  if (source !== null) return source;
  const [best, another] = plainTopics(sentence, index, 2);
  if (best === undefined || another !== undefined) return null;
  const isWhole = stems.filter((stem) => best.topic.stems.has(stem)).length * 3 >= stems.length * 2;
  return best.shared.length >= 3 || isWhole || occurs(told, sentence) ? best : null;
}

/** "A director bought 1,000 shares [N7]" of a text by which he sold them. */
const opposite: Reader = (sentence, index, cited) => {
  if (cited.size === 0 && occurs(own, sentence)) return null;
  const [group, another] = sentencesOf(sentence).flatMap(({ citations }) => citations);
  if (group === undefined || another === undefined) {
    const found = textFor(sentence, index, cited);
    return found === null ? null : oppositeIn(sentence, found.topic);
  }
  // Each of several citations is of the part that it closes.
  let from = 0;
  for (const { start, end, ids } of sentencesOf(sentence).flatMap(({ citations }) => citations)) {
    const [id, second] = ids;
    const topic = id === undefined || second !== undefined ? null : topicOf(id, index);
    const found = topic === null ? null : oppositeIn(sentence.slice(from, start), topic);
    if (found !== null) return { ...found, start: found.start + from, end: found.end + from };
    from = end;
  }
  return null;
};

function oppositeIn(sentence: string, { text, item }: Topic): Found | null {
  for (const both of opposites)
    for (const [here, there] of [both, [both[1], both[0]] as const]) {
      const [said] = saidWords(here, sentence);
      if (said === undefined || saidWords(there, sentence).length > 0) continue;
      const [against] = allIn(there, text);
      if (against === undefined || allIn(here, text).length > 0) continue;
      return { start: said.index, end: said.index + said[0].length, holds: false, items: [item] };
    }
  return null;
}

const undone = /\b(?:no|not|never)\b(?: [a-z]+){0,4}? ([a-z]{3,}(?:ed|en|wn|rn))\b/gi;

/** "Units have been withdrawn" of a text by which none has been. */
const deniedThere: Reader = (sentence, index, cited) => {
  const found = textFor(sentence, index, cited);
  if (found === null || (cited.size === 0 && occurs(own, sentence))) return null;
  for (const [, verb = ""] of allIn(undone, found.topic.text)) {
    const [said] = saidWords(new RegExp(String.raw`(?<![\w-])${verb}(?![\w-])`, "gi"), sentence);
    if (said === undefined || /\b(?:no|none|not|never|nor|neither)\b|n['’]t\b/i.test(sentence.slice(0, said.index)))
      continue;
    return { start: said.index, end: said.index + verb.length, holds: false, items: [found.topic.item] };
  }
  return null;
};

const time = new RegExp(
  String.raw`(?<![\w.,-])(${counts})[- ](?:trading |calendar )?(day|session|week|month|quarter|year)s?(?![A-Za-z])`,
  "gi",
);
const lengths: Readonly<Record<string, number>> = { day: 1, session: 1, week: 7, month: 30.4, quarter: 91, year: 365 };

interface Span {
  readonly at: number;
  readonly printed: string;
  readonly count: number;
  readonly days: number;
}

function spansOf(text: string): Span[] {
  return allIn(time, text).map(({ 0: printed, 1: count = "", 2: unit = "", index }) => {
    const number = words.get(count.toLowerCase()) ?? Number(count);
    return { at: index, printed, count: number, days: number * (lengths[unit.toLowerCase()] ?? 1) };
  });
}

/** "The order is to be delivered over four months" of a text that says four quarters. */
const otherTime: Reader = needing([time], (sentence, index, cited) => {
  const [span, another] = spansOf(sentence);
  if (span === undefined || another !== undefined || occurs(own, sentence)) return null;
  const found = textFor(sentence, index, cited);
  if (found === null) return null;
  const all = spansOf(found.topic.text);
  if (all.length === 0 || all.some(({ days }) => Math.abs(days - span.days) <= span.days * 0.1)) return null;
  const rest = [...found.topic.text.matchAll(/\b\d+\b/g)].some(([digits]) => Number(digits) === span.count);
  if (rest && !all.some(({ count }) => count === span.count)) return null;
  return { start: span.at, end: span.at + span.printed.length, holds: false, items: [found.topic.item] };
});

const reportedOn =
  /\b(?:was|were|is) (?:first )?(?:reported|announced|published|made public)(?: on| to)? (?:the )?$|\b(?:story|stories|deal|news|report|request|headline|article|announcement|purchase|acquisition|ruling|order|consultation|note|piece|item)s?\b[^.;]{0,24}? (?:was|were|is|are|came|comes|dates|ran|broke|appeared)(?: (?:out|back|reported|published|dated|announced|made|placed|printed))? ?(?:on|from|of|to)? (?:the )?$/i;

/** "The bonus story is from 16 April", of the texts that have its words. */
const otherDay: Reader = needing([reportedOn], (sentence, index, cited) => {
  const [day, another] = daysIn(sentence);
  if (day === undefined || another !== undefined || !/\d-\d/.test(day.day)) return null;
  if (!occurs(reportedOn, sentence.slice(0, day.start)) || occurs(/\b(?:10-[KQ]|filing|filed|quarterly)\b/i, sentence))
    return null;
  const found = cited.size === 0 ? plainTopics(sentence.slice(0, day.start), index, 1) : [];
  const items = found.map(({ topic }) => topic.item);
  if (items.length === 0 || items.length > 3) return null;
  const holds = items.some((item) => daysOf(item).some((one) => isDay(one, day.day)));
  return { start: day.start, end: day.end, holds, items } satisfies Found;
});

function daysOf({ at, text }: Evidence): string[] {
  return [...(at === null ? [] : [at.slice(0, 10)]), ...daysIn(text ?? "").map(({ day }) => day)];
}

const attributed =
  /\b(?:per|according to|(?:are|is|was|were) said to|said|says|reportedly|reported|headlines?|news|wire|press|story|stories)\b/i;

/** Whether the word that a reader holds against figures is what a news text tells, as the sentence says. */
export function isToldByNews(
  sentence: string,
  { text: said, evidence }: Pick<WordClaim, "text" | "evidence">,
  index: EvidenceIndex,
): boolean {
  if (!occurs(attributed, sentence) || evidence.some((id) => topicOf(id, index) !== null)) return false;
  // "The 7-day tone of news beats the 30-day tone" speaks of the counts and tones themselves.
  if (evidence.length > 0 && evidence.every((id) => /^(?:news|social)_/.test(index.items.get(id)?.key ?? "")))
    return false;
  const stem = said.toLowerCase().slice(0, Math.max(4, said.length - 3));
  return topicsFor(sentence, index).some(
    ({ topic: { text, item } }) => item.key === "news" && text.toLowerCase().includes(stem),
  );
}

export const newsTold: readonly Reader[] = [opposite, deniedThere, otherTime, otherDay];
