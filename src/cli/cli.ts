import type { DataChoice, ReasonerChoice } from "#src/server/compose/models/choices.ts";
import type { ModelProbe } from "#src/contract/jobs/model-checks.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import type { Clock } from "#src/core/clock.ts";
import type { Settings } from "#src/core/config/config.ts";
import type { Reasoner } from "#src/debate/reasoners/reasoner.ts";

/** `line` counts from 1. */
export interface ArchiveFinding {
  readonly level: "error" | "warning";
  readonly file: string;
  readonly line: number | null;
  readonly message: string;
}

/** Where text goes: a terminal, a pipe, or a test that reads it. */
export interface Output extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  hasColors?(): boolean;
}

/** The context that a call of the program has. */
export interface Call {
  readonly loadSettings: () => Settings;
  /** Until first asked for, signals end the program at once. */
  readonly interruption: () => AbortSignal;
  readonly out: Output;
  readonly err: Output;
}

/** Commands know no vendor and no model; program.ts builds this. */
export interface Cli extends Omit<Call, "loadSettings"> {
  readonly version: string;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly reasonerFor: (choice: ReasonerChoice) => Promise<Reasoner>;
  readonly vendorChainFor: (choice: DataChoice) => Promise<VendorChain>;
  /** Tries the configured models with a few paid calls. */
  readonly probeModels: (budgetUsd: Usd, signal: AbortSignal) => Promise<readonly ModelProbe[]>;
  readonly checkArchive: (dir: string) => Promise<readonly ArchiveFinding[]>;
  /** The archive that ships. */
  readonly demoArchive: string;
}
