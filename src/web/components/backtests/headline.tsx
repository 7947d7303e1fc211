import type { BacktestResult, Interval, StrategyName } from "#src/contract/backtest.ts";
import { percent, span, titleOf } from "#src/report/backtest-report.ts";
import { Figure, Figures } from "#src/web/components/account/figures.tsx";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { missingText } from "#src/report/interval-text.ts";
import { unbroken } from "./words.ts";

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
        <Figure name={titleOf(result, "debate")} note={`${percent(own?.annual_return ?? null)} a year`}>
          {percent(own?.cumulative_return ?? null)}
        </Figure>
        <Figure name="Buy and hold" note={`${percent(held?.annual_return ?? null)} a year`}>
          {percent(held?.cumulative_return ?? null)}
        </Figure>
        <Figure name="Deepest fall" note={`buy and hold ${percent(held?.max_drawdown ?? null)}`}>
          {percent(own?.max_drawdown ?? null)}
        </Figure>
        <Figure name="Invested on average" note={`buy and hold ${percent(held?.exposure ?? null)}`}>
          {percent(own?.exposure ?? null)}
        </Figure>
      </Figures>
      <Alert tone={tone} title={title}>
        <p>{unbroken(text)}</p>
        <p className="mt-2 text-muted">
          {decisions.length} decisions{ratings.REVIEW === 0 ? "" : `, ${ratings.REVIEW} of them without an opinion`}, on{" "}
          {settings.symbols.length === 1 ? "one symbol" : `${settings.symbols.length} symbols`} in one window that
          somebody chose.
          {sessions < portfolio.sessions_per_year
            ? ` It has ${sessions} sessions, less than a year: figures a year are an extrapolation.`
            : ""}
          {luck.beaten === null
            ? ""
            : ` The same ratings on other dates of the window did worse in ${unbroken(percent(luck.beaten))} of the cases.`}
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
      title: "Nothing can be said against buy and hold",
      text: whyNone(interval ?? null),
    };
  const between = `Of the difference in a year's return the 95 % interval goes from ${span(interval, percent).replace("…", "to")}`;
  if (interval.low > 0)
    return {
      tone: "positive",
      title: "It did better than buy and hold in this window",
      text: `${between}: all of it above zero. It says nothing of other years and other symbols.`,
    };
  if (interval.high < 0)
    return {
      tone: "neutral",
      title: "It did worse than buy and hold in this window",
      text: `${between}: all of it below zero.`,
    };
  return {
    tone: "neutral",
    title: "Better or worse than buy and hold: that cannot be told",
    text: `${between}, and zero lies in it: a difference such as this one can be chance.`,
  };
}

function whyNone(interval: Exclude<Interval, { status: "given" }> | null): string {
  switch (interval?.status) {
    case "too_few":
      return `An interval of the difference ${missingText(interval)}: sessions in which the two differed.`;
    case "no_spread":
      return "The two did the same.";
    case "withdrawn":
    case undefined:
      return "There is no interval of the difference.";
  }
}
