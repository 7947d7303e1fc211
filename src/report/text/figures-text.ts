import { checkedOf } from "#src/contract/run/checked.ts";
import type { Evidence } from "#src/contract/run/evidence.ts";
import { isEnglish, languageName } from "#src/contract/run/language.ts";
import type { AgentTurn } from "#src/contract/run/run.ts";
import { allSpans, isFlagged, type Checked, type SpanKind, type TextSpan } from "#src/contract/run/spans.ts";
import { counted } from "#src/core/text/number-text.ts";
import { valueText } from "./result-text.ts";

/* What a report says about its own checking. Only what code has written or looked at is claimed. */

/** `58 figures: 50 taken from evidence, 3 calculated from it, 5 the agents' own.`; `null` where there are none. */
export function figuresSummary(turns: readonly AgentTurn[]): string | null {
  const spans = turns.flatMap((turn) => allSpans(checkedOf(turn)));
  const sentences = [
    writtenSentence(spans),
    typedSentence(spans),
    unreadSentence(spans),
    wordSentence(spans),
    claimSentence(spans),
  ];
  const said = sentences.filter((sentence) => sentence !== null);
  return said.length === 0 ? null : said.join(" ");
}

function count(spans: readonly TextSpan[], ...kinds: readonly SpanKind[]): number {
  return spans.filter(({ kind }) => kinds.includes(kind)).length;
}

type Part = readonly [many: number, text: string];

function parts(...all: readonly Part[]): string {
  const some = all.filter(([many]) => many > 0);
  const isWhole = some.length === 1;
  return some.map(([many, text]) => `${isWhole && many > 1 ? "all" : many} ${text}`).join(", ");
}

function writtenSentence(spans: readonly TextSpan[]): string | null {
  const references = spans.filter(({ kind }) => kind === "reference");
  const workedOut = references.filter(({ expression }) => expression !== null).length;
  const own = count(spans, "own");
  if (references.length + own === 0) return null;
  const how = parts(
    [references.length - workedOut, "taken from evidence"],
    [workedOut, "calculated from it"],
    [own, "the agents\u2019 own"],
  );
  return `${counted(references.length + own, "figure")}: ${how}.`;
}

function typedSentence(spans: readonly TextSpan[]): string | null {
  const [right, wrong, none] = [count(spans, "supported"), count(spans, "wrong_source"), count(spans, "unsupported")];
  const all = right + wrong + none;
  if (all === 0) return null;
  const how = parts(
    [right, right === 1 ? "matches the evidence" : "match the evidence"],
    [wrong, `${wrong === 1 ? "matches" : "match"} evidence other than cited`],
    [none, `${none === 1 ? "matches" : "match"} none`],
  );
  return `The agents typed ${counted(all, "figure")} themselves: ${how}.`;
}

function unreadSentence(spans: readonly TextSpan[]): string | null {
  const unread = count(spans, "unread");
  return unread === 0 ? null : `${counted(unread, "figure")} could not be checked.`;
}

function wordSentence(spans: readonly TextSpan[]): string | null {
  const [agree, deny] = [count(spans, "agrees"), count(spans, "contradicted")];
  if (agree + deny === 0) return null;
  const how = parts(
    [agree, `${agree === 1 ? "agrees" : "agree"} with the evidence`],
    [deny, `${deny === 1 ? "contradicts" : "contradict"} ${agree === 0 ? "the evidence" : "it"}`],
  );
  return `Code checked ${counted(agree + deny, "word")} such as \u201Crose\u201D or \u201Cabove\u201D: ${how}.`;
}

function claimSentence(spans: readonly TextSpan[]): string | null {
  const [uncited, opinions] = [count(spans, "uncited"), count(spans, "opinion")];
  if (uncited + opinions === 0) return null;
  const said = [
    ...(uncited === 0
      ? []
      : [`${counted(uncited, "claim")} without evidence cited for ${uncited === 1 ? "it" : "them"}`]),
    ...(opinions === 0 ? [] : [`${counted(opinions, "claim")} certain of the future`]),
  ];
  return `${said.join(", ")}.`;
}

/** How many figures, words and ids of the turns are flagged. */
export function flaggedCount(turns: readonly AgentTurn[]): number {
  return turns.flatMap((turn) => allSpans(checkedOf(turn)).filter(isFlagged)).length;
}

/** What was written where a turn is flagged, and what the evidence says. */
export function flaggedNotes(turn: AgentTurn, evidence: ReadonlyMap<string, Evidence>): string[] {
  const found = flaggedIn(turn, checkedOf(turn));
  const all = (wanted: SpanKind): string[] => [
    ...new Set(found.flatMap(({ words, span }) => (span.kind === wanted ? [words] : []))),
  ];
  const each = found.flatMap(({ words, span: { kind, ids } }) => {
    const says = ids.map((id) => told(id, evidence)).join("; ");
    if (kind === "wrong_source") return [`\u201C${words}\u201D is not in the evidence it cites. ${says}.`];
    if (kind !== "contradicted") return [];
    if (says === "") return [`\u201C${words}\u201D contradicts the figures beside it.`];
    return [`\u201C${words}\u201D contradicts the evidence. ${says}.`];
  });
  const [unsupported, unknown] = [all("unsupported"), all("unknown_id")];
  const [missing, typed] = [
    unsupported.filter((one) => one.startsWith(noFigure)),
    unsupported.filter((one) => !one.startsWith(noFigure)),
  ];
  const [uncited, opinions] = [all("uncited"), all("opinion")];
  const quoted = (words: readonly string[]): string => words.map((one) => `\u201C${one}\u201D`).join(", ");
  return [
    ...new Set(each),
    ...unmatched(typed),
    ...missing.map((one) => {
      const name = one.slice(noFigure.length).replace(/^: |\]$/g, "");
      return `The agent pointed to a figure that the evidence does not have${name === "" ? "" : `: ${name}`}.`;
    }),
    ...(unknown.length === 0 ? [] : [`There is no evidence ${unknown.join(", ")}.`]),
    ...(uncited.length === 0 ? [] : [`No evidence cited for this: ${quoted(uncited)}.`]),
    ...(opinions.length === 0 ? [] : [`Opinion about the future: ${quoted(opinions)}.`]),
  ];
}

/** How code marks a reference that names nothing. */
const noFigure = "[no figure";

function unmatched(typed: readonly string[]): string[] {
  if (typed.length === 0) return [];
  const [first, ...others] = typed.map((one) => `\u201C${one}\u201D`).toReversed();
  const those = others.length === 0 ? first : `${others.toReversed().join(", ")} and ${first}`;
  const [matches, them] = others.length === 0 ? ["matches", "it"] : ["match", "them"];
  return [`${those} ${matches} none of the run\u2019s evidence, cited or not. Look ${them} up before you use ${them}.`];
}

function told(id: string, evidence: ReadonlyMap<string, Evidence>): string {
  const item = evidence.get(id);
  return item === undefined || item.value === null ? id : `${item.label}: ${valueText(item)} [${id}]`;
}

interface Flagged {
  readonly words: string;
  readonly span: TextSpan;
}

function flaggedIn({ text, points, fields }: AgentTurn, checked: Checked): Flagged[] {
  const of = (whole: string, spans: readonly TextSpan[]): Flagged[] =>
    spans.filter(isFlagged).map((span) => ({ words: whole.slice(span.from, span.to), span }));
  return [
    ...of(text, checked.text),
    ...checked.points.flatMap((spans, index) => of(points[index]?.claim ?? "", spans)),
    ...Object.entries(checked.fields).flatMap(([name, spans]) => of(String(fields[name] ?? ""), spans)),
  ];
}

/** What is checked, what came of it, and what is not: said once for a whole report. */
export function footerText(turns: readonly AgentTurn[], language: string | undefined, isRules: boolean): string {
  const flagged = flaggedCount(turns);
  return [
    ...[figuresSummary(turns) ?? []].flat(),
    ...(flagged === 0 ? [] : [`${flagged} flagged and marked in the text.`]),
    checkedLine(turns, language, isRules),
  ].join(" ");
}

function checkedLine(turns: readonly AgentTurn[], language: string | undefined, isRules: boolean): string {
  const spans = turns.flatMap((turn) => allSpans(checkedOf(turn)));
  if (isRules && count(spans, "agrees", "contradicted") === 0)
    return "The rules engine writes every sentence from the evidence. Its words are not checked again.";
  if (isEnglish(language) || count(spans, "agrees", "contradicted") > 0) return `${figures} ${words}`;
  return `${figures} Words are not checked in a report written in ${languageName(language ?? "")}.`;
}

const figures = "Code writes the figures from the evidence and checks those that an agent typed.";
const words =
  "It also checks words that say which way a figure went (rose, fell), how it compares with another (above, less than), and the usual bands of oscillators (overbought). Other words are not checked.";
