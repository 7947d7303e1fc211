import type { Rating } from "#src/contract/jobs/analysis.ts";
import type { Agent } from "#src/contract/run/answers.ts";
import type { ShownEvidence } from "#src/contract/run/evidence.ts";
import type { Check } from "#src/contract/run/judgement.ts";
import type { ChartData } from "#src/contract/chart.ts";

/*
 * A report as data: what is said, in which order, and nothing of how it looks. Every format draws every kind of block
 * and adds no words of its own; where a kind is missing, the format does not compile.
 */

export interface ReportDocument {
  /** `DEMO: Hold as of 2019-06-03`, and the same without the rating. */
  readonly title: string;
  readonly headline: string;
  readonly runId: string;
  readonly finishedAt: string;
  readonly parts: readonly Part[];
  /** What of it is checked, and what is not. */
  readonly footer: string;
}

export interface Part {
  /** Its name in an address. */
  readonly id: string;
  /** `null` for the first, which stands under the document's own. */
  readonly title: string | null;
  readonly note: string | null;
  readonly blocks: readonly Block[];
}

export type Block =
  | Paragraph
  | Table
  | { readonly kind: "rating"; readonly rating: Rating }
  | { readonly kind: "facts"; readonly facts: readonly Fact[] }
  | StanceMap
  | Chart
  | { readonly kind: "list"; readonly title: string | null; readonly items: readonly Line[] }
  /** What most readers pass over: closed where a format can do that, and not on paper where it is long. */
  | { readonly kind: "folded"; readonly title: string; readonly isLong: boolean; readonly block: Block }
  | ({ readonly kind: "prose"; readonly source: string; readonly words: readonly Words[] } & Tongue)
  | Stage
  | { readonly kind: "evidence"; readonly items: readonly ShownEvidence[]; readonly cited: readonly string[] };

/** What an agent's own markdown is made of. */
export type Words =
  | Paragraph
  | Table
  | { readonly kind: "heading"; readonly level: number; readonly line: Line }
  | { readonly kind: "items"; readonly start: number | null; readonly items: readonly (readonly Words[])[] }
  | { readonly kind: "quote"; readonly words: readonly Words[] }
  | { readonly kind: "code"; readonly line: Line }
  | { readonly kind: "rule" };

export interface Paragraph {
  readonly kind: "paragraph";
  /** `tight` is the text of a list's item; `lead` the thesis; `warning` and `review` must not be overlooked. */
  readonly tone: "plain" | "tight" | "lead" | "quiet" | "warning" | "review";
  readonly line: Line;
}

/** Of what an agent wrote: its language as a BCP 47 tag, where it is not that of the report itself. */
export interface Tongue {
  readonly language?: string;
}

export interface Line extends Tongue {
  /** As it was written, in markdown; what is flagged is followed by a ⚠. */
  readonly source: string;
  readonly spans: readonly Span[];
}

export type Span =
  /** `cited` and `unknown` are ids of evidence. */
  | { readonly kind: "text" | "cited" | "unknown"; readonly text: string }
  /** What the evidence does not hold, or denies, and in which way. */
  | { readonly kind: "flagged"; readonly text: string; readonly reason: string }
  /** A figure that rests on evidence, or an agent's own, which rests on none. */
  | {
      readonly kind: "figure";
      readonly text: string;
      readonly evidence: readonly string[];
      /** What was worked out, or the name of an agent's own term. */
      readonly basis: string | null;
    }
  | { readonly kind: "strong" | "em" | "s" | "code"; readonly spans: readonly Span[] }
  | { readonly kind: "break" };

export interface Table {
  readonly kind: "table";
  /** What it shows, for those who do not see it; `null` in an agent's text. */
  readonly name: string | null;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
}

export interface Column {
  readonly line: Line;
  readonly align: "left" | "center" | "right";
  /** Takes the room that the others leave. */
  readonly wide: boolean;
}

export interface Cell {
  readonly line: Line;
  readonly outcome: Check["outcome"] | null;
}

export interface Chart {
  readonly kind: "chart";
  readonly data: ChartData;
  readonly caption: Line;
}

/** A figure of the head: `Stop`, `187.20 USD`, `−7.2% · 2.6 ATR`. */
export interface Fact {
  readonly label: string;
  readonly value: string;
  readonly note: string | null;
}

/** Where every voice stood, in the order in which it spoke: its opinion, and the size that it proposed. */
export interface StanceMap {
  readonly kind: "stances";
  /** Each place from −2 (Sell) to +2 (Buy). */
  readonly opinions: readonly Stance[];
  /** Where the rating stands; `null` for REVIEW. */
  readonly ratingAt: number | null;
  /** Each place in percent of the portfolio. */
  readonly sizes: readonly Stance[];
  /** The end of their scale. */
  readonly sizesTo: number;
  /** Who disagreed, and what moved. */
  readonly remarks: readonly string[];
}

export interface Stance {
  readonly title: string;
  /** What it said, in a few words: `+2`, `Buy 4%`. */
  readonly says: string;
  /** The id of its words in the document. */
  readonly saidAt: string;
  readonly place: number;
}

/** Who spoke at the same time, exchange by exchange. */
export interface Stage {
  readonly kind: "stage";
  readonly title: string | null;
  readonly note: string | null;
  readonly rounds: readonly Round[];
}

export interface Round {
  /** `Opening`, `Rebuttal`; `null` where there is one only. */
  readonly title: string | null;
  readonly voices: readonly Voice[];
}

export interface Voice {
  /** Names in an address; several where it speaks for others too. */
  readonly ids: readonly string[];
  readonly agent: Agent;
  readonly title: string;
  /** What it comes to, in a few words: `Score +2 · 3 points`; empty where that is nothing. */
  readonly says: string;
  readonly flag: string | null;
  /** What others in the debate read of it. */
  readonly points: readonly Line[];
  readonly blocks: readonly Block[];
  /** What code says of it. */
  readonly notes: readonly string[];
}

/* Words without their looks, for places that have none. What is flagged is followed by a ⚠. */

export function wordsText(words: readonly Words[]): string {
  return words.map(textOf).join("\n");
}

export function spansText(spans: readonly Span[]): string {
  return spans
    .map((span) => {
      switch (span.kind) {
        case "break":
          return "\n";
        case "flagged":
        case "unknown":
          return `${span.text} ⚠`;
        case "strong":
        case "em":
        case "s":
        case "code":
          return spansText(span.spans);
        default:
          return span.text;
      }
    })
    .join("");
}

function textOf(words: Words): string {
  switch (words.kind) {
    case "paragraph":
    case "heading":
    case "code":
      return spansText(words.line.spans);
    case "items":
      return words.items.map((item, index) => `${markOf(words.start, index)} ${wordsText(item)}`).join("\n");
    case "quote":
      return wordsText(words.words);
    case "rule":
      return "";
    case "table":
      return [words.columns, ...words.rows]
        .map((row) => row.map(({ line }) => spansText(line.spans)).join(" | "))
        .join("\n");
  }
}

function markOf(start: number | null, index: number): string {
  return start === null ? "-" : `${start + index}.`;
}
