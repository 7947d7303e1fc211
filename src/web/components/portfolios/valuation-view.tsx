import type { PortfolioDay, PortfolioValuation } from "#src/contract/portfolios/portfolios.ts";
import { percentText, priceDigits } from "#src/core/text/number-text.ts";
import { LineDrawing } from "#src/web/components/charts/line-drawing.tsx";
import { Alert, TextLink } from "#src/web/components/ui/elements.tsx";
import { Card, CardContent, EmptyState, Figure, Figures } from "#src/web/components/ui/page-parts.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";

const amounts = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

function amountText(amount: string | null): string {
  return amount === null ? "—" : amounts.format(Number(amount)).replace("-", "\u2212");
}

const ratioText = (ratio: number | null): string => (ratio === null ? "—" : ratio.toFixed(2).replace("-", "\u2212"));

/** Figures, chart and table of a portfolio on a day. */
export function ValuationView({ valuation }: { valuation: PortfolioValuation }) {
  const { currency, days, missing, notes, positions } = valuation;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {missing.length === 0 && notes.length === 0 ? null : (
        <Alert tone="warning" title="Some figures are incomplete">
          <ul className="grid gap-1">
            {missing.map(({ symbol, reason }) => (
              <li key={`${symbol} ${reason}`} className="wrap-anywhere">
                <bdi>{symbol}</bdi>: {reason}.
              </li>
            ))}
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Alert>
      )}
      <ValuationFigures valuation={valuation} />
      {days.length < 2 ? null : (
        <>
          <ByDay
            title="Value by day"
            description={`Of the lots you hold now, without cash, in ${currency}. It rises when you buy.`}
            days={days}
            of={({ positions_value: held }) => held}
          />
          {days.every(({ profit }) => profit === null) ? null : (
            <ByDay
              title="Profit by day"
              description={`Since the lots were bought, with dividends, in ${currency}.`}
              days={days}
              of={({ profit }) => profit}
            />
          )}
        </>
      )}
      <Card title="Positions" flush>
        {positions.length === 0 ? <EmptyState title="Nothing is held on this day" className="pt-4" /> : null}
        {positions.length === 0 ? null : <Positions {...valuation} />}
      </Card>
    </div>
  );
}

interface ByDayProps {
  readonly title: string;
  readonly description: string;
  readonly days: readonly PortfolioDay[];
  readonly of: (day: PortfolioDay) => string | null;
}

function ByDay({ title, description, days, of }: ByDayProps) {
  const values = days.map((day) => (of(day) === null ? null : Number(of(day))));
  return (
    <Card title={title} description={description}>
      <LineDrawing
        label={`${title} from ${days[0]?.date} to ${days.at(-1)?.date}`}
        sessions={days.map(({ date }) => date)}
        lines={[{ name: title, values, stroke: "stroke-accent", key: "bg-accent" }]}
        text={(value) => Math.round(value).toLocaleString("en-US").replace("-", "\u2212")}
      />
    </Card>
  );
}

function ValuationFigures({ valuation }: { valuation: PortfolioValuation }) {
  const { value, cash, profit, dividends, drawdown, beta, concentration, correlation, currency, days } = valuation;
  const last = days.at(-1)?.day_profit ?? null;
  const { largest, hhi } = concentration;
  return (
    <Figures>
      <Figure name={`Value, ${currency}`} note={`including ${amountText(cash)} in cash`}>
        {amountText(value)}
      </Figure>
      <Figure name="Profit" note={`including ${amountText(dividends)} in dividends`}>
        {amountText(profit)}
      </Figure>
      <Figure name="Last day" note={days.at(-1)?.date}>
        {amountText(last)}
      </Figure>
      <Figure name="Worst drawdown" note={drawdown.from === null ? undefined : `since ${drawdown.from}`}>
        {drawdown.worst_pct === null ? "—" : percentText(drawdown.worst_pct / 100, 1)}
      </Figure>
      <Figure name="Beta" note={beta.benchmark === null ? undefined : `to ${beta.benchmark}`}>
        {ratioText(beta.value)}
      </Figure>
      <Figure name="Largest position" note={largest?.symbol}>
        {largest === null ? "—" : percentText(largest.share_pct / 100, 1)}
      </Figure>
      <Figure name="Concentration (HHI)" note="1 is a single position">
        {ratioText(hhi)}
      </Figure>
      <Figure name="Average correlation" note="of daily returns, all pairs">
        {ratioText(correlation.average)}
      </Figure>
    </Figures>
  );
}

function Positions({ positions, cash, value, cost, dividends, profit }: PortfolioValuation) {
  return (
    <Table aria-label="Positions">
      <THead>
        <TR>
          <TH>Symbol</TH>
          <TH numeric>Quantity</TH>
          <TH numeric>Price</TH>
          <TH numeric>Value</TH>
          <TH numeric>Share</TH>
          <TH numeric>Cost</TH>
          <TH numeric>Dividends</TH>
          <TH numeric>Profit</TH>
        </TR>
      </THead>
      <TBody>
        {positions.map((one) => (
          <TR key={one.symbol}>
            <TD className="font-medium">
              <TextLink href={`/instruments/${encodeURIComponent(one.symbol)}`} quiet>
                {one.symbol}
              </TextLink>
            </TD>
            <TD numeric>{Number(one.quantity).toLocaleString("en-US", { maximumFractionDigits: 8 })}</TD>
            <TD numeric>{one.price === null ? "—" : `${priceDigits(one.price)} ${one.price_currency ?? ""}`}</TD>
            <TD numeric>{amountText(one.value)}</TD>
            <TD numeric>{one.weight_pct === null ? "—" : percentText(one.weight_pct / 100, 1)}</TD>
            <TD numeric>{amountText(one.cost)}</TD>
            <TD numeric>{amountText(one.dividends)}</TD>
            <TD numeric>{amountText(one.profit)}</TD>
          </TR>
        ))}
        <TR>
          <TD>Cash</TD>
          <TD colSpan={2} />
          <TD numeric>{amountText(cash)}</TD>
          <TD colSpan={4} />
        </TR>
        <TR className="font-medium">
          <TD>Total</TD>
          <TD colSpan={2} />
          <TD numeric>{amountText(value)}</TD>
          <TD />
          <TD numeric>{amountText(cost)}</TD>
          <TD numeric>{amountText(dividends)}</TD>
          <TD numeric>{amountText(profit)}</TD>
        </TR>
      </TBody>
    </Table>
  );
}

/** In place of the figures, where they could not be had. */
export function NoValuation() {
  return (
    <Card>
      <CardContent>
        <Alert tone="warning" title="The prices could not be read in time">
          Reload the page to try again. Your portfolio is saved.
        </Alert>
      </CardContent>
    </Card>
  );
}
