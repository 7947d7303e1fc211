import { redirect } from "next/navigation";
import { BacktestFile } from "#src/contract/backtests.ts";
import { NotFound } from "#src/platform/errors.ts";
import { renderBacktest } from "#src/report/backtest-report.ts";
import { equityCsv } from "#src/report/backtest-tables.ts";
import { getBacktestResult } from "#src/services/backtests/get-backtest-result.ts";
import { contextOf, viewer } from "#src/web/viewer.ts";

const types = {
  "result.json": "application/json",
  "report.md": "text/markdown; charset=utf-8",
  "equity.csv": "text/csv; charset=utf-8; header=present",
  "trades.csv": "text/csv; charset=utf-8; header=present",
} as const satisfies Record<BacktestFile, string>;

interface Props {
  readonly params: Promise<{ readonly id: string; readonly file: string }>;
}

/** A backtest as a file, to its owner; the bytes are those of the command line. */
export async function GET(_request: Request, { params }: Props): Promise<Response> {
  const { id, file } = await params;
  const who = await viewer();
  if (who === null) return redirect(`/sign-in?next=${encodeURIComponent(`/backtests/${id}`)}`);
  const name = BacktestFile.safeParse(file);
  const text = name.success ? await textOf(() => getBacktestResult(contextOf(who), id), name.data) : null;
  if (!name.success || text === null) return new Response("File not found.\n", { status: 404 });
  return new Response(text, {
    headers: {
      "content-type": types[name.data],
      "content-disposition": `attachment; filename="${id}-${name.data}"`,
      "cache-control": "private, no-store",
    },
  });
}

async function textOf(load: () => ReturnType<typeof getBacktestResult>, file: BacktestFile): Promise<string | null> {
  try {
    const { result, trades } = await load();
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
