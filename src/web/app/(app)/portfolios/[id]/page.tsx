import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { Analyst, TradeDate } from "#src/contract/jobs/analysis.ts";
import { timesUsd, usdText } from "#src/contract/accounts/money.ts";
import { lotLines } from "#src/contract/portfolios/portfolio-text.ts";
import type { Portfolio, PortfolioValuation } from "#src/contract/portfolios/portfolios.ts";
import { Cancelled, InvalidInput } from "#src/core/errors.ts";
import { counted } from "#src/core/text/number-text.ts";
import { estimateAnalysis } from "#src/product/analyses/submitting.ts";
import type { AnalysisEnvironment } from "#src/product/analyses/public/submission.ts";
import type { Context } from "#src/product/context.ts";
import { readQuota } from "#src/product/plans/plans.ts";
import { valuePortfolio } from "#src/product/portfolios/valuation.ts";
import { getPortfolio } from "#src/product/portfolios/portfolios.ts";
import { analyzeHoldings, dropPortfolio, keepPortfolio, watchHoldings } from "#src/web/actions/portfolios.ts";
import { PortfolioFields } from "#src/web/components/portfolios/portfolio-forms.tsx";
import { NoValuation, ValuationView } from "#src/web/components/portfolios/valuation-view.tsx";
import { TextField } from "#src/web/components/ui/fields.tsx";
import { TextLink } from "#src/web/components/ui/elements.tsx";
import { ActionForm, ButtonForm, Submit } from "#src/web/components/ui/form.tsx";
import { Breadcrumb, Card, FilterForm, PageHeader } from "#src/web/components/ui/page-parts.tsx";
import { webContext } from "#src/web/context.ts";
import { orNotFound, paramOf, type PageProps } from "#src/web/page-request.ts";
import { contextOf, requireViewer } from "#src/web/viewer.ts";

export const metadata: Metadata = { title: "Portfolio" };

const longestMs = 20_000;

export default async function OnePortfolio({ params, searchParams }: PageProps<"id">) {
  const ctx = contextOf(await requireViewer());
  const portfolio = await orNotFound(getPortfolio(ctx, (await params).id));
  const { id, name, version, currency, lots } = portfolio;
  const asked = TradeDate.safeParse(await paramOf(searchParams, "as_of"));
  const environment = await webContext().analysisEnvironment();
  const valuation = await valued(ctx, environment, id, asked.success ? asked.data : null);
  return (
    <>
      <Breadcrumb steps={[{ href: "/portfolios", label: "Portfolios" }, { label: name }]} />
      <PageHeader
        title={<span className="wrap-anywhere">{name}</span>}
        description={valuation === null ? undefined : `With closes up to ${valuation.date}, in ${currency}.`}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Card>
          <FilterForm
            action={`/portfolios/${id}`}
            clear={asked.success ? `/portfolios/${id}` : null}
            confirm="Show"
            className="md:grid-cols-[12rem_auto]"
          >
            <TextField label="As of" type="date" name="as_of" defaultValue={valuation?.date ?? ""} />
          </FilterForm>
        </Card>
        {valuation === null ? <NoValuation /> : <ValuationView valuation={valuation} />}
        <AnalyzeCard ctx={ctx} environment={environment} portfolio={portfolio} />
        <Card title="Lots and cash" description="Splits and dividends are applied automatically.">
          <ActionForm
            key={version}
            action={keepPortfolio}
            beside={["name", "currency", "lots"]}
            failed="The portfolio was not saved"
            said="Saved"
            hidden={{ id, version: String(version) }}
            className="max-w-3xl"
          >
            <PortfolioFields name={name} currency={currency} lines={lotLines(portfolio)} />
            <Submit>Save</Submit>
          </ActionForm>
        </Card>
        {lots.length === 0 ? null : (
          <Card
            title="Alerts"
            description={
              <>
                Be told when it moves, falls, leans on one position or a rating turns down:{" "}
                <TextLink href="/settings/notifications#portfolios">set its alerts</TextLink>. Watching its symbols
                makes a watchlist of its symbols, without quantities. They are analysed after each close, which counts
                towards your monthly analyses, and alerts tell you when a rating changes.
              </>
            }
          >
            <div className="flex">
              <ButtonForm action={watchHoldings} hidden={{ id }} said="Watchlist made" leadsTo="/signals/lists">
                Watch these symbols
              </ButtonForm>
            </div>
          </Card>
        )}
        <Card
          title="Delete portfolio"
          description="Erases it at once. Analyses you started with it keep the holdings they were given."
        >
          <div className="flex">
            <ButtonForm
              action={dropPortfolio}
              hidden={{ id }}
              said="Portfolio deleted"
              leadsTo="/portfolios"
              variant="danger"
            >
              Delete portfolio
            </ButtonForm>
          </div>
        </Card>
      </div>
    </>
  );
}

/** `null`: prices were slow. A day that is none is as if none was asked for. */
async function valued(
  ctx: Context,
  environment: AnalysisEnvironment,
  id: string,
  asOf: string | null,
): Promise<PortfolioValuation | null> {
  const signal = AbortSignal.timeout(longestMs);
  try {
    return await valuePortfolio(ctx, { environment, id, asOf, from: null, signal });
  } catch (error) {
    if (error instanceof InvalidInput && asOf !== null) return valued(ctx, environment, id, null);
    if (error instanceof Cancelled) return null;
    throw error;
  }
}

interface AnalyzeProps {
  readonly ctx: Context;
  readonly environment: AnalysisEnvironment;
  readonly portfolio: Portfolio;
}

async function AnalyzeCard({ ctx, environment, portfolio: { id, lots } }: AnalyzeProps) {
  const count = new Set(lots.map(({ symbol }) => symbol.toUpperCase())).size;
  if (count === 0) return null;
  const [estimates, { submitted, limit }] = await Promise.all([estimateAnalysis(ctx, environment), readQuota(ctx)]);
  const { max_debate_rounds: rounds } = environment.config;
  const each = estimates.shapes.find((one) => one.analysts === Analyst.options.length && one.rounds === rounds);
  const cost =
    estimates.basis === "rules"
      ? "The rules engine argues, so they are free."
      : each?.costUsd == null
        ? "What these models cost is not known; the budget is the most they can cost together."
        : `They cost about ${usdText(timesUsd(each.costUsd, count))} together, plus five model calls for each about your holdings.`;
  const left = Math.max(0, limit - submitted);
  return (
    <Card
      title="Analyse my holdings"
      description={`${counted(count, "analysis", "analyses")}, one for each symbol as of its last session, each with this portfolio as your holdings. ${cost} ${counted(left, "analysis", "analyses")} left this month (UTC); no run starts beyond the quota or the budget.`}
    >
      <ActionForm
        action={analyzeHoldings}
        beside={["budget_usd"]}
        failed="The analyses were not started"
        said="Started. They appear here in a few seconds"
        hidden={{ id, once: randomUUID() }}
        leadsTo="/analyses"
        className="max-w-xs"
      >
        <TextField label="Budget, US dollars" name="budget_usd" inputMode="decimal" defaultValue="5.00" />
        <Submit>Analyse my holdings</Submit>
      </ActionForm>
    </Card>
  );
}
