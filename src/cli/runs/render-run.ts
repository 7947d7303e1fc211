import { Reports, type Run } from "#src/contract/run/run.ts";
import { CorruptRun } from "#src/core/errors.ts";
import { buildDocument } from "#src/report/build-document.ts";
import { renderMarkdown } from "#src/report/text/markdown.ts";
import { renderHtml } from "#src/report/page.ts";
import type { FinishedRun } from "#src/report/text/result-text.ts";

/** @throws CorruptRun for another type */
export function finishedRun(run: Run): FinishedRun {
  const reports = Reports.safeParse(run.result.reports);
  if (!reports.success) throw new CorruptRun(`the stored reports of run ${run.manifest.run_id} have been altered`);
  return { run, reports: reports.data };
}

export async function render(finished: FinishedRun): Promise<{ markdown: string; html: string }> {
  const document = buildDocument(finished);
  return { markdown: renderMarkdown(finished, document), html: await renderHtml(finished, document) };
}
