import { type Command, Option } from "commander";
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

export type Finish = (work: (cli: Cli) => Promise<number | void>) => Promise<void>;

/** One command as data; `add` puts it below a program or a noun. */
export interface Entry {
  readonly name: string;
  readonly description: string;
  add(parent: Command, finish: Finish, how?: { readonly hidden?: boolean }): void;
}

/** Commands that share a word. */
export interface Noun {
  readonly name: string;
  readonly description: string;
  readonly entries: readonly Entry[];
  readonly help?: string;
  /** They answer without the word too. */
  readonly bare?: boolean;
}

/** Flags with their description, and a default that is shown. */
export type Options = readonly (Option | readonly [flags: string, description: string, usual?: string])[];

export const json = ["--json", "print only one JSON object"] as const;
export interface Json {
  readonly json?: boolean;
}

/** An option that can be given again and again. */
export function repeated(flags: string, description: string): Option {
  return new Option(flags, `${description}; can be repeated`).argParser((each: string, all: string[] = []) => [
    ...all,
    each,
  ]);
}

/** A method, so that each verb may say what its arguments and its flags are. */
interface Verb {
  run(cli: Cli, ...given: unknown[]): Promise<number | void>;
}

/** @param load what has the verb, when it is called; it gets the arguments, then the flags */
export function command<Name extends string>(
  usage: string,
  description: string,
  options: Options,
  load: () => Promise<Readonly<Record<Name, Verb["run"]>>>,
  verb: Name,
  help = "",
): Entry {
  const start = (finish: Finish, ...given: unknown[]): Promise<void> =>
    finish(async (cli) => (await load())[verb](cli, ...given.slice(0, -1)));
  return role(usage, description, options, start, help);
}

/** One that need not have a context. */
export function role<Given extends readonly unknown[]>(
  usage: string,
  description: string,
  options: Options,
  start: (finish: Finish, ...given: Given) => Promise<void>,
  help = "",
): Entry {
  return {
    name: usage.replace(/ .*/, ""),
    description,
    add(parent, finish, { hidden = false } = {}) {
      const made = parent.command(usage, { hidden }).description(description).addHelpText("after", help);
      for (const one of options) made.addOption(one instanceof Option ? one : optionOf(one));
      // What comes behind the flags, the command itself, is for those who look.
      made.action((...given: Given) => start(finish, ...given));
    },
  };
}

function optionOf([flags, description, usual]: readonly [string, string, usual?: string]): Option {
  const option = new Option(flags, description);
  return usual === undefined ? option : option.default(usual);
}

/** `first` by themselves, then each noun with its own. */
export function addAll(program: Command, first: readonly Entry[], nouns: readonly Noun[], finish: Finish): void {
  for (const entry of first) entry.add(program, finish);
  for (const { name, description, entries, help = "", bare = false } of nouns) {
    const noun = program.command(name).description(description).addHelpText("after", help);
    for (const entry of entries) {
      entry.add(noun, finish);
      if (bare) entry.add(program, finish, { hidden: true });
    }
  }
}

/** What fits a screen: each command in a line, and each noun with the names of its commands. */
export function shortHelp(description: string, first: readonly Entry[], nouns: readonly Noun[]): string {
  const row = (name: string, text: string): string => `  ${name.padEnd(12)}${text}`;
  return [
    `conclave <command>: ${description} Each has --help.`,
    "",
    ...first.map((entry) => row(entry.name, entry.description)),
    "",
    ...nouns.map(({ name, entries }) => row(name, entries.map((one) => one.name).join(", "))),
    "",
  ].join("\n");
}
