import { itemOf, needing, type Reader } from "./claim-reader.ts";
import { isDenied } from "./direction-words.ts";
import { firstIn } from "./pattern-search.ts";

/* What sentences state of how many there are against before or against what is usual, without naming the measure itself. */

const adverbs = "(?:far |many |much |slightly |a few |a little |somewhat |clearly |noticeably |markedly )?";
const news = "(?:news )?(?:items|stories|headlines|articles|reports)|news|coverage";
const posts = "(?:social )?(?:posts|messages|tweets|chatter)";
const before =
  "than (?:before|previously|earlier|in the (?:week|period|month)s? before|the (?:week|period) before|usual)";
const counted = new RegExp(
  String.raw`\b(?:(more)|(fewer|less)) (?:(?:social )?(${posts})|(?:${news})) (?:(?:were|was|are|have been) (?:published|written|seen|counted|posted) )?${before}\b`,
  "i",
);

/** "There were fewer news items than before". */
const moreThanBefore = needing([counted], (clause, index) => {
  const found = firstIn(counted, clause);
  const item =
    found === null ? null : itemOf(index, found[3] === undefined ? "news_volume_change" : "social_volume_change");
  if (found === null || item?.value == null || item.value === 0) return null;
  const word = found[1] ?? found[2] ?? "";
  const holds = item.value > 0 === (found[1] !== undefined);
  return { start: found.index, end: found.index + word.length, holds, items: [item] };
});

const heavier =
  "heavier|higher|larger|greater|busier|stronger|thicker|brisker|livelier|more|fatter|bigger|fuller|louder";
const lighter = "lighter|lower|smaller|quieter|weaker|thinner|slower|softer|less|leaner|slimmer|sparser|poorer";
const traded = new RegExp(
  String.raw`\b(?:on|in|with|amid|at|saw|seen?|had|brought|drew) ${adverbs}(?:(${heavier})|(${lighter})) (?:volumes?|turnover|trading|activity|participation) than (?:the |its |on )?(?:an? )?(?:(?:average|mean|norm|usual|normal|typical)\b|(?:\d\d|twenty)-\w+ (?:average|mean|norm))|\bvolumes? (?:was|is|were|ran|stayed|remained) ${adverbs}(?:(${heavier})|(${lighter})) than (?:normal|usual|average|the norm|typical)\b`,
  "i",
);

/** "Was traded on lighter volume than the mean of the 20 sessions before it". */
const volumeThanUsual = needing([traded], (clause, index) => {
  const found = firstIn(traded, clause);
  const item = itemOf(index, "volume_ratio_20");
  if (found === null || item?.value == null || item.value === 1) return null;
  const up = found[1] ?? found[3];
  const word = up ?? found[2] ?? found[4] ?? "";
  const start = found.index + found[0].toLowerCase().indexOf(word.toLowerCase());
  return { start, end: start + word.length, holds: item.value > 1 === (up !== undefined), items: [item] };
});

const onVolume = new RegExp(
  String.raw`\b(?:on|with|amid|came on|came with) ${adverbs}(?:(${heavier})|(${lighter}))(?:, not (?:${heavier}|${lighter}),)? (?:volumes?|turnover|trading)(?= than (?:usual|normal|average)|[.,;:]| and\b|$)`,
  "i",
);

/** "The rally came on heavier volume; it was over the mean": against what is usual, where the sentence says so. */
const volumeOfMove: Reader = needing([onVolume], (clause, index) => {
  const found = firstIn(onVolume, clause);
  const item = itemOf(index, "volume_ratio_20");
  if (found === null || item?.value == null || item.value === 1) return null;
  if (!/\b(?:usual|normal|average|norm|(?:20|twenty)-\w+ (?:mean|average))\b/i.test(clause)) return null;
  const word = found[1] ?? found[2] ?? "";
  const start = found.index + found[0].toLowerCase().indexOf(word.toLowerCase());
  // "Did not come on heavier volume": whoever asks sees only what stands right before.
  const isDeniedBefore =
    /\b(?:not|never|n['’]t)\b[^.;,]{0,24}$/i.test(clause.slice(0, start)) && !isDenied(clause, start);
  const holds = (item.value > 1 === (found[1] !== undefined)) !== isDeniedBefore;
  return { start, end: start + word.length, holds, items: [item] };
});

const cameIn = new RegExp(
  String.raw`\b(?:(more)|(fewer|less)) (?:(?:social )?(${posts})|(?:${news})) (?:came in|came out|arrived|appeared|ran|were written|were published) ${before}\b`,
  "i",
);
const gotFewer = new RegExp(
  String.raw`\b(?:(${posts})|(?:news )?(?:items|stories|headlines|articles)) (?:got|grew|became|have become|have got|turned|are getting|are becoming) (?:(more (?:numerous|frequent)|busier|denser)|(fewer|scarcer|rarer|less frequent|thinner|sparser))\b`,
  "i",
);

/** "More news items came in than before, while posts got fewer". */
const countsTurned: readonly Reader[] = [
  needing([cameIn], (clause, index) => {
    const found = firstIn(cameIn, clause);
    const key = found?.[3] === undefined ? "news_volume_change" : "social_volume_change";
    const item = found === null ? null : itemOf(index, key);
    if (found === null || item?.value == null || item.value === 0) return null;
    const word = found[1] ?? found[2] ?? "";
    const holds = item.value > 0 === (found[1] !== undefined);
    return { start: found.index, end: found.index + word.length, holds, items: [item] };
  }),
  needing([gotFewer], (clause, index) => {
    const found = firstIn(gotFewer, clause);
    const key = found?.[1] === undefined ? "news_volume_change" : "social_volume_change";
    const item = found === null ? null : itemOf(index, key);
    if (found === null || item?.value == null || item.value === 0) return null;
    const holds = item.value > 0 === (found[2] !== undefined);
    return { start: found.index, end: found.index + found[0].length, holds, items: [item] };
  }),
];

const swelling =
  /\bvolumes? (?:(?:has|have|had) )?(?:(picked up|swelled|swollen|expanded|surged|jumped|spiked)|(dried up|shrank|shrunk|thinned out|ebbed|slackened|fell away))\b[^.;]{0,24}\b(?:last (?:day|session)|yesterday|today)\b/i;

/** "Volume picked up on the last day": against its mean. */
const volumeSwelled: Reader = (clause, index) => {
  const found = swelling.exec(clause);
  const item = itemOf(index, "volume_ratio_20");
  if (found === null || item?.value == null || item.value === 1) return null;
  const word = found[1] ?? found[2] ?? "";
  const start = found.index + found[0].indexOf(word);
  return { start, end: start + word.length, holds: item.value > 1 === (found[1] !== undefined), items: [item] };
};

const between =
  /\b(?:rsi|relative strength index|mfi|money flow(?: index)?)\b[^;]{0,40}?\b(?:is|stands|sits|reads|looks|was|remains|stays)? ?(neither over(?:bought|sold) nor over(?:bought|sold))\b/i;

/** "The RSI is neither overbought nor oversold": between both lines. */
const neitherStretched = needing([between], (sentence, index) => {
  const found = firstIn(between, sentence);
  const isFlow = /^(?:mfi|money)/i.test(found?.[0] ?? "");
  const item = itemOf(index, isFlow ? "mfi_14" : "rsi_14");
  if (found === null || item?.value == null) return null;
  const [low, high] = isFlow ? [20, 80] : [30, 70];
  const word = found[1] ?? "";
  const start = found.index + found[0].length - word.length;
  // The readers' caller takes "neither" before a word for a denial; here it is part of it.
  return { start, end: start + word.length, holds: item.value > low && item.value < high, items: [item] };
});

export const thanBefore: readonly Reader[] = [
  moreThanBefore,
  ...countsTurned,
  volumeThanUsual,
  volumeOfMove,
  volumeSwelled,
  neitherStretched,
];
