import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { Counter, Gauge } from "prom-client";
import { expect, onTestFinished, test } from "vitest";
import { createLog } from "#src/core/operation/log.ts";
import { followEvents, idsOf, type EventStream } from "#tests/support/event-stream.ts";
import { createEventStreams } from "./event-streams.ts";
import { type EventBatch, streamEvent, type StreamEvent } from "./stream-channels.ts";

/** Balances of one user: something that is no job, with numbers of a sequence that others use too. */
async function ledger(pageSize = 1000) {
  const events: StreamEvent[] = [];
  const wakes = new Set<() => void>();
  let over = false;
  let reads = 0;
  const read = async (after: number): Promise<EventBatch> => {
    reads += 1;
    const behind = events.filter(({ id }) => id > after);
    const last = over;
    await new Promise(setImmediate);
    if (behind.length > pageSize) return { events: behind.slice(0, pageSize), next: "more" };
    return { events: behind, next: last ? "nothing" : "later" };
  };
  const meter = { help: "of a test", registers: [] };
  const streams = createEventStreams({
    subscribe(channel, wake) {
      expect(channel).toBe("balance of ann");
      wakes.add(wake);
      return () => void wakes.delete(wake);
    },
    recheckMs: 60_000,
    log: createLog("silent", "test"),
    meters: {
      streams: new Gauge({ name: "streams", ...meter }),
      streamEvents: new Counter({ name: "events", ...meter }),
      slowClients: new Counter({ name: "slow", ...meter }),
    },
  });
  const server = createServer(async (request, response) => {
    const after = Number(request.headers["last-event-id"] ?? 0);
    const start = { after, first: await read(after), reset: false };
    streams.follow(response, { channel: "balance of ann", read }, start, null);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => {
    streams.close();
    server.closeAllConnections();
    server.close();
  });
  return {
    port: portOf(server.address()),
    reads: () => reads,
    watched: () => wakes.size,
    follow: (headers = {}): Promise<EventStream> =>
      followEvents(`http://127.0.0.1:${portOf(server.address())}/`, headers),
    tell(...ids: readonly number[]) {
      events.push(...ids.map((id) => streamEvent(id, "deposit", JSON.stringify({ amount: `${id}.00` }))));
      for (const wake of wakes) wake();
    },
    end() {
      over = true;
      for (const wake of wakes) wake();
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}

test("anything with numbers can be followed: gaps and large numbers are as good as others", async () => {
  const { tell, follow, end } = await ledger();
  tell(7, 19);
  const stream = await follow();
  await expect.poll(() => idsOf(stream)).toEqual([7, 19]);
  tell(20, 4_000_000_000_000);
  await expect.poll(() => idsOf(stream)).toEqual([7, 19, 20, 4_000_000_000_000]);
  const late = await follow({ "last-event-id": "19" });
  await expect.poll(() => idsOf(late)).toEqual([20, 4_000_000_000_000]);
  end();
  expect([await stream.ended, await late.ended]).toEqual(["ended", "ended"]);
  expect(stream.events[0]).toEqual({ id: "7", event: "deposit", data: { amount: "7.00" } });
});

test("what is new is read once, however many hear it", async () => {
  const { tell, follow, reads } = await ledger();
  const streams = await Promise.all(Array.from({ length: 200 }, () => follow()));
  const before = reads();
  tell(1);
  await expect.poll(() => streams.every((stream) => idsOf(stream).length === 1)).toBe(true);
  expect(reads() - before).toBe(1);
  for (const stream of streams) stream.leave();
});

test("a past of many pages is told in order and joined to the present, once each", async () => {
  const { tell, follow, end } = await ledger(3);
  const numbers = Array.from({ length: 50 }, (_, at) => at + 1);
  tell(...numbers.slice(0, 20));
  const streams = [await follow(), await follow({ "last-event-id": "10" })];
  tell(...numbers.slice(20, 40));
  streams.push(await follow(), await follow({ "last-event-id": "39" }));
  tell(...numbers.slice(40));
  end();
  for (const stream of streams) expect(await stream.ended).toBe("ended");
  expect(streams.map(idsOf)).toEqual([numbers, numbers.slice(10), numbers, numbers.slice(39)]);
});

test("when the last has gone, nobody listens any more", async () => {
  const { follow, watched } = await ledger();
  const streams = [await follow(), await follow()];
  await expect.poll(watched).toBe(1);
  for (const stream of streams) stream.leave();
  await expect.poll(watched).toBe(0);
});

/** All that the server says to these bytes, until it closes the connection or `until` is said. */
async function conversation(port: number, sent: string, until: string): Promise<{ said: () => string }> {
  let said = "";
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.setEncoding("latin1").on("data", (text: string) => (said += text));
  socket.write(sent);
  await expect.poll(() => said).toContain(until);
  return { said: () => said };
}

test("HTTP/1.0 gets the text without chunks", async () => {
  const { port, tell, end } = await ledger();
  const { said } = await conversation(port, "GET / HTTP/1.0\r\nHost: here\r\n\r\n", "retry:");
  tell(1, 2);
  await expect.poll(said).toContain("id: 2");
  end();
  const [, body = ""] = said().split("\r\n\r\n");
  expect(body.replace(/^retry: \d+\n\n/, "")).toBe(
    'id: 1\nevent: deposit\ndata: {"amount":"1.00"}\n\nid: 2\nevent: deposit\ndata: {"amount":"2.00"}\n\n',
  );
});

test("two requests on one connection are answered one after the other, in chunks that add up", async () => {
  const { port, tell, end } = await ledger();
  const request = "GET / HTTP/1.1\r\nHost: here\r\n\r\n";
  const { said } = await conversation(port, request + request, "retry:");
  tell(1, 2);
  await expect.poll(said).toContain("id: 2");
  tell(3);
  end();
  await expect.poll(() => said().match(/^0\r\n\r\n/gm)?.length).toBe(2);
  const bodies = said()
    .split(/HTTP\/1\.1 200 OK\r\n/)
    .slice(1)
    .map((answer) => unchunked(answer.slice(answer.indexOf("\r\n\r\n") + 4)));
  expect(bodies.map((body) => [...body.matchAll(/^id: (\d)$/gm)].map(([, id]) => id))).toEqual([
    ["1", "2", "3"],
    ["1", "2", "3"],
  ]);
});

function unchunked(body: string): string {
  let text = "";
  for (let at = 0; ;) {
    const lineEnd = body.indexOf("\r\n", at);
    const length = Number.parseInt(body.slice(at, lineEnd), 16);
    if (Number.isNaN(length)) throw new Error(`no chunk at ${at} of ${JSON.stringify(body)}`);
    if (length === 0) return text;
    text += body.slice(lineEnd + 2, lineEnd + 2 + length);
    at = lineEnd + 2 + length + 2;
  }
}
