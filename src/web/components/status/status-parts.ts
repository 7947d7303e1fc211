import type { Config } from "#src/contract/jobs/analysis.ts";
import { counted, countText } from "#src/core/text/number-text.ts";
import type { ServiceStatus } from "#src/product/status/read-status.ts";
import { durationText } from "#src/web/components/analysis/run-text.tsx";

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
    { name: "Website and API", state: "up", detail: "This page was rendered." },
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
        detail: "Not responding.",
        advice:
          "Sign-in and reports are unavailable until it responds. No saved data is lost. Try again in a few minutes.",
      }
    : { name, state: "up", detail: `Responded in ${countText(load.databaseMs)} ms.` };
}

function unknown(name: string): StatusPart {
  return { name, state: "unknown", detail: "Unknown while the database is not responding." };
}

function workersPart(load: ServiceStatus["load"]): StatusPart {
  const name = "Workers";
  if (load === null) return unknown(name);
  const { count, beatAgeMs } = load.workers;
  if (count === 0)
    return {
      name,
      state: "down",
      detail: "No workers are connected.",
      advice:
        "You can still start analyses. They wait in the queue, and runs in progress resume when a worker is back.",
    };
  const beat = beatAgeMs === null ? "" : ` Last heartbeat ${durationText(beatAgeMs)} ago.`;
  const silent = beatAgeMs !== null && beatAgeMs > silentMs;
  return {
    name,
    state: silent ? "slow" : "up",
    detail: `${counted(count, "worker")} connected.${beat}`,
    ...(silent && { advice: "If no heartbeat arrives, another worker takes over the runs." }),
  };
}

function queuePart(load: ServiceStatus["load"], { maxConcurrency, maxQueued }: StatusSetup): StatusPart {
  const name = "Queue";
  if (load === null) return unknown(name);
  const { running, waiting, longestMs } = load.queue;
  const runs = `${countText(running)} of ${counted(maxConcurrency, "slot")} in use.`;
  if (waiting === 0 || longestMs === null) return { name, state: "up", detail: `No analyses waiting. ${runs}` };
  const detail = `${counted(waiting, "analysis", "analyses")} waiting, the longest for ${durationText(longestMs)}. ${runs}`;
  if (waiting >= maxQueued) return { name, state: "down", detail, advice: "The queue is full. Try again later." };
  if (running === 0 && longestMs > stuckMs)
    return { name, state: "slow", detail, advice: "No analyses are running. Yours keeps its place in the queue." };
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
          detail: "This server does not send email.",
          advice: "You cannot create an account that needs a confirmed email address.",
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
          advice: "You can still buy a plan from your current balance.",
        }
      : {
          name: "Deposits",
          state: "up",
          detail: `${processors.map(({ title, sandbox }) => (sandbox ? `${title} (no real coins)` : title)).join(", ")}.`,
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
      ? { name, state: "up", detail: "Online sources, queried in each run." }
      : { name, state: "off", detail: "No data source is set up.", advice: "Every run ends in REVIEW." };
  const text = config.online_tools ? `${held}, then online sources` : held;
  return { name, state: "up", detail: `${text.charAt(0).toUpperCase()}${text.slice(1)}.` };
}

function modelsPart(analyses: StatusSetup["analyses"]): StatusPart {
  const name = "Models";
  if (analyses === null) return misconfigured(name);
  const { llm_provider: provider, deep_think_llm: deep, quick_think_llm: quick } = analyses.config;
  if (provider === "rules") return { name, state: "up", detail: "Rules engine, without a language model." };
  const models = deep === quick ? deep : `${deep} for managers, ${quick} for other agents`;
  return { name, state: "up", detail: `${provider}: ${models}.` };
}

function misconfigured(name: string): StatusPart {
  return {
    name,
    state: "down",
    detail: "The settings of this server are invalid.",
    advice: "You can still read finished reports. The operator must correct the settings.",
  };
}

/** All parts in one sentence. */
export function overallStatus(parts: readonly StatusPart[]): { readonly state: PartState; readonly text: string } {
  const down = parts.filter(({ state }) => state === "down");
  if (down.length > 0) return { state: "down", text: `Down: ${listed(down)}` };
  const slow = parts.filter(({ state }) => state === "slow");
  if (slow.length > 0) return { state: "slow", text: `Slow: ${listed(slow)}` };
  return { state: "up", text: "All systems are up" };
}

function listed(parts: readonly StatusPart[]): string {
  return parts.map(({ name }) => name.toLowerCase()).join(", ");
}
