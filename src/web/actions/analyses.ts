"use server";

import { z } from "zod";
import { AnalysisRequest, Analyst, AssetType, mostRuns, shortField } from "#src/contract/jobs/analysis.ts";
import { Agent } from "#src/contract/run/answers.ts";
import { readHoldingsText } from "#src/contract/portfolios/portfolio-text.ts";
import { Language } from "#src/contract/run/language.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { readReportLanguage, saveReportLanguage } from "#src/product/accounts/profile.ts";
import { cancelAnalysis, rerunAnalysis, submitAnalysis } from "#src/product/analyses/submitting.ts";
import { shareAnalysis, unshareAnalysis } from "#src/product/analyses/reading.ts";
import { webContext } from "../context.ts";
import { TypedDecimal, formFields, ownModelOf, userAction, userForm } from "./acting.ts";
import { OwnLimitUsd } from "#src/contract/jobs/usage.ts";
import { cancelAttribution, orderAttribution } from "#src/product/attributions/attributions.ts";
import { attributionWish } from "#src/contract/jobs/attribution.ts";

const Id = z.string().regex(/^ana_\w{1,40}$/);

/** What the form sends; the messages stand beside its fields. */
const Asked = z.object({
  ticker: z.string().trim().min(1, "enter a symbol").max(32, "the symbol must have at most 32 characters"),
  trade_date: AnalysisRequest.shape.trade_date,
  /** Missing where the form knows no better: a pair with the dollar is a coin. */
  asset_type: AssetType.optional(),
  analysts: z.array(Analyst).min(1, "choose at least one analyst"),
  max_debate_rounds: z.coerce.number().int().min(1).max(10),
  runs: z.coerce.number().int().min(1).max(mostRuns).default(1),
  /** Missing in the short forms: then as for the last report. */
  language: Language.optional(),
  allow_short: z.string().optional(),
  holdings: z.string().max(20_000, "the list is too long").default(""),
  holdings_currency: z.string().trim().toUpperCase().default(""),
  /** One for each opening of the form: pressing twice starts one run. */
  once: z.uuid(),
});

const Rerun = z.object({ id: z.string(), from: Agent, once: z.uuid() });

/** Starts an analysis. @returns its id */
export const startAnalysis = userForm(
  async ({ ctx }, form) => {
    const {
      once,
      allow_short: short,
      holdings: listed,
      holdings_currency: currency,
      ...typed
    } = Asked.parse({ ...formFields(form), analysts: form.getAll("analysts") });
    const coin = /-usd[ct]?$/i.test(typed.ticker);
    const asked = {
      ...typed,
      asset_type: typed.asset_type ?? (coin ? "crypto" : "stock"),
      language: typed.language ?? (await readReportLanguage(ctx)),
    };
    const read = (await webContext().analysisEnvironment()).read(asked.ticker, asked.asset_type);
    if (!read.ok)
      throw new z.ZodError([{ code: "custom", path: ["ticker"], message: read.reason, input: asked.ticker }]);
    // By its canonical name, so that lists and comparisons know one symbol once.
    const { job } = await submitAnalysis(ctx, {
      body: {
        ...asked,
        ticker: read.symbol,
        ...shortField(short !== undefined),
        own_model: ownModelOf(form),
        holdings: readHoldingsText(listed, currency),
      },
      idempotencyKey: `web-${once}`,
    });
    await saveReportLanguage(ctx, asked.language);
    return job.id;
  },
  { page: (id) => `/analyses/${id}` },
);

/** Makes a debate anew from an agent's stage on. @returns the new analysis's id */
export const rerunFrom = userForm(
  async ({ ctx }, form) => {
    const { id, from, once } = Rerun.parse(formFields(form));
    const asked = { id: idOf(id), from, body: {}, idempotencyKey: `web-${once}` };
    return (await rerunAnalysis(ctx, asked)).job.id;
  },
  { page: (id) => `/analyses/${id}` },
);

export const stopAnalysis = userAction(async ({ ctx }, id: string) => {
  await cancelAnalysis(ctx, idOf(id));
});

/** @returns the path of the page that anybody may read */
export const startSharing = userAction(async ({ ctx }, id: string) => {
  const { token } = await shareAnalysis(ctx, idOf(id));
  return `/shared/${token}`;
});

export const stopSharing = userAction(async ({ ctx }, id: string) => {
  await unshareAnalysis(ctx, idOf(id));
});

/** An action is called by whoever knows its address, with whatever they like. */
function idOf(given: unknown): string {
  const id = Id.safeParse(given);
  if (!id.success) throw new InvalidInput("there is no such analysis");
  return id.data;
}

const Budget = z.object({ budget: TypedDecimal.pipe(OwnLimitUsd) });

/** Starts measuring what a rating rests on, for the price that the page shows. @returns the analysis' id */
export const startAttribution = userForm(
  async ({ ctx }, form) => {
    const fields = formFields(form);
    const id = idOf(fields["id"]);
    const isFree = fields["budget"] === undefined;
    const budgetUsd = isFree ? null : Budget.parse(fields).budget;
    const wish = attributionWish(fields, isFree);
    await orderAttribution(ctx, { id, plan: webContext().attributionPlanner, wish, budgetUsd });
    return id;
  },
  { page: (id) => `/analyses/${id}#measure` },
);

export const stopAttribution = userAction(async ({ ctx }, id: string) => {
  await cancelAttribution(ctx, idOf(id));
});

/** An action is called by whoever knows its address, with whatever they like. */
