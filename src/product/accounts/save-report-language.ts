import { setReportLanguage } from "./queries/report-language.ts";
import type { Context } from "../context.ts";

/** @param language canonical */
export async function saveReportLanguage(ctx: Context, language: string): Promise<void> {
  const { db, actor } = ctx;
  await setReportLanguage(db.sql, actor.owner, language);
}
