import type { Point } from "#src/contract/answers.ts";
import type { Evidence } from "#src/contract/evidence.ts";
import type { Checked } from "#src/contract/spans.ts";

/** A number that an agent set itself: `trader stop` 187.2. */
export interface Proposed {
  readonly label: string;
  readonly value: number;
}

/** Evidence, made ready once for all statements that rest on it. */
export interface FigureIndex {
  readonly evidence: ReadonlyMap<string, Evidence>;
}

export interface Statement {
  readonly text: string;
  readonly points: readonly Point[];
  /** Other texts of the answer by name, such as the thesis. */
  readonly fields: Readonly<Record<string, string>>;
  readonly index: FigureIndex;
  /** The currency that prices are in. */
  readonly currency: string;
  /** What the speaker set: `entry`, `stop`, `target`, `size_pct`, `confidence`, `horizon_days`. */
  readonly own: Readonly<Record<string, number | null>>;
  /** What the agents before it set. */
  readonly proposed: readonly Proposed[];
  /** BCP 47; absent for English. */
  readonly language?: string | undefined;
  /** Written by code: its references are filled in, and its words and digits are not read. */
  readonly isTrusted?: boolean;
}

export interface ReadStatement {
  /** With every reference written out. */
  readonly text: string;
  /** Their evidence holds the ids of the references in the claim too. */
  readonly points: readonly Point[];
  readonly fields: Readonly<Record<string, string>>;
  readonly checked: Checked;
  /** What the evidence denies, a sentence each, in words for the model that wrote it. */
  readonly denials: readonly string[];
}
