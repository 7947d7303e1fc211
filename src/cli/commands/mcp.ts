import { once } from "node:events";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { lenientStdio } from "#src/mcp/lenient-stdio.ts";
import { createMcpServer } from "#src/mcp/server.ts";
import type { Service } from "#src/mcp/service.ts";
import type { Cli } from "../cli.ts";
import { addressOf, clientOf, type ServiceFlags } from "../service-client.ts";
import { say } from "../terminal.ts";

/** Until the client or a signal ends it. Standard output carries only the protocol. */
export async function runMcp(cli: Cli, flags: ServiceFlags): Promise<void> {
  const stopping = cli.interruption();
  const report = (error: unknown): void =>
    say(cli.err, `conclave: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  const service: Service = {
    client: clientOf(cli, flags),
    address: addressOf(cli, flags).replace(/\/+$/, ""),
    cancelled: null,
    stopping,
    // An editor that closes is no wish to lose what was begun.
    leavingCancels: false,
    report,
  };
  // A pipe closes; a file, and nothing at all, only end.
  const left = Promise.race(["end", "close"].map((event) => once(process.stdin, event, { signal: stopping }))).catch(
    (error: unknown) => {
      if (!stopping.aborted) throw error;
    },
  );
  const server = serveStdio(() => createMcpServer(service), { transport: lenientStdio(), onerror: report });
  say(cli.err, `conclave: MCP server on standard input and output, for the service at ${service.address}`);
  await left;
  await server.close();
}
