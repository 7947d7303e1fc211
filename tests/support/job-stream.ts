import { expect } from "vitest";
import { appendEvents } from "#src/product/analyses/queries/events.ts";
import { systemClock } from "#src/core/clock.ts";
import { idsOf, type EventStream } from "./event-stream.ts";
import type { FrontDoor, TestApp } from "./front-door.ts";

/** What a worker does while an agent speaks: `n` pieces of its text. */
export async function speakIn({ db }: Pick<TestApp, "db">, id: string, n: number, text = "x"): Promise<void> {
  await db.transaction((tx) =>
    appendEvents(
      tx,
      id,
      Array.from({ length: n }, (_, at) => ({
        type: "agent.delta",
        data: { agent: "bull", round: 1, text: `${at} ${text}` },
        once: null,
      })),
      systemClock.now(),
    ),
  );
}

export const upTo = (n: number): number[] => Array.from({ length: n }, (_, at) => at + 1);

export async function openStreams({ meters }: FrontDoor): Promise<number | undefined> {
  return (await meters.streams.get()).values[0]?.value;
}

export async function reached(stream: EventStream, n: number): Promise<void> {
  await expect.poll(() => idsOf(stream).at(-1), { interval: 10 }).toBe(n);
}
