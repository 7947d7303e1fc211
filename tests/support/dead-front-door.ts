import { expect } from "vitest";
import { JobEvent } from "#src/contract/jobs/jobs.ts";
import { readEvents } from "#src/product/analyses/running.ts";
import { seeded } from "../../scripts/demo/random.ts";
import { submit } from "./api-client.ts";
import { followEvents, type EventStream } from "./event-stream.ts";
import type { FrontDoorProcess } from "./front-door-process.ts";
import { startModelServer } from "./model-server.ts";
import { demo, testCluster } from "./worker-process.ts";

const followers = 4;

/**
 * Followers of a running job whose front door is killed at moments that the seed picks, each time for another one, where
 * they go on behind the last event that they have. Checks that each of them gets every event once and in order.
 */
export async function killFrontDoors({ seed, kills }: { seed: number; kills: number }): Promise<{ events: number }> {
  const random = seeded(`dead front door ${seed}`);
  // Slowly, piece by piece: there is a lot to tell, and a long middle to be killed in.
  const model = await startModelServer({ plan: () => ({ kind: "trickle", delayMs: 20 }), pieceLength: 60 });
  const cluster = await testCluster();
  cluster.startWorker(model.url);
  // Those that will take over stand ready, so that the job does not end while one comes up.
  const doors = await Promise.all(Array.from({ length: kills + 1 }, () => cluster.startFrontDoor()));
  const [first] = doors;
  if (first === undefined) throw new Error("there is no front door");
  let now: FrontDoorProcess = first;
  const { id } = await submit(now.url, demo("2019-06-03"));
  const told = Array.from({ length: followers }, (): JobEvent[] => []);
  const following = Promise.all(told.map((events) => follow(() => now.url, id, events)));

  for (const next of doors.slice(1)) {
    const wanted = told.map(({ length }) => length + Math.ceil(random.between(0, 20)));
    const heard = (): boolean => told.every(({ length }, index) => length >= (wanted[index] ?? 0));
    await expect.poll(heard, { interval: 2 }).toBe(true);
    expect(told[0]?.at(-1)?.type).not.toBe("job.succeeded");
    const dying = now;
    now = next;
    await dying.kill();
  }
  const breaks = await following;
  expect(breaks.every((count) => count === kills)).toBe(true);

  const all: JobEvent[] = [];
  for (let last = false; !last;) {
    const page = await readEvents(cluster.context, { id, after: all.length });
    all.push(...page.events);
    ({ last } = page);
  }
  expect(all.map(({ seq }) => seq)).toEqual(all.map((_, index) => index + 1));
  expect(all.at(-1)?.type).toBe("job.succeeded");
  for (const events of told) expect(events).toEqual(all);
  await model.close();
  return { events: all.length };
}

/** As an EventSource does: comes back behind the last event whenever the stream breaks. @returns how often it broke */
async function follow(url: () => string, id: string, events: JobEvent[]): Promise<number> {
  for (let breaks = 0; ; breaks += 1) {
    const seen = events.at(-1)?.seq;
    const stream = await followEvents(
      `${url()}/v1/analyses/${id}/events`,
      seen === undefined ? {} : { "last-event-id": String(seen) },
    );
    expect(stream.status).toBe(200);
    const end = await collect(stream, events);
    if (end === "ended") return breaks;
  }
}

/** Adds what comes, as it comes. */
async function collect(stream: EventStream, events: JobEvent[]): Promise<"ended" | "broken"> {
  let taken = 0;
  const take = (): void => {
    for (const { id, event, data } of stream.events.slice(taken)) {
      const read = JobEvent.parse(data);
      expect({ id, event }).toEqual({ id: String(read.seq), event: read.type });
      events.push(read);
    }
    taken = stream.events.length;
  };
  const taking = setInterval(take, 2);
  try {
    return await stream.ended;
  } finally {
    clearInterval(taking);
    take();
  }
}
