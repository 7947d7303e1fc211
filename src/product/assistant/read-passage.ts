import type { Passage } from "#src/contract/jobs/assistant.ts";
import { findPassage } from "./queries/passages.ts";
import { NotFound } from "#src/core/errors.ts";
import type { SystemContext } from "../context.ts";

/** @throws NotFound for a passage that is gone */
export async function readPassage(ctx: SystemContext, id: string): Promise<Passage> {
  const { db } = ctx;
  const passage = await findPassage(db.sql, id);
  if (passage === null) throw new NotFound("the page has changed and no longer contains this passage");
  return passage;
}
