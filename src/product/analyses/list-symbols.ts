import { symbolsAsked } from "./queries/analysis-list.ts";
import type { Context } from "../context.ts";

/** The symbols the actor has asked for, the latest first. */
export async function listSymbols(ctx: Context, limit: number): Promise<string[]> {
  const { db, actor } = ctx;
  return symbolsAsked(db.sql, actor.owner, limit);
}
