"use server";

import { z } from "zod";
import { Analyst, AnalysisRequest, AssetType } from "#src/contract/analysis.ts";
import { InvalidInput } from "#src/platform/errors.ts";
import { cancelAnalysis } from "#src/services/analyses/cancel-analysis.ts";
import { shareAnalysis } from "#src/services/analyses/share-analysis.ts";
import { submitAnalysis } from "#src/services/analyses/submit-analysis.ts";
import { unshareAnalysis } from "#src/services/analyses/unshare-analysis.ts";
import { house } from "../context.ts";
import { contextOf } from "../session.ts";
import { formFields } from "./form-fields.ts";
import { formAction } from "./form-action.ts";
import { outcome, signedIn, type Outcome } from "./outcome.ts";

const Id = z.string().regex(/^ana_\w{1,40}$/);

/** What the form sends; the messages stand beside its fields. */
const Asked = z.object({
  ticker: z.string().trim().min(1, "name a symbol").max(32, "a symbol has at most 32 characters"),
  trade_date: AnalysisRequest.shape.trade_date,
  asset_type: AssetType,
  analysts: z.array(Analyst).min(1, "choose at least one analyst"),
  max_debate_rounds: z.coerce.number().int().min(1).max(10),
  /** One for each opening of the form: pressing twice starts one run. */
  once: z.uuid(),
});

/** Starts an analysis. @returns its id */
export const startAnalysis = formAction(
  (form: FormData): Promise<Outcome<string>> =>
    outcome(async () => {
      const viewer = await signedIn();
      const { once, ...asked } = Asked.parse({ ...formFields(form), analysts: form.getAll("analysts") });
      const read = (await house().desk()).read(asked.ticker, asked.asset_type);
      if (!read.ok)
        throw new z.ZodError([{ code: "custom", path: ["ticker"], message: read.reason, input: asked.ticker }]);
      // By its canonical name, so that lists and comparisons know one symbol once.
      const { job } = await submitAnalysis(contextOf(viewer), { ...asked, ticker: read.symbol }, `web-${once}`);
      return job.id;
    }),
  (id) => `/analyses/${id}`,
);

export async function stopAnalysis(id: string): Promise<Outcome> {
  return outcome(async () => {
    await cancelAnalysis(contextOf(await signedIn()), idOf(id));
    return null;
  });
}

/** @returns the path of the page that anybody may read */
export async function startSharing(id: string): Promise<Outcome<string>> {
  return outcome(async () => {
    const { token } = await shareAnalysis(contextOf(await signedIn()), idOf(id));
    return `/shared/${token}`;
  });
}

export async function stopSharing(id: string): Promise<Outcome> {
  return outcome(async () => {
    await unshareAnalysis(contextOf(await signedIn()), idOf(id));
    return null;
  });
}

/** An action is called by whoever knows its address, with whatever they like. */
function idOf(given: unknown): string {
  const id = Id.safeParse(given);
  if (!id.success) throw new InvalidInput("there is no such analysis");
  return id.data;
}
