import { createServer } from "node:http";
import { onTestFinished } from "vitest";

/*
 * A calendar of OpenTimestamps over HTTP, as the public ones answer: `POST /digest` with the bytes of a hash gives the
 * steps that the calendar adds, and where to ask for the rest once Bitcoin has it. Written apart from what reads it.
 */

export interface CalendarFaults {
  readonly httpStatus?: number;
  /** Answers with these bytes. */
  readonly body?: Buffer;
  /** Has a block of Bitcoin already, at this height. */
  readonly height?: number;
}

export interface Calendar {
  readonly url: string;
  /** What it was sent. */
  readonly digests: readonly Buffer[];
}

export async function startCalendar({ httpStatus = 200, body, height }: CalendarFaults = {}): Promise<Calendar> {
  const digests: Buffer[] = [];
  let url = "";
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => void pieces.push(piece));
    request.on("end", () => {
      const digest = Buffer.concat(pieces);
      if (request.method !== "POST" || request.url !== "/digest" || digest.length !== 32)
        return void response.writeHead(404).end();
      digests.push(digest);
      response.writeHead(httpStatus, { "content-type": "application/octet-stream" });
      response.end(body ?? Buffer.concat([steps, height === undefined ? waiting(url) : inBlock(height)]));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  return { url, digests };
}

/** Before it, its own secret is put in front and hashed, then the hour of its commitment. */
const steps = Buffer.concat([
  Buffer.from([0xf1, 4]),
  Buffer.from("6a1b2c3d", "hex"),
  Buffer.from([0x08, 0xf0, 8]),
  Buffer.from("1122334455667788", "hex"),
]);

function waiting(url: string): Buffer {
  const address = Buffer.concat([Buffer.from([url.length]), Buffer.from(url)]);
  return Buffer.concat([Buffer.from("0083dfe30d2ef90c8e", "hex"), Buffer.from([address.length]), address]);
}

function inBlock(height: number): Buffer {
  const digits: number[] = [];
  for (let rest = height; ; rest = Math.floor(rest / 128)) {
    digits.push(rest < 128 ? rest : (rest % 128) + 128);
    if (rest < 128) break;
  }
  return Buffer.concat([Buffer.from("000588960d73d71901", "hex"), Buffer.from([digits.length, ...digits])]);
}
