import { once } from "node:events";
import { join } from "node:path";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { Conclave } from "#client";
import { HealthReport } from "#src/contract/health.ts";
import { lenientStdio } from "#src/server/mcp/lenient-stdio.ts";
import { createMcpServer } from "#src/server/mcp/server.ts";
import type { Service } from "#src/server/mcp/service.ts";
import { openLocalService } from "../alone/local-service.ts";
import type { Cli } from "../cli.ts";
import { addressOf, clientOf, type ServiceFlags } from "../service-client.ts";
import { say } from "../terminal.ts";

/** Until the client or a signal ends it. Standard output carries only the protocol. */
export async function runMcp(cli: Cli, flags: ServiceFlags): Promise<void> {
  const stopping = cli.interruption();
  const report = (error: unknown): void =>
    say(cli.err, `conclave: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  const address = addressOf(cli, flags).replace(/\/+$/, "");
  const alone = isNamed(cli, flags) || (await answers(address)) ? null : openLocalService(cli, stopping, report);
  const service: Service = {
    client: alone === null ? clientOf(cli, flags) : new Conclave({ baseUrl: address, apiKey: null, ...alone }),
    address,
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
  const where =
    alone === null
      ? `for the service at ${address}`
      : `without a service: analyses run here and are kept in ${join(cli.settings.home, "runs")}`;
  say(cli.err, `conclave: MCP server on standard input and output, ${where}`);
  await left;
  await alone?.settled();
  await server.close();
}

/** Whether a service was named, which is then meant wherever it is. */
function isNamed({ settings }: Cli, { url, key }: ServiceFlags): boolean {
  return [url, key, settings.serviceUrl, settings.keys.conclave].some((one) => one != null);
}

/** Whether a Conclave service is there; other programs like its port too. */
async function answers(address: string): Promise<boolean> {
  try {
    const answer = await fetch(`${address}/api/health`, { signal: AbortSignal.timeout(2000) });
    return HealthReport.safeParse(await answer.json()).success;
  } catch {
    return false;
  }
}
