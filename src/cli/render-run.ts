import { Reports, type Run } from "#src/contract/run.ts";
import { CorruptRun } from "#src/platform/errors.ts";
import { renderMarkdown } from "#src/report/markdown.ts";
import { renderPage } from "#src/report/page.ts";
import type { Finished } from "#src/report/words.ts";

/** A run with its reports read in their full type. @throws CorruptRun when they have not that type */
export function finishedRun(run: Run): Finished {
  const reports = Reports.safeParse(run.result.reports);
  if (!reports.success) throw new CorruptRun(`the reports of run ${run.manifest.run_id} are not as they were written`);
  return { run, reports: reports.data };
}

export async function render(finished: Finished): Promise<{ markdown: string; html: string }> {
  return { markdown: renderMarkdown(finished), html: await renderPage(finished) };
}
