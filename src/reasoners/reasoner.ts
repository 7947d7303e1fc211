import type { z } from "zod";
import type { Agent, Point } from "#src/contract/answers.ts";
import type { Reading } from "#src/contract/reading.ts";
import type { Evidence } from "#src/contract/evidence.ts";
import type { DataReport } from "#src/contract/run.ts";
import type { Tuning } from "#src/contract/tuning.ts";
import type { Tokens, Usd } from "#src/contract/usage.ts";

/** An earlier contribution to the debate, in the compact form in which others read it. */
export interface TranscriptEntry {
  readonly agent: Agent;
  readonly round: number;
  /** The structured part of what was said; the prose is not repeated to others when there are points. */
  readonly points: readonly Point[];
  /** A line or a few: score, lean, levels, or the prose itself when nothing structured came back. */
  readonly summary: string;
}

/** A tool an analyst may ask for: a look into the run's market, never past its instant. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodType;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** One finished tool step of the turn: what was asked, and the evidence ids (or the refusal) it gave. */
export interface ToolStep {
  readonly calls: readonly ToolCall[];
  readonly results: readonly {
    readonly id: string;
    readonly evidence: readonly Evidence[];
    readonly note: string | null;
  }[];
}

/** Everything one agent gets for one model call. Plain data: equal briefs make equal prompts. */
export interface Brief<A> {
  readonly agent: Agent;
  /** From 1. Only debaters and risk voices have later rounds. */
  readonly round: number;
  /** Managers think deep, all others quick. */
  readonly depth: "deep" | "quick";
  readonly instrument: {
    readonly symbol: string;
    /** As sources know it today, so it stands in no prompt: only who hides names in texts needs it. */
    readonly name: string;
    readonly assetType: DataReport["asset_type"];
    readonly currency: string;
  };
  /** ISO 8601, UTC. */
  readonly asOf: string;
  readonly tradeDate: string;
  readonly evidence: readonly Evidence[];
  /** In the order spoken; a later brief of the run has an earlier one's transcript as its start wherever it can. */
  readonly transcript: readonly TranscriptEntry[];
  /** In place of the rules of a debate, for a call that is none. Ours. */
  readonly rules?: string;
  /** How it is to answer, where several are told the same. Ours, as the ask. */
  readonly form?: string;
  /** What this agent is asked to do. Ours, hence trusted. */
  readonly ask: string;
  readonly answer: z.ZodType<A>;
  /** Tools open in this call; empty when it must answer now. */
  readonly tools: readonly ToolSpec[];
  readonly steps: readonly ToolStep[];
  readonly seed: number;
  /** A Sell may be a short sale; absent: positions are long only. */
  readonly allowShort?: true;
  /** BCP 47, of the prose; absent for English. */
  readonly language?: string;
  /** The agent's own answer and what is wrong with it, when it is asked once more. */
  readonly again?: Again;
}

export interface Again {
  readonly said: string;
  /** What is missing, in words for the model; `null` where nothing is. */
  readonly problem: string | null;
  /** What the evidence denies, a sentence each, in words for the model. */
  readonly denials: readonly string[];
  /** The answer was cut at its limit, so it gets twice the room. */
  readonly isCut: boolean;
}

export interface CallReport {
  /** The model that answered, as the provider names it. */
  readonly model: string;
  readonly tokens: Tokens;
  /** `null`: the model's price is not known. */
  readonly costUsd: Usd | null;
}

/** What every answer schema has in common. */
export interface AnswerBase {
  readonly text: string;
}

/**
 * What came back from one call. `answer` is null when there was no structured answer; a field of it is null, or an
 * empty list, when that could not be read. `problem` says what is missing, and `text` holds the prose that there is.
 * Nothing is filled in.
 */
export type Spoken<A> =
  | {
      readonly kind: "statement";
      readonly text: string;
      readonly answer: A | null;
      readonly problem: string | null;
      /** How it was read, where it did not come in the form that was asked for. */
      readonly reading?: Reading;
      readonly call: CallReport;
    }
  | { readonly kind: "tools"; readonly calls: readonly ToolCall[]; readonly call: CallReport };

export interface SpeakOptions {
  readonly signal: AbortSignal;
  /** Prose as it arrives. */
  readonly onDelta: (text: string) => void;
}

/** The seam between the debate and whoever thinks. One `speak` is one call. */
export interface Reasoner {
  /** As in the contract's `llm_provider`: `openai`, …, `rules`, `scripted`. */
  readonly provider: string;
  readonly models: { readonly deep: string; readonly quick: string };
  /** What was set beside them; stands in the manifest. */
  readonly tuning?: Tuning;
  /** True when tool steps make sense for it. */
  readonly usesTools: boolean;
  /** To ask again costs nothing and gives the same answer. */
  readonly isRepeatable?: true;
  /** An upper bound of what the call can cost. `null` when the price is not known, "0" when it is free. */
  estimate<A extends AnswerBase>(brief: Brief<A>): Usd | null;
  /** @throws ModelFailed after retries, Cancelled when the signal fired */
  speak<A extends AnswerBase>(brief: Brief<A>, options: SpeakOptions): Promise<Spoken<A>>;
}
