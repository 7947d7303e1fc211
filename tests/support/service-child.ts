/*
 * Stands in for `conclave worker` and `conclave http`, for tests of who starts and ends them: answers with its pid,
 * counts its visits in the database, ends on SIGTERM and when its supervisor is gone, and dies when asked to.
 */
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { Pool } from "pg";
import { loadAndWait } from "#src/cli/service/role-commands.ts";
import { readInner } from "#src/core/network/exposure.ts";
import { readSettings } from "#src/core/config/config.ts";

// As a role does that is started before its database: it is told where that is.
if (process.argv.includes("--wait")) await loadAndWait(() => Promise.resolve());
const { service } = readSettings(process.env);
const [, , role, , internal] = process.argv;
if (process.env["CHILD_REFUSES"] === role) process.exit(2);
// `role:path`: it dies as long as there is that file.
const [doomed, plant = ""] = process.env["CHILD_DIES_WHILE"]?.split(":") ?? [];
if (doomed === role && existsSync(plant)) process.exit(1);

process.once("disconnect", () => process.exit(0));
process.on("SIGTERM", () => {
  if (process.env["CHILD_STUBBORN"] !== role) process.exit(0);
});

const pool = new Pool({ connectionString: service.databaseUrl ?? "", max: 1 });
pool.on("error", () => {});

const server = createServer(async (request, response) => {
  if (request.url === "/die") process.exit(3);
  if (request.url !== "/visit") return void response.end(String(process.pid));
  try {
    // Of the service's own tables: it may make none.
    const { rows } = await pool.query<{ count: number }>(
      `insert into assistant_limits (key, points) values ('visits', 1)
       on conflict (key) do update set points = assistant_limits.points + 1 returning points as count`,
    );
    response.end(String(rows[0]?.count));
  } catch (error) {
    response.writeHead(503).end(String(error));
  }
});
server.listen(role === "http" ? service.port : readInner(internal, 0).port, service.host);
