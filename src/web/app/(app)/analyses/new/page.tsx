import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { Analyst, AssetType, TradeDate } from "#src/contract/analysis.ts";
import { reasonerTitle } from "#src/report/words.ts";
import type { AnalysisDesk } from "#src/services/analyses/desk.ts";
import { estimateAnalysis } from "#src/services/analyses/estimate-analysis.ts";
import { readQuota } from "#src/services/plans/read-quota.ts";
import { NewAnalysisForm, type FormStart } from "#src/web/components/analysis/new-analysis-form.tsx";
import { PageHeader } from "#src/web/components/ui/page-header.tsx";
import { house } from "#src/web/context.ts";
import { contextOf, requireViewer } from "#src/web/session.ts";

export const metadata: Metadata = { title: "New analysis" };

interface Props {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export default async function NewAnalysis({ searchParams }: Props) {
  const viewer = await requireViewer();
  const asked = await searchParams;
  const ctx = contextOf(viewer);
  const desk = await house().desk();
  const [estimates, quota] = await Promise.all([
    estimateAnalysis(ctx, desk),
    readQuota(ctx, { owner: viewer.userId, plan: viewer.plan }),
  ]);
  const lastSession = { stock: lastOf(desk, "SPY", "stock"), crypto: lastOf(desk, "BTC-USD", "crypto") };
  const { llm_provider: provider, deep_think_llm: deep, quick_think_llm: quick } = desk.config;
  return (
    <>
      <PageHeader
        title="New analysis"
        description="A debate about one instrument as of a date. It ends in a rating, or in REVIEW when there is no sound opinion."
      />
      <NewAnalysisForm
        instruments={desk.instruments}
        online={desk.config.online_tools}
        reasoner={reasonerTitle({ provider, deep, quick })}
        estimates={estimates}
        start={startOf(asked, desk, lastSession)}
        lastSession={lastSession}
        quota={quota}
        once={randomUUID()}
      />
    </>
  );
}

/** What the address asks for, as a run that is repeated does; what is missing or wrong there is as usual. */
function startOf(
  asked: Awaited<Props["searchParams"]>,
  desk: AnalysisDesk,
  lastSession: Readonly<Record<AssetType, string>>,
): FormStart {
  const ticker = typeof asked["symbol"] === "string" ? asked["symbol"].slice(0, 32).toUpperCase() : "";
  const known = desk.instruments.find(({ symbol }) => symbol === ticker);
  const given = AssetType.safeParse(asked["kind"]);
  const assetType = given.success ? given.data : known?.assetType === "crypto" ? "crypto" : "stock";
  const date = TradeDate.safeParse(asked["date"]);
  const names = [asked["analysts"] ?? []].flat().flatMap((name) => {
    const analyst = Analyst.safeParse(name);
    return analyst.success ? [analyst.data] : [];
  });
  const rounds = Number(asked["rounds"] ?? desk.config.max_debate_rounds);
  return {
    ticker,
    tradeDate: date.success ? date.data : (known?.to ?? lastSession[assetType]),
    assetType,
    analysts: names.length === 0 ? Analyst.options : names,
    rounds: Number.isInteger(rounds) && rounds >= 1 && rounds <= 10 ? rounds : desk.config.max_debate_rounds,
  };
}

function lastOf(desk: AnalysisDesk, symbol: string, assetType: AssetType): string {
  const read = desk.read(symbol, assetType);
  if (!read.ok) throw new RangeError(`${symbol}: ${read.reason}`);
  return read.lastSession;
}
