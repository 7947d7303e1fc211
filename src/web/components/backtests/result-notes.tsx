import type { BacktestResult, StrategyName } from "#src/contract/backtests/backtest.ts";
import { asSentence } from "#src/report/text/result-text.ts";
import { counted } from "#src/core/text/number-text.ts";
import { figures, headings, titleOf, percent, span, missingText } from "#src/report/backtest/backtest-figures.ts";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import type { Interval } from "#src/contract/backtests/interval.ts";
import { Figure, Figures } from "#src/web/components/ui/page-parts.tsx";
import { Alert } from "#src/web/components/ui/elements.tsx";
import { RatingBars } from "#src/web/components/signals/track-record-table.tsx";

/** Where the cut-off lies, and the figures before and after it. */
export function CutoffNote({ result }: { result: BacktestResult }) {
  const { date, source, periods } = result.cutoff;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 text-sm">
      <p>
        {date === null ? (
          <>No cut-off. {asSentence(source)}</>
        ) : (
          <>
            <strong className="tabular-nums">{date}</strong>, {source}. The model may have learned what happened before
            this date. Only the period after it tests judgement.
            {periods.length === 2 ? "" : " The whole period is on one side of the cut-off."}
          </>
        )}
      </p>
      {result.masking.on ? (
        <p>The instrument was hidden from the model. What cannot be hidden: {result.masking.cannot_hide.join("; ")}.</p>
      ) : null}
      {periods.map(({ name, from, to, decisions, strategies }) => (
        <div key={name} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <h3 className="font-medium tabular-nums">
            {name === "before the cut-off" ? "Before" : "After"}: {from} to {to}, {counted(decisions, "decision")}
          </h3>
          <div className="rounded-md border">
            <Table aria-label={`Strategies ${name}`}>
              <THead>
                <TR>
                  <TH>Strategy</TH>
                  {headings.map((heading) => (
                    <TH key={heading} numeric>
                      {heading}
                    </TH>
                  ))}
                </TR>
              </THead>
              <TBody>
                {strategies.map(({ strategy, metrics }) => (
                  <TR key={strategy}>
                    <TD className="whitespace-nowrap">{titleOf(result, strategy)}</TD>
                    {figures(metrics).map((figure, index) => (
                      <TD key={headings[index]} numeric className="whitespace-nowrap">
                        {figure}
                      </TD>
                    ))}
                  </TR>
                ))}
              </TBody>
            </Table>
          </div>
        </div>
      ))}
    </div>
  );
}

/** What it comes to against buying and holding, with what can be said of the difference and what cannot. */
export function Headline({ result }: { result: BacktestResult }) {
  const { portfolio, settings, luck, decisions, ratings } = result;
  const metricsOf = (name: StrategyName) => portfolio.strategies.find(({ strategy }) => strategy === name)?.metrics;
  const [own, held] = [metricsOf("debate"), metricsOf("buy_and_hold")];
  const { tone, title, text } = verdict(result);
  const sessions = portfolio.equity_sessions.length;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Figures>
        <Figure name={titleOf(result, "debate")} note={`${percent(own?.annual_return ?? null)} per year`}>
          {percent(own?.cumulative_return ?? null)}
        </Figure>
        <Figure name="Buy and hold" note={`${percent(held?.annual_return ?? null)} per year`}>
          {percent(held?.cumulative_return ?? null)}
        </Figure>
        <Figure name="Max drawdown" note={`buy and hold ${percent(held?.max_drawdown ?? null)}`}>
          {percent(own?.max_drawdown ?? null)}
        </Figure>
        <Figure name="Average exposure" note={`buy and hold ${percent(held?.exposure ?? null)}`}>
          {percent(own?.exposure ?? null)}
        </Figure>
      </Figures>
      <Alert tone={tone} title={title}>
        <p>{text}</p>
        <p className="mt-2 text-muted">
          {counted(decisions.length, "decision")}
          {ratings.REVIEW === 0 ? "" : `, including ${ratings.REVIEW} without an opinion`}, on{" "}
          {counted(settings.symbols.length, "symbol")} in one chosen period.
          {sessions < portfolio.sessions_per_year
            ? ` It has ${counted(sessions, "session")}, less than a year, so annual figures are extrapolated.`
            : ""}
          {luck.beaten === null
            ? ""
            : ` The same ratings on other dates in the period did worse in ${percent(luck.beaten)} of cases.`}
        </p>
      </Alert>
    </div>
  );
}

const tooWide = 1;

/** By the interval of the difference, and not by the difference. */
function verdict({ portfolio }: BacktestResult): {
  readonly tone: "neutral" | "positive" | "negative";
  readonly title: string;
  readonly text: string;
} {
  const interval = portfolio.strategies.find(({ strategy }) => strategy === "debate")?.intervals.excess_annual_return;
  if (interval?.status !== "given")
    return {
      tone: "neutral",
      title: "No comparison with buy and hold",
      text: whyNone(interval ?? null),
    };
  const between = `The 95% interval of the difference in annual return is ${span(interval, percent)}`;
  if (interval.low > 0)
    return {
      tone: "positive",
      title: "Better than buy and hold in this period",
      text: `${between}, entirely above zero. This says nothing about other years or symbols.`,
    };
  if (interval.high < 0)
    return {
      tone: "neutral",
      title: "Worse than buy and hold in this period",
      text: `${between}, entirely below zero.`,
    };
  return {
    tone: "neutral",
    title: "No clear difference from buy and hold",
    // Of a few weeks a year's interval has ends that no year ever had.
    text:
      interval.high - interval.low > tooWide
        ? "There is too little data to tell. The 95% interval of the difference in annual return includes zero and is more than 100 percentage points wide."
        : `${between}, which includes zero. A difference like this can be chance.`,
  };
}

function whyNone(interval: Exclude<Interval, { status: "given" }> | null): string {
  switch (interval?.status) {
    case "too_few":
      return `The interval of the difference ${missingText(interval)}. Only sessions in which the two differed count.`;
    case "no_spread":
      return "Both performed the same.";
    case "withdrawn":
    case undefined:
      return "No interval of the difference is available.";
  }
}

/** Assumptions, notes on the data, and which archives and code it was made with. */
export function ResultBasis({ result }: { result: BacktestResult }) {
  const { assumptions, instruments, settings } = result;
  const notes = instruments.flatMap(({ symbol, notes: own }) => own.map((note) => ({ symbol, note })));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 text-sm">
      <ul className="grid list-disc gap-2 pl-5 text-muted">
        {assumptions.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <div className="rounded-md border">
        <Table aria-label="Instruments">
          <THead>
            <TR>
              <TH>Symbol</TH>
              <TH>First price</TH>
              <TH>Last price</TH>
              <TH numeric>Sessions</TH>
              <TH numeric>Missing prices</TH>
              <TH numeric>Splits</TH>
              <TH numeric>Dividends</TH>
            </TR>
          </THead>
          <TBody>
            {instruments.map((one) => (
              <TR key={one.symbol}>
                <TD className="font-medium" title={one.name}>
                  {one.symbol}
                </TD>
                <TD className="whitespace-nowrap tabular-nums">{one.first_session}</TD>
                <TD className="whitespace-nowrap tabular-nums">{one.last_session}</TD>
                <TD numeric>{one.sessions}</TD>
                <TD numeric>{one.sessions_without_price}</TD>
                <TD numeric>{one.splits}</TD>
                <TD numeric>{one.dividends}</TD>
              </TR>
            ))}
          </TBody>
        </Table>
      </div>
      {notes.length === 0 ? null : (
        <ul className="grid gap-1 text-muted">
          {notes.map(({ symbol, note }) => (
            <li key={`${symbol} ${note}`}>
              {symbol}: {note}
            </li>
          ))}
        </ul>
      )}
      <dl className="grid gap-1 text-xs text-muted">
        {settings.archives.map(({ name, sha256 }) => (
          <div key={name} className="flex flex-wrap gap-x-2">
            <dt>Archive {name}, SHA-256</dt>
            <dd className="font-mono wrap-anywhere">{sha256}</dd>
          </div>
        ))}
        <div className="flex flex-wrap gap-x-2">
          <dt>Code</dt>
          <dd className="font-mono wrap-anywhere">{settings.code_version}</dd>
        </div>
      </dl>
    </div>
  );
}

/** How the opinions are spread. REVIEW stands apart: it is a decision without an opinion. */
export function RatingsSpread({
  result: { ratings, decisions },
}: {
  result: Pick<BacktestResult, "ratings" | "decisions">;
}) {
  const all = decisions.length;
  const shareOf = (count: number): string => percent(all === 0 ? null : count / all);
  return (
    <RatingBars
      ratings={ratings}
      shareOf={shareOf}
      review={{
        width: all === 0 ? 0 : ratings.REVIEW / all,
        text: `${ratings.REVIEW} · ${shareOf(ratings.REVIEW)}`,
      }}
    >
      REVIEW counts decisions without an opinion: the position is kept, and hit rates exclude them.
    </RatingBars>
  );
}
