import type { Claim, DeclaredAnswer, PlaceLink } from "#src/contract/jobs/assistant.ts";
import { plainWords, stem } from "./stemming.ts";

/** The claim that is declared for a question; `null` where no wording says the same. */
export type Declared = (question: string) => Claim | null;

/**
 * Finds the declared question that says the same: asked in the same way, with the same words that say something. It
 * knows no other words for the same thing, because a confident answer to something else is worse than a search.
 */
export function declaredBy(answers: readonly DeclaredAnswer[]): Declared {
  const claims = new Map<string, Claim>();
  for (const { questions, claim } of answers)
    for (const question of questions) {
      const key = keyOf(question);
      const known = claims.get(key);
      if (known !== undefined && known.text !== claim.text)
        throw new Error(`two answers are declared to "${question}": "${known.text}" and "${claim.text}"`);
      claims.set(key, claim);
    }
  return (question) => claims.get(keyOf(question)) ?? null;
}

/** The way of asking and the words that say something, in one order. */
function keyOf(question: string): string {
  const line = question
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[’‘]/g, "'")
    .replace(politeness, "")
    .replaceAll(/\b(what|where|how|who|when)(?:'s|s)\b/g, "$1 is");
  const form = forms.find(([, pattern]) => pattern.test(line))?.[0] ?? "words";
  const about = plainWords(line.replaceAll(/n't\b/g, " not"))
    .filter((word) => !saysNothing.has(word))
    .map(stem);
  // "Do you place trades?" and "Can I place trades?" are two questions.
  const who = form === "yes or no" && /^\S+ (?:i|we)\b/.test(line) ? "I" : "";
  return [form, who, ...[...new Set(about)].toSorted()].join(" ");
}

const politeness =
  /^(?:(?:please|hi|hey|hello|so|and|ok|okay|sorry|excuse me|tell me|(?:can|could) you (?:please )?(?:tell|explain to) me|do you know|i (?:want|would like) to know|just|but)\b[ ,:!.]*)+/;

const forms: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["how long", /^how (?:long|much time|many time)\b/],
  ["how many", /^how many\b/],
  ["how much", /^how much\b/],
  ["how often", /^how often\b/],
  ["how far", /^how (?:far|close|old|big|large|deep|fast)\b/],
  ["why", /^(?:why|how come|what is the reason)\b/],
  ["how", /^how\b/],
  ["when", /^when\b/],
  ["where", /^(?:from )?where\b/],
  ["who", /^who(?:se|m)?\b/],
  ["what", /^(?:what|which)\b/],
  ["yes or no", /^(?:is|are|am|was|were|do|does|did|can|could|will|would|should|may|must|has|have)\b/],
];

const saysNothing = new Set(
  (
    "a an the of in on for to from by with at as is are am be was were been do does did has have had can could will would may " +
    "i me my we us our you your it its conclave please exactly actually really and or what which how who where when why long many " +
    "much often come comes here there get gets got one some any mean means meaning kind sort that this per"
  ).split(" "),
);

/** Questions that the knowledge base is not asked about. */
export type Intent =
  /** What stands in the user's account, which the assistant does not see. */
  | { readonly kind: "account"; readonly place: PlaceLink }
  /** An opinion on a stock or a coin, or its price. */
  | { readonly kind: "market" }
  /** It tells whoever answers how to answer. */
  | { readonly kind: "instruction" }
  | { readonly kind: "other" };

interface Holding {
  readonly words: RegExp;
  readonly place: PlaceLink;
}

const billing: PlaceLink = { title: "Plan and billing", url: "/billing" };

/** The first that fits counts. */
const holdings: readonly Holding[] = [
  { words: /\b(?:balance|money|funds|ledger|invoices?|receipts?|bills?|credit)\b/, place: billing },
  {
    words: /\b(?:plan|subscription|quota|renewals?)\b|\b(?:analyses|analysis|runs?)\b.*\b(?:left|remaining|remain)\b/,
    place: billing,
  },
  { words: /\b(?:deposits?|payments?|top-?ups?|transactions?)\b/, place: { title: "Deposits", url: "/deposits" } },
  { words: /\b(?:referrals?|referral (?:code|link))\b/, place: { title: "Referrals", url: "/referrals" } },
  { words: /\b(?:api )?(?:keys?|tokens?)\b/, place: { title: "API keys", url: "/keys" } },
  { words: /\b(?:webhooks?|deliver(?:y|ies))\b/, place: { title: "Webhooks", url: "/webhooks" } },
  { words: /\b(?:watchlists?|signals?)\b/, place: { title: "Signals", url: "/signals" } },
  { words: /\b(?:analys[ei]s|runs?|reports?|jobs?|ratings?)\b/, place: { title: "Analyses", url: "/analyses" } },
  {
    words: /\b(?:sessions?|devices?|e-?mail|address|name|password|passkeys?|settings|account|role|2fa|two-factor)\b/,
    place: { title: "Settings", url: "/settings" },
  },
];

/** "My …", not how or why something is. */
const asksState =
  /^(?:(?:please|can you|could you|hi|hey|hello|so|and)[, ]+)*(?:what(?:'s| is| are| was| were| did| does)?|which|how (?:much|many)|when (?:does|did|is|was|will|do)|where(?:'s| is| are)?|who(?:'s| is)|(?:is|are|was|were) my|did|has|have|do i have(?! to)|am i|show|list|tell|give|check|look up|display|print|read)\b/;
const mine =
  /\b(?:my|mine)\b|\bdo i (?:still )?(?:have|owe)\b(?! to)|\bhave i (?:got|spent|used|left|earned)\b|\bam i (?:on|signed|paying)\b|\bi (?:have|'ve) left\b|\bdid i (?:spend|pay|earn|use)\b/;
/** Of things in general, though "my" stands in it. */
const asksHow =
  /\bhow (?:do|can|could|should|would|to|does)\b|\bwhy\b|\bwhat (?:happens|if|should|can|do i)\b|\bcan i\b|\bmay i\b|\bwhere (?:do|can) i\b|\bmean\b|\bshould\b|\blost\b|\bforgot/;

const instrument =
  /\b(?:stocks?|shares?|coins?|bitcoin|btc|ethereum|ether|eth|crypto|market|tesla|tsla|apple|aapl|nvidia|nvda|microsoft|msft|amazon|google|s&p|nasdaq|gold|dogecoin|solana|[a-z]+-usd)\b|\b[A-Z]{2,5}\b/;
/** An opinion on something, asked of whoever answers. */
const asksOpinion =
  /\b(?:should|shall|would you|do you (?:think|recommend)|recommend|is it (?:time|worth|smart|safe|wise))\b.*\b(?:buy|sell|hold|short|invest|trade|own)\b|\b(?:buy|sell|hold|short|invest in)\b.*\b(?:now|today|tomorrow|this week|right now)\b|\b(?:is|are)\b.*\b(?:good|bad|great|solid|safe|worth) (?:a )?(?:buy|sell|investment|bet|buying|stock|coin)\b|\b(?:which|what) (?:stocks?|coins?|shares?|crypto\w*)\b.*\b(?:buy|sell|double|rise|moon|own|pick|best|hold)\b|\bbest (?:stocks?|coins?|crypto\w*)\b/i;
const asksPrice =
  /\bwill\b.*\b(?:go (?:up|down)|rise|fall|crash|double|moon|recover|reach|hit|drop|be worth)\b|\bprice of (?!a |an |one |the (?:plan|api|elite|signals|free))|\b(?:share|stock|coin) price\b|\b(?:price|worth)\b.*\b(?:today|tomorrow|next (?:week|month|year))\b|\bprice (?:prediction|target for|forecast)/i;

/** Addressed to a model; it only sees it in an envelope. */
const instructs =
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|rules?|prompts?|guidelines?|above|previous|restrictions?|everything)\b|\bsystem prompt\b|\byour (?:instructions|prompt|rules|guidelines)\b|\b(?:repeat|print|output|reveal)\b.{0,30}\b(?:above|prompt|verbatim|instructions)\b|\bpretend (?:that|to|you|the)\b|\byou are now\b|\bfrom now on\b|\brole-?play\b|\bjailbreak\b|<\/?[a-z]+[^>]*>|\{\s*"|^\s*(?:system|assistant|developer)\s*:|\bi order you\b/i;

/** By fixed rules that no question can change. */
export function intentOf(question: string): Intent {
  const line = question.normalize("NFKC").replaceAll("’", "'").replaceAll(/\s+/g, " ").trim();
  const lower = line.toLowerCase().replaceAll(/\b(what|where|how|who)s\b/g, "$1's");
  if (asksState.test(lower) && mine.test(lower) && !asksHow.test(lower)) {
    const held = holdings.find(({ words }) => words.test(lower));
    if (held !== undefined) return { kind: "account", place: held.place };
  }
  if (instructs.test(line)) return { kind: "instruction" };
  if (asksOpinion.test(line) || (asksPrice.test(line) && instrument.test(line))) return { kind: "market" };
  return { kind: "other" };
}

const goesOn =
  /^(?:and|but|or|so|then|also|what about|how about|what if|is (?:that|it|this)|are (?:they|these|those)|does (?:that|it|this)|do (?:they|these)|why|which one|can i (?:see|change|undo) (?:that|it|this))\b/i;
const refersBack = /\b(?:it|its|that|this|they|them|their|these|those|one|there|again|instead)\b/i;
/** A question that is longer stands on its own. */
const mostWords = 12;

/** Whether a question only makes sense after the one before it. */
export function isFollowUp(question: string): boolean {
  const words = question.trim().split(/\s+/).length;
  return words <= mostWords && (goesOn.test(question.trim()) || refersBack.test(question));
}
