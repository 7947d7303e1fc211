import type { BacktestResult, StrategyName } from "#src/contract/backtest.ts";
import type { Interval } from "#src/contract/interval.ts";
import { counted } from "#src/core/number-text.ts";
import { percent, span, titleOf } from "#src/report/backtest-figures.ts";
import { Figure, Figures } from "#src/web/components/ui/figures.tsx";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { missingText } from "#src/report/interval-text.ts";

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
    text: `${between}, which includes zero. A difference like this can be chance.`,
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
