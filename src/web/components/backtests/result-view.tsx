import { Download } from "lucide-react";
import type { ReactNode } from "react";
import type { BacktestResult, StrategyName } from "#src/contract/backtest.ts";
import { BacktestFile, type Backtest } from "#src/contract/backtests.ts";
import { backtestCommand } from "#src/report/backtest-command.ts";
import { hitIntervalNote, percent, titleOf, windowNote, withdrawnNote } from "#src/report/backtest-report.ts";
import { readTradesCsv } from "#src/report/backtest-tables.ts";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#src/web/components/ui/card.tsx";
import { CodeBlock } from "#src/web/components/ui/code-block.tsx";
import { drawdowns, drawnSessions } from "./curve-points.ts";
import { Curves, type StrategyLine } from "./curves.tsx";
import { CutoffNote } from "./cutoff-note.tsx";
import { Headline } from "./headline.tsx";
import { HitTable } from "./hit-table.tsx";
import { MetricTable } from "./metric-table.tsx";
import { RatingsSpread } from "./ratings-spread.tsx";
import { RestsOn } from "./rests-on.tsx";
import { TradesTable } from "./trades-table.tsx";
import { unbroken } from "./words.ts";

interface Props {
  readonly backtest: Backtest;
  readonly result: BacktestResult;
  readonly tradesCsv: string | null;
  /** Whose trades are listed, and which page of them. */
  readonly shown: StrategyName;
  readonly page: number;
}

/** Everything that a backtest came to. */
export function ResultView({ backtest, result, tradesCsv, shown, page }: Props) {
  const { portfolio, settings } = result;
  const { provider, deep, quick } = settings.reasoner;
  const titles = portfolio.strategies.map(({ strategy }) => ({ strategy, title: titleOf(result, strategy) }));
  const drawn = drawnSessions(portfolio.equity_sessions.length);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {backtest.source === "elsewhere" ? (
        <Alert tone="warning" title="Made elsewhere, not checked">
          Somebody brought this result. Its figures are shown as they stand in the file: nothing here says that they
          came out of any data. It names {provider === "rules" ? "rules" : `${provider} (${deep}, ${quick})`} as its
          reasoner.
        </Alert>
      ) : (
        <p className="text-sm text-muted">
          Decided by <code>rules</code>, a rules engine and no language model: this measures its table of scores, and
          says nothing of a debate of models.
        </p>
      )}
      {result.version === 1 ? (
        <Alert tone="warning" title="Its intervals are withdrawn">
          {withdrawnNote}
        </Alert>
      ) : null}
      <Headline result={result} />
      <Part
        title="Strategies"
        note={`All on the same days, fills and costs. Below a figure stands its 95 % interval, and in the last column how many independent sessions would say as much. ${windowNote}`}
      >
        <div className="border-t">
          <MetricTable result={result} />
        </div>
      </Part>
      <Part
        title="Equity and drawdown"
        note={
          drawn.length === portfolio.equity_sessions.length
            ? `${drawn.length} sessions.`
            : `${drawn.length} of ${portfolio.equity_sessions.length} sessions are drawn; equity.csv has all.`
        }
      >
        <CardContent>
          <Curves sessions={drawn.map((at) => portfolio.equity_sessions[at] ?? "")} lines={linesOf(result, drawn)} />
        </CardContent>
      </Part>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
        <Part title="Ratings" note={`${result.decisions.length} decisions.`}>
          <CardContent>
            <RatingsSpread result={result} />
          </CardContent>
        </Part>
        <Part title="How far luck reaches" note="The debate against its own ratings on other dates.">
          <CardContent>
            <Luck luck={result.luck} />
          </CardContent>
        </Part>
      </div>
      <Part
        title="Was the direction right?"
        note={`Return from the next open over so many sessions, with dividends, before costs. Right is a rise after Buy and Overweight, a fall after Underweight and Sell. Compare with the mean of all decisions: in a market that rises, Buy is right by itself. ${hitIntervalNote}`}
      >
        <div className="border-t">
          <HitTable rates={result.hit_rates} />
        </div>
      </Part>
      <Part title="Knowledge cut-off" note="What a model may have learnt of the days it was asked about.">
        <CardContent>
          <CutoffNote result={result} />
        </CardContent>
      </Part>
      <section id="trades" className="scroll-mt-20">
        <Part title="Trades" note="Every fill, at the open after its decision.">
          {tradesCsv === null ? (
            <CardContent className="text-sm text-muted">
              A result.json holds no trades: they stand in the trades.csv beside it, where it was made.
            </CardContent>
          ) : (
            <TradesTable
              path={`/backtests/${backtest.id}`}
              trades={readTradesCsv(tradesCsv)}
              titles={titles}
              shown={shown}
              page={page}
            />
          )}
        </Part>
      </section>
      <Part title="What it rests on" note="What the figures assume, and which data they come from.">
        <CardContent>
          <RestsOn result={result} />
        </CardContent>
      </Part>
      <Part
        title="Take it along, make it again"
        note="The same archives and the same code give the same bytes. Each --archive is the folder of the archive with that name."
      >
        <CardContent className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Downloads id={backtest.id} trades={tradesCsv !== null} />
          <CodeBlock code={backtestCommand(settings)} language="sh" />
        </CardContent>
      </Part>
    </div>
  );
}

function Part({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <Card className="min-w-0">
      <CardHeader>
        <CardTitle>{title}</CardTitle>
        <CardDescription className="max-w-3xl">{note}</CardDescription>
      </CardHeader>
      {children}
    </Card>
  );
}

function Luck({ luck: { paths, beaten, median_cumulative_return: median } }: Pick<BacktestResult, "luck">) {
  if (beaten === null) return <p className="text-sm text-muted">There are too few decisions to move them.</p>;
  return (
    <div className="grid gap-3 text-sm">
      <p>
        Its ratings, moved to other dates of the window for all symbols alike, did worse in{" "}
        <strong className="tabular-nums">{unbroken(percent(beaten))}</strong> of {paths} shifts. Their median return is{" "}
        <strong className="tabular-nums">{unbroken(percent(median))}</strong>.
      </p>
      <p className="text-muted">
        About half is what ratings give that know nothing of their date. Whoever looks at many backtests finds some that
        stand out by chance alone: one in twenty is beyond 95 % with no skill in it at all.
      </p>
    </div>
  );
}

function Downloads({ id, trades }: { id: string; trades: boolean }) {
  const files = BacktestFile.options.filter((file) => trades || file !== "trades.csv");
  return (
    <div className="flex flex-wrap gap-3">
      {files.map((file) => (
        <Button key={file} asChild variant="secondary" size="sm">
          <a href={`/backtests/${id}/${file}`} download>
            <Download aria-hidden /> {file}
          </a>
        </Button>
      ))}
    </div>
  );
}

function linesOf(result: BacktestResult, drawn: readonly number[]): StrategyLine[] {
  return result.portfolio.strategies.map(({ strategy, equity }) => {
    const falls = drawdowns(equity);
    const start = equity[0] ?? 1;
    return {
      strategy,
      title: titleOf(result, strategy),
      returns: drawn.map((at) => short((equity[at] ?? start) / start - 1)),
      drawdowns: drawn.map((at) => short(falls[at] ?? 0)),
    };
  });
}

/** What a screen can show; all digits would be sent to no use. */
function short(value: number): number {
  return Number.isFinite(value) ? Number(value.toPrecision(5)) : 0;
}
