import { Download } from "lucide-react";
import type { ReactNode } from "react";
import type { BacktestResult, DebateExcess, StrategyName } from "#src/contract/backtests/backtest.ts";
import { type Backtest, BacktestFile } from "#src/contract/backtests/backtests.ts";
import { counted, countText } from "#src/core/text/number-text.ts";
import {
  backtestCommand,
  hitIntervalNote,
  windowNote,
  withdrawnNote,
  readTradesCsv,
} from "#src/report/backtest/backtest-report.ts";
import {
  percent,
  titleOf,
  excessHeadings,
  excessNote,
  excessRow,
  agreementText,
  levelNote,
} from "#src/report/backtest/backtest-figures.ts";
import { Alert, LinkButton } from "#src/web/components/ui/elements.tsx";
import { Card, CardContent } from "#src/web/components/ui/page-parts.tsx";
import { CodeBlock } from "#src/web/components/ui/code-block.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { drawdowns, drawnSessions, type StrategyLine } from "./backtest-text.ts";
import { Curves } from "./curves.tsx";
import { CutoffNote, Headline, RatingsSpread, ResultBasis } from "./result-notes.tsx";
import { HitTable, LevelTable, MetricTable, TradesTable } from "./result-tables.tsx";

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
  const { settings } = result;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <DecidedBy backtest={backtest} result={result} />
      {result.version === 1 ? (
        <Alert tone="warning" title="The intervals of this result have been withdrawn">
          {withdrawnNote}
        </Alert>
      ) : null}
      <Headline result={result} />
      <Part
        title="Strategies"
        note={`All strategies use the same days, fills and costs. Below each figure is its 95% interval. The last column is the effective number of independent sessions. ${windowNote}`}
      >
        <div className="border-t">
          <MetricTable result={result} />
        </div>
      </Part>
      {result.debate_excess === undefined ? null : (
        <Part title="What the debate adds" note={excessNote}>
          <div className="border-t">
            <ExcessTable lines={result.debate_excess} />
          </div>
        </Part>
      )}
      <EquityPart result={result} />
      <RatingsAndLuck result={result} />
      <Part
        title="Was the direction right?"
        note={`Returns from the next open over the given number of sessions, including dividends, before costs. A hit is a rise after Buy and Overweight, or a fall after Underweight and Sell. Compare with the mean of all decisions: in a rising market, Buy is usually right. ${hitIntervalNote}`}
      >
        <div className="border-t">
          <HitTable rates={result.hit_rates} />
        </div>
      </Part>
      {result.levels === undefined ? null : (
        <Part title="What the levels did" note={levelNote}>
          <div className="border-t">
            <LevelTable levels={result.levels} />
          </div>
        </Part>
      )}
      <Part title="Knowledge cut-off" note="What the model may already know about these dates.">
        <CardContent>
          <CutoffNote result={result} />
        </CardContent>
      </Part>
      <Trades backtest={backtest} result={result} tradesCsv={tradesCsv} shown={shown} page={page} />
      <Part title="Data and assumptions" note="The assumptions behind the figures and the data they come from.">
        <CardContent>
          <ResultBasis result={result} />
        </CardContent>
      </Part>
      <Part
        title="Download and reproduce"
        note="The same archives and code produce byte-identical results. In the command, insert the folder of each archive."
      >
        <CardContent className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Downloads id={backtest.id} trades={tradesCsv !== null} />
          <CodeBlock code={backtestCommand(settings)} language="sh" />
        </CardContent>
      </Part>
    </div>
  );
}

function EquityPart({ result }: Pick<Props, "result">) {
  const { portfolio } = result;
  const drawn = drawnSessions(portfolio.equity_sessions.length);
  return (
    <Part
      title="Equity and drawdown"
      note={
        drawn.length === portfolio.equity_sessions.length
          ? `${counted(drawn.length, "session")}.`
          : `Showing ${countText(drawn.length)} of ${counted(portfolio.equity_sessions.length, "session")}. equity.csv has all of them.`
      }
    >
      <CardContent>
        <Curves
          sessions={drawn.map((at) => portfolio.equity_sessions[at] ?? "")}
          total={portfolio.equity_sessions.length}
          lines={linesOf(result, drawn)}
        />
      </CardContent>
    </Part>
  );
}

function RatingsAndLuck({ result }: Pick<Props, "result">) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
      <Part title="Ratings" note={`${counted(result.decisions.length, "decision")}.`}>
        <CardContent>
          <RatingsSpread result={result} />
          {result.agreement === undefined ? null : <p className="mt-4 text-sm text-muted">{agreementText(result)}</p>}
        </CardContent>
      </Part>
      <Part title="How much could be luck?" note="The debate compared with its own ratings on other dates.">
        <CardContent>
          <Luck luck={result.luck} />
        </CardContent>
      </Part>
    </div>
  );
}

function Trades({ backtest, result, tradesCsv, shown, page }: Props) {
  const { strategies } = result.portfolio;
  const titles = strategies.map(({ strategy }) => ({ strategy, title: titleOf(result, strategy) }));
  return (
    <section id="trades" className="scroll-mt-20">
      <Part title="Trades" note="Every fill, at the open after the decision or where a level is reached.">
        {tradesCsv === null ? (
          <CardContent className="text-sm text-muted">
            A result.json contains no trades. See trades.csv in the folder where the backtest was run.
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
  );
}

function DecidedBy({ backtest: { source }, result: { settings } }: Pick<Props, "backtest" | "result">) {
  const { provider, deep, quick } = settings.reasoner;
  if (source === "elsewhere")
    return (
      <Alert tone="warning" title="Imported, not verified">
        This result was uploaded. Its figures are shown as they are in the file and have not been checked against any
        data. The file names {provider === "rules" ? "the rules engine" : `${provider} (${deep}, ${quick})`} as the
        reasoner.
      </Alert>
    );
  if (provider === "rules")
    return (
      <p className="text-sm text-muted">
        Decided by the rules engine, without a language model. This measures its scoring table and says nothing about a
        debate between language models.
      </p>
    );
  return (
    <p className="text-sm text-muted">
      Decided by a debate between {provider} models ({deep === quick ? deep : `${deep}, ${quick}`}).
    </p>
  );
}

function Part({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <Card className="min-w-0" title={title} description={note} flush>
      {children}
    </Card>
  );
}

function Luck({ luck: { paths, beaten, median_cumulative_return: median } }: Pick<BacktestResult, "luck">) {
  if (beaten === null) return <p className="text-sm text-muted">There are too few decisions for this test.</p>;
  return (
    <div className="grid gap-3 text-sm">
      <p>
        The same ratings, moved to other dates in the period for all symbols alike, did worse in{" "}
        <strong className="tabular-nums">{percent(beaten)}</strong> of {counted(paths, "shift")}. Their median return is{" "}
        <strong className="tabular-nums">{percent(median)}</strong>.
      </p>
      <p className="text-muted">
        Ratings with no knowledge of their date score about 50%. If you look at many backtests, some stand out by
        chance: one in twenty exceeds 95% without any skill.
      </p>
    </div>
  );
}

function Downloads({ id, trades }: { id: string; trades: boolean }) {
  const files = BacktestFile.options.filter((file) => trades || file !== "trades.csv");
  return (
    <div className="flex flex-wrap gap-3">
      {files.map((file) => (
        <LinkButton href={`/backtests/${id}/${file}`} download key={file} variant="secondary" size="sm">
          <Download aria-hidden /> {file}
        </LinkButton>
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

/** The debate beside who decides on the same evidence without one. */
function ExcessTable({ lines }: { lines: readonly DebateExcess[] }) {
  return (
    <Table aria-label="What the debate adds" className="[&_td]:whitespace-nowrap">
      <THead>
        <TR>
          {excessHeadings.map((heading, index) => (
            <TH key={heading} numeric={index > 0}>
              {heading}
            </TH>
          ))}
        </TR>
      </THead>
      <TBody>
        {lines.map((line) => (
          <TR key={line.over}>
            {excessRow(line).map((cell, index) => (
              <TD key={excessHeadings[index]} numeric={index > 0} className={index === 0 ? "font-medium" : undefined}>
                {cell}
              </TD>
            ))}
          </TR>
        ))}
      </TBody>
    </Table>
  );
}
