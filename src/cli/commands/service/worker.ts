import type { Server } from "node:http";
import { Registry } from "prom-client";
import { internalAccess } from "#src/server/compose/auth-settings.ts";
import type { Inner } from "#src/core/network/exposure.ts";
import { childEnvironment } from "#src/core/config/config.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { createInternalServer, type ProcessStatus } from "#src/core/network/internal-server.ts";
import type { Cli } from "#src/cli/cli.ts";
import { freePort } from "#src/cli/service/ports.ts";
import { supervise } from "#src/cli/service/supervise.ts";
import { say } from "#src/cli/terminal.ts";

const loopback = "127.0.0.1";
/** More than a database that went and came back. */
const maxDeathsInARow = 4;
const answerWithinMs = 5000;

/**
 * Restarts a worker that had to end because it could not prove that it lives (docs/adr/0018).
 * @param script has the command `worker`
 * @returns 0 when told to stop
 * @throws InvalidInput for settings or port
 */
export async function keepWorker(
  { settings, interruption, err }: Pick<Cli, "settings" | "interruption" | "err">,
  script: string,
  { host, port }: Inner,
): Promise<number> {
  const { databaseUrl } = settings.service;
  if (databaseUrl === null) throw new InvalidInput("conclave worker needs DATABASE_URL");
  const signal = interruption();
  const inner = await freePort(loopback, new Set([port]));
  const log = (line: string): void => say(err, `conclave: ${line}`);
  const access = internalAccess(settings, host);
  const health = createInternalServer(
    vitalsOf(inner, () => supervised.deaths("worker") < maxDeathsInARow),
    access,
  );
  await listen(health, port, host);
  const role = {
    name: "worker",
    script,
    args: ["worker", "--kept", "--internal", String(inner)],
    env: childEnvironment({}),
  };
  const supervised = supervise([role], log, null);
  const over = Promise.withResolvers<null>();
  signal.addEventListener("abort", () => over.resolve(null), { once: true });
  if (signal.aborted) over.resolve(null);
  const failure = await Promise.race([supervised.failure, over.promise]);
  health.close();
  health.closeAllConnections();
  await supervised.stop();
  if (failure !== null) throw new InvalidInput(failure);
  return 0;
}

/** Whether there is a worker is ours to say, the rest is the worker's. */
function vitalsOf(port: number, isWell: () => boolean): ProcessStatus {
  const askWorker = (path: string): Promise<Response> =>
    fetch(`http://${loopback}:${port}${path}`, { signal: AbortSignal.timeout(answerWithinMs) });
  return {
    trouble: () => (isWell() ? null : "not healthy"),
    ready: () =>
      askWorker("/readyz").then(
        (answer) => answer.ok,
        () => false,
      ),
    figures: {
      contentType: Registry.PROMETHEUS_CONTENT_TYPE,
      metrics: async () => (await askWorker("/metrics")).text(),
    },
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) =>
      reject(
        new InvalidInput(
          `--internal: cannot listen on port ${port} of ${host}: ${error.message}; choose a free port with --internal PORT`,
        ),
      ),
    );
    server.listen(port, host, resolve);
  });
}
