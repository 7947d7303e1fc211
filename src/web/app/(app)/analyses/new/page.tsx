import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { Analyst, AssetType, TradeDate } from "#src/contract/jobs/analysis.ts";
import { providerLabels } from "#src/contract/jobs/model-keys.ts";
import { Language, languageChoices } from "#src/contract/run/language.ts";
import { reasonerTitle } from "#src/report/text/result-text.ts";
import type { AnalysisEnvironment } from "#src/product/analyses/public/submission.ts";
import { readReportLanguage } from "#src/product/accounts/profile.ts";
import { ownEnvironment } from "#src/product/model-keys/public/own-environment.ts";
import { estimateAnalysis } from "#src/product/analyses/submitting.ts";
import type { Context } from "#src/product/context.ts";
import { readQuota } from "#src/product/plans/plans.ts";
import { NewAnalysisForm, type FormStart } from "#src/web/components/analysis/new-analysis-form.tsx";
import { PageHeader } from "#src/web/components/ui/page-parts.tsx";
import { ownModelOptions } from "#src/web/own-model-options.ts";
import { lastSessions, suggestedInstruments } from "#src/web/instruments.ts";
import { webContext } from "#src/web/context.ts";
import { contextOf, requireViewer } from "#src/web/viewer.ts";
import type { PageProps, SearchParams } from "#src/web/page-request.ts";

export const metadata: Metadata = { title: "New analysis" };

export default async function NewAnalysis({ searchParams }: PageProps) {
  const viewer = await requireViewer();
  const asked = await searchParams;
  const ctx = contextOf(viewer);
  const environment = await webContext().analysisEnvironment();
  const [estimates, quota, own, preferred, suggestions] = await Promise.all([
    estimateAnalysis(ctx, environment),
    readQuota(ctx),
    onOwnKeys(ctx, environment),
    readReportLanguage(ctx),
    suggestedInstruments(ctx),
  ]);
  const lastSession = lastSessions(environment);
  const start = startOf(asked, environment, lastSession, preferred);
  const { llm_provider: provider, deep_think_llm: deep, quick_think_llm: quick } = environment.config;
  return (
    <>
      <PageHeader
        title="New analysis"
        description="Agents debate one instrument as of a date. The result is a rating, or REVIEW when the evidence supports no opinion."
      />
      <NewAnalysisForm
        instruments={suggestions}
        online={environment.config.online_tools}
        reasoner={reasonerTitle({ provider, deep, quick })}
        estimates={estimates}
        own={own}
        start={start}
        languages={languageChoices(start.language)}
        lastSession={lastSession}
        quota={quota}
        once={randomUUID()}
      />
    </>
  );
}

/** What a run would take on each of the viewer's own keys, with its provider's default models. */
async function onOwnKeys(ctx: Context, environment: AnalysisEnvironment) {
  const options = await ownModelOptions(ctx);
  return Promise.all(
    options.map(async (option) => {
      const { provider, models } = option;
      const label = providerLabels[provider];
      if (models === null) return { ...option, reasoner: `${label} on your own key`, estimates: null };
      const estimates = await estimateAnalysis(
        ctx,
        ownEnvironment(environment, webContext().customerModels, provider, models),
      );
      const reasoner = `${reasonerTitle({ provider, ...models })} on your own key`;
      return { ...option, reasoner, estimates: { ...estimates, limitUsd: null } };
    }),
  );
}

/** What the address asks for, as a run that is repeated does; what is missing or wrong there is as usual. */
function startOf(
  asked: Awaited<SearchParams>,
  environment: AnalysisEnvironment,
  lastSession: Readonly<Record<AssetType, string>>,
  preferred: string,
): FormStart {
  const ticker = typeof asked["symbol"] === "string" ? asked["symbol"].slice(0, 32).toUpperCase() : "";
  const known = environment.instruments.find(({ symbol }) => symbol === ticker);
  const given = AssetType.safeParse(asked["kind"]);
  const assetType = given.success ? given.data : known?.assetType === "crypto" ? "crypto" : "stock";
  const date = TradeDate.safeParse(asked["date"]);
  const names = [asked["analysts"] ?? []].flat().flatMap((name) => {
    const analyst = Analyst.safeParse(name);
    return analyst.success ? [analyst.data] : [];
  });
  const rounds = Number(asked["rounds"] ?? environment.config.max_debate_rounds);
  return {
    ticker,
    tradeDate: date.success ? date.data : (known?.to ?? lastSession[assetType]),
    assetType,
    analysts: names.length === 0 ? Analyst.options : names,
    isRepeat: asked["analysts"] !== undefined || asked["rounds"] !== undefined,
    language: Language.safeParse(asked["language"]).data ?? preferred,
    rounds: Number.isInteger(rounds) && rounds >= 1 && rounds <= 10 ? rounds : environment.config.max_debate_rounds,
  };
}
