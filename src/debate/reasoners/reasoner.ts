import type { z } from "zod";
import type { Agent, Point, Reading } from "#src/contract/run/answers.ts";
import type { Evidence } from "#src/contract/run/evidence.ts";
import type { HoldingAction } from "#src/contract/holdings/holdings.ts";
import type { DataReport } from "#src/contract/run/run.ts";
import type { Tuning } from "#src/contract/jobs/model-keys.ts";
import type { Tokens, Usd } from "#src/contract/jobs/usage.ts";

/** An earlier contribution in the form that others read. */
export interface TranscriptEntry {
  readonly agent: Agent;
  readonly round: number;
  /** Prose is not repeated when there are points. */
  readonly points: readonly Point[];
  /** Score, lean, levels; or the prose without structure. */
  readonly summary: string;
}

/** A look into the run's market, never past its instant. */
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

/** What was asked, and the evidence or refusal it gave. */
export interface ToolStep {
  readonly calls: readonly ToolCall[];
  readonly results: readonly {
    readonly id: string;
    readonly evidence: readonly Evidence[];
    readonly note: string | null;
  }[];
}

/** Plain data: equal briefs make equal prompts. */
export interface Brief<A> {
  readonly agent: Agent;
  /** From 1. Only debaters and risk voices have later rounds. */
  readonly round: number;
  /** Managers think deep, all others quick. */
  readonly depth: "deep" | "quick";
  readonly instrument: {
    readonly symbol: string;
    /** Today's name: in no prompt, only for masking. */
    readonly name: string;
    readonly assetType: DataReport["asset_type"];
    readonly currency: string;
  };
  /** ISO 8601, UTC. */
  readonly asOf: string;
  readonly tradeDate: string;
  readonly evidence: readonly Evidence[];
  /** An earlier transcript is a prefix of a later one wherever possible. */
  readonly transcript: readonly TranscriptEntry[];
  /** In place of the debate's rules. Ours. */
  readonly rules?: string;
  /** How to answer, where several are told the same; trusted text, as the ask. */
  readonly form?: string;
  /** The agent's task. Our own text, and so trusted. */
  readonly ask: string;
  readonly answer: z.ZodType<A>;
  /** Tools available in this call; empty when it must answer now. */
  readonly tools: readonly ToolSpec[];
  readonly steps: readonly ToolStep[];
  readonly seed: number;
  /** A Sell may be a short sale. Absent: positions are long only. */
  readonly allowShort?: true;
  /** BCP 47 tag of the prose; absent for English. */
  readonly language?: string;
  /** What rating and limits come to for a holder's book; in no prompt. Absent before the opinion is settled. */
  readonly book?: BookPlan;
  /** When it is asked once more. */
  readonly again?: Again;
}

export interface BookPlan {
  readonly action: HoldingAction;
  readonly quantity: number | null;
  readonly reason: string;
}

export interface Again {
  readonly said: string;
  /** What is missing, in words for the model; `null` where nothing is. */
  readonly problem: string | null;
  /** What contradicts the evidence, a sentence each, in words for the model. */
  readonly denials: readonly string[];
  /** The answer was cut at its limit, so it gets twice the limit. */
  readonly isCut: boolean;
}

export interface CallReport {
  /** The model that answered, by the provider's name for it. */
  readonly model: string;
  readonly tokens: Tokens;
  /** `null`: the model's price is not known. */
  readonly costUsd: Usd | null;
}

/** What every answer schema has in common. */
export interface AnswerBase {
  readonly text: string;
}

/** `answer` is null without a structured answer, fields where they could not be read. Nothing is filled in. */
export type Spoken<A> =
  | {
      readonly kind: "statement";
      readonly text: string;
      readonly answer: A | null;
      readonly problem: string | null;
      /** Where it did not come as asked. */
      readonly reading?: Reading;
      readonly call: CallReport;
    }
  | { readonly kind: "tools"; readonly calls: readonly ToolCall[]; readonly call: CallReport };

export interface SpeakOptions {
  readonly signal: AbortSignal;
  /** Prose as it arrives. */
  readonly onDelta: (text: string) => void;
}

/** The interface between the debate and models. One `speak` is one call. */
export interface Reasoner {
  /** As in the contract's `llm_provider`: `openai`, …, `rules`, `scripted`. */
  readonly provider: string;
  readonly models: { readonly deep: string; readonly quick: string };
  /** Additional settings, recorded in the manifest. */
  readonly tuning?: Tuning;
  /** True when it can use tools. */
  readonly usesTools: boolean;
  /** Asking again is free and gives the same answer. */
  readonly isRepeatable?: true;
  /** Upper bound; `null`: unknown price, "0": free. */
  estimate<A extends AnswerBase>(brief: Brief<A>): Usd | null;
  /** @throws ModelFailed after retries, Cancelled when the signal fired */
  speak<A extends AnswerBase>(brief: Brief<A>, options: SpeakOptions): Promise<Spoken<A>>;
}

/** The managers of one reasoner, and all others of another. */
export function reasonerByDepth(deep: Reasoner, quick: Reasoner): Reasoner {
  const of = { deep, quick };
  return {
    provider: quick.provider,
    models: { deep: deep.models.deep, quick: quick.models.quick },
    tuning: { ...quick.tuning, deep_llm_provider: deep.provider },
    usesTools: quick.usesTools,
    estimate: (brief) => of[brief.depth].estimate(brief),
    speak: (brief, options) => of[brief.depth].speak(brief, options),
  };
}
