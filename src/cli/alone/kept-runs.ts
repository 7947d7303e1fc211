import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Job } from "#src/contract/jobs/analysis.ts";
import { CorruptRun, NotFound } from "#src/core/errors.ts";
import { readRun } from "../runs/run-folder.ts";
import { isWorkedOn } from "../runs/run-lock.ts";
import { readSteps } from "../runs/steps-file.ts";

/** The runs of a home folder, newest first. */
export async function keptRunIds(home: string): Promise<string[]> {
  const folder = join(home, "runs");
  const names = await readdir(folder).catch(() => []);
  const dated = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name)).catch(() => null))?.birthtimeMs ?? 0 })),
  );
  return dated.toSorted((a, b) => b.at - a.at).map(({ name }) => name);
}

/** A run that this process does not make, as the job that a service would show. @throws NotFound; CorruptRun */
export async function keptJob(home: string, id: string): Promise<Job> {
  const folder = join(home, "runs", id);
  try {
    const { request, result, manifest } = await readRun(folder);
    const { started_at, finished_at } = manifest;
    return { id, status: "succeeded", request, created_at: started_at, started_at, finished_at, result, error: null };
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
  }
  const { header, path } = await readSteps(folder).catch((cause: unknown) => {
    throw cause instanceof CorruptRun ? cause : new NotFound(`there is no analysis ${id}`, { cause });
  });
  const { birthtime, mtime } = await stat(path);
  const begun = { id, request: header.request, created_at: birthtime.toISOString(), result: null };
  if (await isWorkedOn(folder))
    return { ...begun, status: "running", started_at: begun.created_at, finished_at: null, error: null };
  const error = `it stopped before its end; continue it in a terminal: npx conclave resume ${id}`;
  return { ...begun, status: "failed", started_at: begun.created_at, finished_at: mtime.toISOString(), error };
}
