import type { Readable, Writable } from "node:stream";
import type { Transport } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { withoutNullParams } from "./null-params.ts";

/** Standard input and output, where parameters may be `null`, as over HTTP. */
export function lenientStdio(input?: Readable, output?: Writable): Transport {
  const plain = new StdioServerTransport(input, output);
  const transport: Transport = {
    start() {
      // Not an event target: it has one listener for each.
      const heard: Pick<Transport, "onmessage" | "onclose" | "onerror"> = {
        onmessage: (message) => transport.onmessage?.(withoutNullParams(message)),
        onclose: () => transport.onclose?.(),
        onerror: (error) => transport.onerror?.(error),
      };
      Object.assign(plain, heard);
      return plain.start();
    },
    send: (message) => plain.send(message),
    close: () => plain.close(),
  };
  return transport;
}
