import { expect, onTestFinished } from "vitest";
import { SignalEvent } from "#src/contract/signals/signals.ts";
import { checkChain } from "#src/product/signals/public/check-chain.ts";
import { canonicalJson } from "#src/core/hash.ts";
import { seeded } from "../../scripts/demo/random.ts";
import { followEvents, type EventStream } from "./event-stream.ts";
import { openTestApp } from "./front-door.ts";
import { emptyHouseList, publish, subscribers } from "./signals.ts";

/**
 * Subscribers of the signal stream who leave at moments that the seed picks and come back behind the last signal they
 * have, while signals are published. Checks that each gets every signal once and in order, and that what each heard is
 * a chain that holds.
 */
export async function followSignals({
  seed,
  followers,
  signals,
}: {
  readonly seed: number;
  readonly followers: number;
  readonly signals: number;
}): Promise<{ readonly breaks: number }> {
  const random = seeded(`signal followers ${seed}`);
  const testApp = await openTestApp();
  onTestFinished(() => testApp.drop());
  const door = await testApp.open({ access: { open: false, loopback: true } });
  await emptyHouseList(testApp);
  const cookies = await subscribers(testApp, followers);
  const told = cookies.map((): SignalEvent[] => []);
  const streams = new Map<number, EventStream>();
  let breaks = 0;
  const end = new AbortController();

  const follow = async (index: number): Promise<void> => {
    const heard = told[index] ?? [];
    while (!end.signal.aborted) {
      const seen = heard.at(-1)?.entry.number ?? 0;
      const stream = await followEvents(`${door.url}/api/signal-engine/stream`, {
        cookie: cookies[index] ?? "",
        // Whoever has heard nothing asks for everything: it may have been away when the first one came.
        "last-event-id": String(seen),
      });
      if (stream.status === 429) {
        // The server has not seen yet that the last one is gone.
        stream.leave();
        await new Promise((resolve) => setTimeout(resolve, 20));
        continue;
      }
      expect(stream.status).toBe(200);
      streams.set(index, stream);
      await stream.ended;
      for (const { id, event, data } of stream.events) {
        const read = SignalEvent.parse(data);
        expect({ id, event }).toEqual({ id: String(read.entry.number), event: read.type });
        heard.push(read);
      }
    }
  };
  const following = Promise.all(cookies.map((_, index) => follow(index)));
  await expect.poll(() => streams.size).toBe(followers);

  for (let number = 1; number <= signals; number += 1) {
    const leaving = Math.ceil(followers * random.between(0, 0.2));
    for (let count = 0; count < leaving; count += 1) {
      streams.get(Math.floor(random.between(0, followers)))?.leave();
      breaks += 1;
    }
    await publish(testApp, `S${number % 7}`, "Buy");
  }
  const behind = (): number =>
    [...streams].filter(([index, { events }]) => {
      const live = events.findLast(({ id }) => id !== null)?.id ?? null;
      return Number(live ?? told[index]?.at(-1)?.entry.number ?? 0) < signals;
    }).length;
  await expect.poll(behind, { interval: 50 }).toBe(0);
  end.abort();
  for (const stream of streams.values()) stream.leave();
  await following;

  const wanted = Array.from({ length: signals }, (_, index) => index + 1);
  for (const heard of told) {
    expect(heard.map(({ entry }) => entry.number)).toEqual(wanted);
    const check = checkChain("house", []);
    for (const { entry, hash } of heard)
      expect(check.next({ number: entry.number, body: canonicalJson(entry), hash })).toBeNull();
  }
  return { breaks };
}
