import type { Readable, Writable } from "node:stream";
import type { Transport } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { withoutNullParams } from "./null-params.ts";

/** Standard input and output, over which parameters may be `null`, as over HTTP. */
export function lenientStdio(input?: Readable, output?: Writable): Transport {
  const plain = new StdioServerTransport(input, output);
  const transport: Transport = {
    start() {
      plain.onmessage = (message) => transport.onmessage?.(withoutNullParams(message));
      plain.onclose = () => transport.onclose?.();
      plain.onerror = (error) => transport.onerror?.(error);
      return plain.start();
    },
    send: (message) => plain.send(message),
    close: () => plain.close(),
  };
  return transport;
}
