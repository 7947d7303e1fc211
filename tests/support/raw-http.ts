import { connect } from "node:net";

export interface RawAnswer {
  /** 0 for a connection that ended without an answer. */
  readonly status: number;
  readonly text: string;
}

/**
 * What comes back for bytes as they are given, which no client would send.
 * @param from an address of this machine
 */
export function rawHttp(port: number, text: string, from = "127.0.0.1"): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let read = "";
    const socket = connect({ port, host: "127.0.0.1", localAddress: from }, () => socket.write(text));
    socket.setTimeout(20_000, () => socket.destroy(new Error(`no answer to ${text}`)));
    socket.on("data", (chunk: Buffer) => (read += chunk.toString()));
    socket.once("end", () => socket.end());
    socket.once("close", () => resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(read)?.[1] ?? 0), text: read }));
    socket.once("error", reject);
  });
}

/** A request whose lines are given, and which asks for no other behind it. */
export function rawRequest(line: string, headers: readonly string[]): string {
  return `${[`${line} HTTP/1.1`, ...headers, "Connection: close"].join("\r\n")}\r\n\r\n`;
}
