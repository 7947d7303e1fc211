import { once } from "node:events";
import { connect, type Socket } from "node:net";

/*
 * A client in a process of its own, as clients are: keeps its connections, each with one request out at a time, sent
 * again and again until the time is over. It reads no more of an answer than it must, so that the two cores are left
 * to what is measured.
 */
export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly ms: number;
  /** Whole HTTP requests, of which connection n sends the n-th, n + connections-th, … and then starts again. */
  readonly requests: readonly string[];
  readonly status: number;
}

/** Of all answers; in ms. `other` counts those with another status than was expected. */
export interface Loaded {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly answers: number;
  readonly other: number;
}

const head = Buffer.from("\r\n\r\n");

async function load({ port, connections, ms, requests, status }: Load): Promise<Loaded> {
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(port, "127.0.0.1").setNoDelay(true);
      await once(socket, "connect");
      return socket;
    }),
  );
  const bytes = requests.map((request) => Buffer.from(request));
  const expected = Buffer.from(`HTTP/1.1 ${status} `);
  const times: number[] = [];
  let other = 0;
  const started = performance.now();
  const drive = (socket: Socket, index: number): Promise<void> =>
    new Promise((resolve, reject) => {
      let at = index;
      let sent = 0;
      let left = 0;
      let partial: Buffer | null = null;
      const send = (): void => {
        sent = performance.now();
        if (sent - started >= ms) return void socket.end(resolve);
        socket.write(bytes[at % bytes.length] ?? "");
        at += connections;
      };
      const done = (): void => {
        times.push(performance.now() - sent);
        send();
      };
      socket.on("error", reject);
      socket.on("data", (chunk) => {
        if (left > 0) {
          left -= chunk.length;
          if (left === 0) done();
          return;
        }
        const text = partial === null ? chunk : Buffer.concat([partial, chunk]);
        const end = text.indexOf(head);
        if (end < 0) return void (partial = text);
        partial = null;
        if (text.compare(expected, 0, expected.length, 0, expected.length) !== 0) other += 1;
        const length = /content-length: *(\d+)/i.exec(text.toString("latin1", 0, end))?.[1];
        if (length === undefined) return reject(new Error(`no length: ${text.toString()}`));
        left = end + head.length + Number(length) - text.length;
        if (left === 0) done();
      });
      send();
    });
  await Promise.all(sockets.map(drive));
  const seconds = (performance.now() - started) / 1000;
  const sorted = times.toSorted((a, b) => a - b);
  const part = (share: number): number => Number((sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(2));
  return {
    perSecond: Math.round(times.length / seconds),
    p50: part(0.5),
    p99: part(0.99),
    answers: times.length,
    other,
  };
}

process.on("message", (asked: Load) => void load(asked).then((loaded) => process.send?.(loaded)));
