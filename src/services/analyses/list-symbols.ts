import { symbolsAsked } from "#src/db/queries/analysis-list.ts";
import type { Context } from "../context.ts";

/** The symbols the actor has asked for, the latest first. */
export async function listSymbols({ db, actor }: Pick<Context, "db" | "actor">, limit: number): Promise<string[]> {
  return symbolsAsked(db.sql, actor.owner, limit);
}
