import { usualLanguage } from "#src/contract/run/language.ts";
import { findReportLanguage } from "./queries/report-language.ts";
import type { Context } from "../context.ts";

/** The language that the user's last report was asked for in. */
export async function readReportLanguage(ctx: Context): Promise<string> {
  const { db, actor } = ctx;
  return (await findReportLanguage(db.sql, actor.owner)) ?? usualLanguage;
}
