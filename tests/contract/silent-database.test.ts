import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "#src/core/db/database.ts";
import { toProblem } from "#src/server/http/problems.ts";
import { noVault } from "#src/core/vault.ts";
import { cuttableProxy } from "#tests/support/cuttable-proxy.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { until } from "#tests/support/mail-worker.ts";

test("a database that takes questions and never answers is away after a while, and is asked again", async () => {
  const fresh = await freshDatabase();
  const address = new URL(fresh.url);
  const cable = await cuttableProxy({ host: address.hostname, port: Number(address.port) });
  address.port = String(cable.port);
  const db = openDatabase(address.href, 2, 500, noVault, 400);
  onTestFinished(async () => {
    await db.close();
    await cable.close();
    await fresh.drop();
  });
  const asked = {
    query: () => db.pool.query("select 1 as one"),
    builder: () => sql`select 1 as one`.execute(db.sql),
    transaction: () => db.transaction((tx) => sql`select 1 as one`.execute(tx.sql)),
  };
  for (const [way, ask] of Object.entries(asked)) {
    expect((await ask()).rows, way).toEqual([{ one: 1 }]);
    cable.hang();
    const problem = await ask().catch(toProblem);
    expect(problem, way).toMatchObject({ status: 503, detail: "the database cannot be reached" });
    cable.mend();
    await until("an answer", () =>
      ask().then(
        () => true,
        () => null,
      ),
    );
  }
});
