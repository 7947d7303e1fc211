import { describe, expect, test } from "vitest";
import type { ServiceStatus } from "#src/product/status/read-status.ts";
import { overallStatus, statusParts, type StatusSetup } from "./status-parts.ts";

const setup: StatusSetup = {
  maxConcurrency: 4,
  maxQueued: 1000,
  analyses: {
    config: {
      llm_provider: "rules",
      deep_think_llm: "rules",
      quick_think_llm: "rules",
      max_debate_rounds: 1,
      max_risk_discuss_rounds: 1,
      online_tools: false,
    },
    instruments: 3,
  },
  mail: "smtp",
  processors: [{ title: "NOWPayments", sandbox: false }],
};
const load: NonNullable<ServiceStatus["load"]> = {
  databaseMs: 3,
  workers: { count: 2, beatAgeMs: 1200 },
  queue: { running: 1, waiting: 0, longestMs: null },
};

function partsOf(changed: Partial<typeof load> | null, other: Partial<StatusSetup> = {}) {
  const parts = statusParts(
    { checkedAt: 0, load: changed === null ? null : { ...load, ...changed } },
    { ...setup, ...other },
  );
  return { parts, named: (name: string) => parts.find((part) => part.name === name), overall: overallStatus(parts) };
}

describe("a service that is well", () => {
  test("says so of every part, and advises nothing", () => {
    const { parts, named, overall } = partsOf({});
    expect(overall).toEqual({ state: "up", text: "All systems are up" });
    expect(parts.map(({ state, advice }) => [state, advice])).toEqual(parts.map(() => ["up", undefined]));
    expect(named("Workers")?.detail).toBe("2 workers connected. Last heartbeat 1 s ago.");
    expect(named("Queue")?.detail).toBe("No analyses waiting. 1 of 4 slots in use.");
    expect(named("Data sources")?.detail).toBe("Archives with 3 instruments.");
  });
});

describe("a service that is not", () => {
  test("without its database knows nothing of workers and queue", () => {
    const { named, overall } = partsOf(null);
    expect(overall).toEqual({ state: "down", text: "Down: database" });
    expect([named("Database")?.state, named("Workers")?.state, named("Queue")?.state]).toEqual([
      "down",
      "unknown",
      "unknown",
    ]);
  });

  test("without a worker says that what was started waits", () => {
    const { named, overall } = partsOf({ workers: { count: 0, beatAgeMs: null } });
    expect(named("Workers")).toMatchObject({ state: "down", advice: expect.stringContaining("wait") });
    expect(overall.text).toBe("Down: workers");
  });

  test("shows a worker that has fallen silent, and a queue that stands still or is full", () => {
    expect(partsOf({ workers: { count: 1, beatAgeMs: 16_000 } }).named("Workers")?.state).toBe("slow");
    const still = { running: 0, waiting: 1, longestMs: 121_000 };
    expect(partsOf({ queue: still }).named("Queue")).toMatchObject({
      state: "slow",
      detail: "1 analysis waiting, the longest for 2 min 1 s. 0 of 4 slots in use.",
    });
    expect(partsOf({ queue: { ...still, waiting: 1000 } }).named("Queue")?.state).toBe("down");
    expect(partsOf({ queue: { ...still, running: 1 } }).named("Queue")?.state).toBe("up");
  });

  test("names what is not set up without calling it down", () => {
    const { named, overall } = partsOf({}, { mail: "none", processors: [] });
    expect([named("Email")?.state, named("Deposits")?.state, overall.state]).toEqual(["off", "off", "up"]);
  });

  test("whose settings cannot be used says so", () => {
    const { overall } = partsOf({}, { analyses: null });
    expect(overall.text).toBe("Down: data sources, models");
  });
});
