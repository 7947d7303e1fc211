import { redirect } from "next/navigation";
import { z } from "zod";
import { BacktestFile } from "#src/contract/backtests/backtests.ts";
import { NotFound } from "#src/core/errors.ts";
import { renderBacktest, equityCsv } from "#src/report/backtest/backtest-report.ts";
import { getBacktestResult, getValidity } from "#src/product/backtests/backtests.ts";
import { renderValidity } from "#src/report/backtest/validity-report.ts";
import type { Context } from "#src/product/context.ts";
import { contextOf, viewer } from "#src/web/viewer.ts";

const File = z.enum([...BacktestFile.options, "validity.json", "validity.md"]);
type File = z.infer<typeof File>;

const types = {
  "result.json": "application/json",
  "report.md": "text/markdown; charset=utf-8",
  "equity.csv": "text/csv; charset=utf-8; header=present",
  "trades.csv": "text/csv; charset=utf-8; header=present",
  "validity.json": "application/json",
  "validity.md": "text/markdown; charset=utf-8",
} as const satisfies Record<File, string>;

interface Props {
  readonly params: Promise<{ readonly id: string; readonly file: string }>;
}

/** A backtest as a file, to its owner; the bytes are those of the command line. */
export async function GET(_request: Request, { params }: Props): Promise<Response> {
  const { id, file } = await params;
  const who = await viewer();
  if (who === null) return redirect(`/sign-in?next=${encodeURIComponent(`/backtests/${id}`)}`);
  const name = File.safeParse(file);
  const text = name.success ? await textOf(contextOf(who), id, name.data) : null;
  if (!name.success || text === null) return new Response("File not found.\n", { status: 404 });
  return new Response(text, {
    headers: {
      "content-type": types[name.data],
      "content-disposition": `attachment; filename="${id}-${name.data}"`,
      "cache-control": "private, no-store",
    },
  });
}

async function textOf(ctx: Context, id: string, file: File): Promise<string | null> {
  try {
    if (file === "validity.json" || file === "validity.md") {
      const report = (await getValidity(ctx, id))?.report ?? null;
      if (report === null) return null;
      return file === "validity.md" ? renderValidity(report) : `${JSON.stringify(report, null, 2)}\n`;
    }
    const { result, trades } = await getBacktestResult(ctx, id);
    switch (file) {
      case "result.json":
        return `${JSON.stringify(result, null, 2)}\n`;
      case "report.md":
        return renderBacktest(result);
      case "equity.csv":
        return equityCsv(result);
      case "trades.csv":
        return trades;
    }
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
}
