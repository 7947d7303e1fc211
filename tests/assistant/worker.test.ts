import { expect, onTestFinished, test } from "vitest";
import { knowledgePassages } from "#src/server/compose/models/knowledge-passages.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { startMailWorker } from "#tests/support/mail-worker.ts";

test("a worker that starts brings the index up to date", async () => {
  const fresh = await freshDatabase();
  onTestFinished(() => fresh.drop());
  await fresh.db.pool.query(
    "insert into passages (id, source, url, title, body, digest, updated_at) values ('help/gone', 'help', '/help/gone', 'Gone', 'Gone', '', now())",
  );
  const worker = startMailWorker(fresh);
  onTestFinished(() => worker.stop());
  const ids = async () =>
    (await fresh.db.pool.query<{ id: string }>("select id from passages")).rows.map(({ id }) => id).toSorted();
  await expect.poll(ids).toEqual(
    knowledgePassages()
      .map(({ id }) => id)
      .toSorted(),
  );
});
