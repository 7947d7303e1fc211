import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Named when all are whole: a full disk leaves what was there. */
export async function writeWhole(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  const drafts = Object.keys(files).map((name) => ({ name, draft: join(folder, `.${name}.partial`) }));
  const written = await Promise.allSettled(drafts.map(({ name, draft }) => writeFile(draft, files[name] ?? "")));
  const failed = written.find((each) => each.status === "rejected");
  if (failed === undefined) {
    for (const { name, draft } of drafts) await rename(draft, join(folder, name));
    return;
  }
  await Promise.all(drafts.map(({ draft }) => rm(draft, { force: true })));
  throw failed.reason;
}
