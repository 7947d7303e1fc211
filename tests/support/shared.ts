import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { z } from "zod";
import { postgresVariable } from "./database.ts";
import { keeperVariable } from "./ask-keeper.ts";

const Kept = z.tuple([z.object({ postgres: z.string(), keeper: z.string() })]).rest(z.unknown());

/**
 * Runs around all tests: one Postgres for all of their databases, and one browser and one app for those that share them. A process of its
 * own holds them, and lets them go when this one ends, however that is.
 */
// oxlint-disable-next-line import/no-default-export -- Vitest wants it
export default async function shared(): Promise<() => Promise<void>> {
  const child = fork(join(import.meta.dirname, "keeper.ts"));
  const ended = once(child, "exit");
  const told = await Promise.race([
    once(child, "message"),
    ended.then(([code]) => Promise.reject(new Error(`the Postgres of the tests did not start: it ended with ${code}`))),
  ]);
  const [{ postgres, keeper }] = Kept.parse(told);
  process.env[postgresVariable] = postgres;
  process.env[keeperVariable] = keeper;
  return async () => {
    child.disconnect();
    await ended;
  };
}
