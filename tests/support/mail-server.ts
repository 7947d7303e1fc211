import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";

export interface Taken {
  readonly from: string;
  readonly to: readonly string[];
  readonly data: string;
}

/** A mail server that refuses the first `refusals` mails for now. */
export async function mailServer(refusals = 0): Promise<{ readonly url: string; readonly taken: readonly Taken[] }> {
  const taken: Taken[] = [];
  let left = refusals;
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    onMailFrom(_address, _session, done) {
      left -= 1;
      done(left >= 0 ? Object.assign(new Error("come back later"), { responseCode: 451 }) : null);
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => void chunks.push(chunk));
      stream.on("end", () => {
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        taken.push({ from, to: envelope.rcptTo.map(({ address }) => address), data: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address: AddressInfo | string | null = server.server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { url: `smtp://127.0.0.1:${address.port}`, taken };
}
