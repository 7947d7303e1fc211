import { createServer, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { z } from "zod";

/*
 * The other processes of bench/streams.ts: `stream-peers.ts bare` and `stream-peers.ts clients …`. Both speak with it
 * over IPC.
 */

/** A piece of an agent's text; its frame is about 260 bytes. */
export const text =
  "the margin of the last quarter widened against a year before while volume thinned and the price held";

/** Monotonic, and the same in all processes of the machine. */
export const now = (): number => Number(process.hrtime.bigint()) / 1e6;

// --- The bare server: `stream-peers.ts bare`.

function runBare(): void {
  const groups = new Map<string, Set<ServerResponse>>();
  const server = createServer((request, response) => {
    const group = groups.get(request.url ?? "") ?? new Set();
    groups.set(request.url ?? "", group.add(response));
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" });
    response.write(frame(1));
    response.once("close", () => group.delete(response));
  });
  process.on("message", (asked) => {
    if (asked === "spent") {
      const { user, system } = process.cpuUsage();
      return void process.send?.({ rss: process.memoryUsage.rss(), cpu: (user + system) / 1e6 });
    }
    const { path, seq } = z.object({ path: z.string(), seq: z.number() }).parse(asked);
    const bytes = Buffer.from(frame(seq));
    for (const response of groups.get(path) ?? []) response.write(bytes);
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    process.send?.(address !== null && typeof address === "object" ? address.port : 0);
  });
}

function frame(seq: number): string {
  return `id: ${seq}\nevent: agent.delta\ndata: ${eventText(seq)}\n\n`;
}

/** As the service says it. */
export function eventText(seq: number): string {
  return JSON.stringify({
    seq,
    type: "agent.delta",
    data: { agent: "bull", round: 1, text },
    created_at: "2026-01-02T03:04:05.678Z",
  });
}

// --- The clients: `stream-peers.ts clients PORT FIRST COUNT PATH…`; client n follows path n modulo their number.

const connectsAtOnce = 100;

/** What a process of clients has to tell in the end: which event came when, and what did not come as it should. */
export const Heard = z.object({
  /** Three numbers for each event of each client: path, seq, milliseconds. */
  times: z.instanceof(Float64Array),
  lost: z.number(),
  doubled: z.number(),
  /** Connections that ended before the end. */
  broken: z.number(),
});
export type Heard = z.infer<typeof Heard>;

export function latencies(heard: readonly Heard[], told: ReadonlyMap<string, number>): Float64Array {
  const late: number[] = [];
  for (const { times } of heard)
    for (let at = 0; at < times.length; at += 3) {
      const from = told.get(`${times[at]} ${times[at + 1]}`);
      if (from !== undefined) late.push((times[at + 2] ?? Number.NaN) - from);
    }
  return Float64Array.from(late).toSorted();
}

async function runClients([port = "", first = "", count = "", ...paths]: readonly string[]): Promise<void> {
  const times: number[] = [];
  const lastSeq = Array.from({ length: Number(count) }, () => 0);
  let lost = 0;
  let doubled = 0;
  let broken = 0;
  const buffer = Buffer.allocUnsafe(64 * 1024);
  const open = (client: number): Promise<void> =>
    new Promise((ready) => {
      const path = (Number(first) + client) % paths.length;
      let tail = "";
      const heard = (size: number): boolean => {
        const at = now();
        const said = tail + buffer.toString("latin1", 0, size);
        const end = said.lastIndexOf("\n\n");
        tail = said.slice(end + 2);
        // Not its id, which nchan makes itself.
        for (const [, number] of said.slice(0, end + 1).matchAll(/^data: \{"seq":(\d+),/gm)) {
          const seq = Number(number);
          const before = lastSeq[client] ?? 0;
          if (seq <= before) doubled += 1;
          else lost += seq - before - 1;
          lastSeq[client] = seq;
          times.push(path, seq, at);
          if (seq === 1) ready();
        }
        return true;
      };
      const socket = connect({ port: Number(port), host: "127.0.0.1", onread: { buffer, callback: heard } });
      socket.on("error", () => {});
      socket.on("close", () => {
        broken += 1;
        ready();
      });
      socket.write(`GET ${paths[path]} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/event-stream\r\n\r\n`);
    });
  const waiting = Array.from({ length: Number(count) }, (_, client) => client);
  const openAll = async (): Promise<void> => {
    for (let client = waiting.pop(); client !== undefined; client = waiting.pop()) await open(client);
  };
  await Promise.all(Array.from({ length: connectsAtOnce }, openAll));
  process.once("message", (told) => {
    const { last } = z.object({ last: z.array(z.number()) }).parse(told);
    for (const [client, seq] of lastSeq.entries()) lost += (last[(Number(first) + client) % paths.length] ?? 0) - seq;
    process.send?.({ times: Float64Array.from(times), lost, doubled, broken } satisfies Heard, () => process.exit(0));
  });
  process.send?.("ready");
}

const [part, ...rest] = process.argv.slice(2);
if (process.argv[1] === import.meta.filename) {
  if (part === "bare") runBare();
  else await runClients(rest);
}
