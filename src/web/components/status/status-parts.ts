import type { Config } from "#src/contract/analysis.ts";
import { counted, countText } from "#src/platform/number-text.ts";
import type { ServiceStatus } from "#src/services/status/read-status.ts";
import { durationText } from "#src/web/components/analysis/duration.ts";

export type PartState = "up" | "slow" | "down" | "off" | "unknown";

export interface StatusPart {
  readonly name: string;
  readonly state: PartState;
  readonly detail: string;
  /** What a reader may do about it; only where it is not up. */
  readonly advice?: string;
}

/** What is set up, with nothing in it that nobody may know. */
export interface StatusSetup {
  readonly maxConcurrency: number;
  readonly maxQueued: number;
  /** `null`: the settings cannot be used. */
  readonly analyses: { readonly config: Config; readonly instruments: number } | null;
  readonly mail: "smtp" | "dev" | "none";
  readonly processors: readonly { readonly title: string; readonly sandbox: boolean }[];
}

/** A worker says something every two seconds; one that is silent for this long is about to be replaced. */
const silentMs = 15_000;
/** With nothing running, a job that waits for longer is stuck. */
const stuckMs = 120_000;

/** Each part of the service in words, in the order in which a request meets them. */
export function statusParts({ load }: ServiceStatus, setup: StatusSetup): StatusPart[] {
  return [
    { name: "Front door", state: "up", detail: "It passed on the request for this page." },
    { name: "Pages", state: "up", detail: "They answered it." },
    databasePart(load),
    workersPart(load),
    queuePart(load, setup),
    ...setupParts(setup),
  ];
}

function databasePart(load: ServiceStatus["load"]): StatusPart {
  const name = "Database";
  return load === null
    ? {
        name,
        state: "down",
        detail: "It does not answer.",
        advice: "Signing in and reports wait for it. Nothing that was saved is lost; try again in a few minutes.",
      }
    : { name, state: "up", detail: `Answered in ${countText(load.databaseMs)} ms.` };
}

function unknown(name: string): StatusPart {
  return { name, state: "unknown", detail: "Not known while the database does not answer." };
}

function workersPart(load: ServiceStatus["load"]): StatusPart {
  const name = "Workers";
  if (load === null) return unknown(name);
  const { count, beatAgeMs } = load.workers;
  if (count === 0)
    return {
      name,
      state: "down",
      detail: "None is connected.",
      advice: "New analyses are accepted and wait. Runs that had started go on when a worker is back.",
    };
  const beat = beatAgeMs === null ? "" : ` Last heartbeat ${durationText(beatAgeMs)} ago.`;
  const silent = beatAgeMs !== null && beatAgeMs > silentMs;
  return {
    name,
    state: silent ? "slow" : "up",
    detail: `${counted(count, "worker")} connected.${beat}`,
    ...(silent && { advice: "If it stays silent, another worker takes over its runs." }),
  };
}

function queuePart(load: ServiceStatus["load"], { maxConcurrency, maxQueued }: StatusSetup): StatusPart {
  const name = "Queue";
  if (load === null) return unknown(name);
  const { running, waiting, longestMs } = load.queue;
  const runs = `${countText(running)} of ${counted(maxConcurrency, "slot")} in use.`;
  if (waiting === 0 || longestMs === null) return { name, state: "up", detail: `No analyses waiting. ${runs}` };
  const detail = `${counted(waiting, "analysis", "analyses")} waiting, the longest for ${durationText(longestMs)}. ${runs}`;
  if (waiting >= maxQueued)
    return { name, state: "down", detail, advice: "The queue is full. Start your analysis later." };
  if (running === 0 && longestMs > stuckMs)
    return { name, state: "slow", detail, advice: "Nothing is running. Your place in the queue is kept." };
  return { name, state: "up", detail };
}

function setupParts({ analyses, mail, processors }: StatusSetup): StatusPart[] {
  return [
    dataPart(analyses),
    modelsPart(analyses),
    mail === "none"
      ? {
          name: "Email",
          state: "off",
          detail: "This server sends none.",
          advice: "Accounts that need a confirmed address cannot be opened here.",
        }
      : {
          name: "Email",
          state: "up",
          detail: mail === "smtp" ? "Sent by a mail server." : "Kept in a mailbox on this machine.",
        },
    processors.length === 0
      ? {
          name: "Deposits",
          state: "off",
          detail: "No payment processor is set up.",
          advice: "Plans can be bought from the balance you have.",
        }
      : {
          name: "Deposits",
          state: "up",
          detail: `${processors.map(({ title, sandbox }) => (sandbox ? `${title} (play money)` : title)).join(", ")}.`,
        },
  ];
}

function dataPart(analyses: StatusSetup["analyses"]): StatusPart {
  const name = "Data sources";
  if (analyses === null) return misconfigured(name);
  const { config, instruments } = analyses;
  const held = `archives with ${counted(instruments, "instrument")}`;
  if (instruments === 0)
    return config.online_tools
      ? { name, state: "up", detail: "Online sources, asked in each run." }
      : { name, state: "off", detail: "None is set up.", advice: "Every run would end in REVIEW." };
  const text = config.online_tools ? `${held}, then online sources` : held;
  return { name, state: "up", detail: `${text.charAt(0).toUpperCase()}${text.slice(1)}.` };
}

function modelsPart(analyses: StatusSetup["analyses"]): StatusPart {
  const name = "Models";
  if (analyses === null) return misconfigured(name);
  const { llm_provider: provider, deep_think_llm: deep, quick_think_llm: quick } = analyses.config;
  if (provider === "rules") return { name, state: "up", detail: "The rules engine. No language model is asked." };
  const models = deep === quick ? deep : `${deep} for the managers, ${quick} for everyone else`;
  return { name, state: "up", detail: `${provider}: ${models}.` };
}

function misconfigured(name: string): StatusPart {
  return {
    name,
    state: "down",
    detail: "The settings of this server cannot be used.",
    advice: "Reports that are finished can be read. The operator has to mend the settings.",
  };
}

/** All parts in one sentence. */
export function overallStatus(parts: readonly StatusPart[]): { readonly state: PartState; readonly text: string } {
  const down = parts.filter(({ state }) => state === "down");
  if (down.length > 0) return { state: "down", text: `Down: ${listed(down)}` };
  const slow = parts.filter(({ state }) => state === "slow");
  if (slow.length > 0) return { state: "slow", text: `Slow: ${listed(slow)}` };
  return { state: "up", text: "Everything is up" };
}

function listed(parts: readonly StatusPart[]): string {
  return parts.map(({ name }) => name.toLowerCase()).join(", ");
}
