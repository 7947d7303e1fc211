/*
 * In a network of its own (`unshare --net --mount`): a name server whose answer turns from a public address to this
 * machine's between two questions, the system's own resolver, and a receiver at each address. Prints what came of
 * deliveries as JSON.
 */
import { createSocket } from "node:dgram";
import { createServer } from "node:http";
import { outside, post } from "#src/product/webhooks/public/post.ts";

const addresses: Readonly<Record<string, readonly string[]>> = {
  "turns.example": ["93.184.215.14", "127.0.0.1"],
  "both.example": ["93.184.215.14 127.0.0.1"],
  "inside.example": ["127.0.0.1"],
  "mapped.example": ["10.0.0.7"],
};
const asked = new Map<string, number>();
const heard: string[] = [];

/** Answers A questions alone, for no longer than the question (RFC 1035, 4.1). */
function answerTo(question: Buffer): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.subarray(at + 1, at + 1 + length).toString("ascii"));
    at += length + 1;
  }
  const end = at + 5;
  const isA = question.readUInt16BE(at + 1) === 1;
  const name = labels.join(".").toLowerCase();
  const turns = addresses[name] ?? [];
  const time = asked.get(name) ?? 0;
  if (isA) asked.set(name, time + 1);
  const found = isA ? (turns[Math.min(time, turns.length - 1)]?.split(" ") ?? []) : [];
  const header = Buffer.from(question.subarray(0, 12));
  header.writeUInt16BE(turns.length === 0 ? 0x8183 : 0x8180, 2);
  header.writeUInt16BE(found.length, 6);
  header.writeUInt16BE(0, 8);
  header.writeUInt16BE(0, 10);
  const records = found.map((address) =>
    Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split(".").map(Number)]),
  );
  return Buffer.concat([header, question.subarray(12, end), ...records]);
}

const dns = createSocket("udp4");
dns.on("message", (question, { port, address }) => dns.send(answerTo(question), port, address));
await new Promise<void>((resolve) => dns.bind(53, "127.0.0.1", resolve));
for (const host of ["127.0.0.1", "93.184.215.14"]) {
  const server = createServer((request, response) => {
    heard.push(`${request.headers.host} at ${host}`);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(8080, host, resolve));
}
const said: Record<string, unknown> = {};
for (const name of [...Object.keys(addresses), "turns.example", "missing.example"]) {
  const { status, error } = await post(`http://${name}:8080/`, {}, "{}", outside(false));
  said[`${name} ${said[name] === undefined && !(`${name} 1` in said) ? 1 : 2}`] = { status, error };
}
process.stdout.write(JSON.stringify({ said, heard }));
process.exit(0);
