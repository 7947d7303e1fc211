"use server";

import { z } from "zod";
import { InvalidLotLine, lotLines, portfolioFromFile, readLotLines } from "#src/contract/portfolios/portfolio-text.ts";
import { PortfolioBody, portfolioLimits, type Portfolio } from "#src/contract/portfolios/portfolios.ts";
import { OwnLimitUsd } from "#src/contract/jobs/usage.ts";
import { TradeDate } from "#src/contract/jobs/analysis.ts";
import { symbolFileBytes } from "#src/contract/signals/instruments.ts";
import { anyId } from "#src/contract/text.ts";
import { toIso } from "#src/core/clock.ts";
import { Cancelled, InvalidInput } from "#src/core/errors.ts";
import { analyzePortfolio } from "#src/product/portfolios/valuation.ts";
import {
  createPortfolio,
  deletePortfolio,
  getPortfolio,
  replacePortfolio,
} from "#src/product/portfolios/portfolios.ts";
import { previewSymbolFile, saveWatchlist } from "#src/product/signals/watchlists.ts";
import { webContext } from "../context.ts";
import { userForm, formFields, TypedDecimal } from "./acting.ts";

const idOf = (fields: FormData): string => anyId.parse(fields.get("id"));

const PortfolioForm = z.object({
  name: z.string(),
  currency: z.string().trim().toUpperCase(),
  lots: z.string().max(65_536, "the list is too long"),
});

/** @param rest what the form has no fields for @throws ZodError that names the form's field, and the line in words */
function bodyOf(
  fields: FormData,
  rest: Partial<Pick<Portfolio, "limits" | "horizon_days" | "alerts">> = {},
): PortfolioBody {
  const { name, currency, lots: text } = PortfolioForm.parse(formFields(fields));
  const read = PortfolioBody.safeParse({ ...rest, name, currency, ...linesOf(text) });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const [field, index, part] = issue?.path ?? [];
  const where = typeof index === "number" ? `lot ${index + 1}: ${String(part ?? "")} ` : "";
  throw wrong(field === "name" || field === "currency" ? field : "lots", `${where}${issue?.message ?? "is not valid"}`);
}

function linesOf(text: string): ReturnType<typeof readLotLines> {
  try {
    return readLotLines(text);
  } catch (error) {
    throw error instanceof InvalidLotLine ? wrong("lots", error.message) : error;
  }
}

function wrong(field: string, message: string): z.ZodError {
  return new z.ZodError([{ code: "custom", path: [field], message, input: null }]);
}

/** @returns its id */
export const addPortfolio = userForm(
  async ({ ctx }, fields) => {
    const key = z.uuid().parse(fields.get("once"));
    return (await createPortfolio(ctx, { body: bodyOf(fields), idempotencyKey: `web-${key}` })).portfolio.id;
  },
  { field: "lots", page: (id) => `/portfolios/${id}` },
);

export const keepPortfolio = userForm(
  async ({ ctx }, fields) => {
    const id = idOf(fields);
    const { limits, horizon_days, alerts } = await getPortfolio(ctx, id);
    const version = z.coerce.number().int().parse(fields.get("version"));
    await replacePortfolio(ctx, { id, version, body: bodyOf(fields, { limits, horizon_days, alerts }) });
  },
  { field: "lots" },
);

const Limit = TypedDecimal.transform((text) => (text === "" ? null : Number(text))).pipe(
  z.number("must be a percentage such as 5").gt(0, "must be more than 0").max(100).nullable(),
);
const AlertsForm = z.object({
  day_change_pct: Limit,
  drawdown_pct: Limit,
  position_pct: Limit,
  ratings: z.string().optional(),
});

export const keepPortfolioAlerts = userForm(
  async ({ ctx }, fields) => {
    const id = idOf(fields);
    const { ratings, ...limits } = AlertsForm.parse(formFields(fields));
    const portfolio = await getPortfolio(ctx, id);
    const { version, created_at: _made, changed_at: _changed, id: _id, ...kept } = portfolio;
    const body = { ...kept, alerts: { ...limits, ratings: ratings !== undefined } };
    await replacePortfolio(ctx, { id, version, body });
  },
  { field: "day_change_pct" },
);

export const dropPortfolio = userForm(
  async ({ ctx }, fields) => {
    await deletePortfolio(ctx, idOf(fields));
  },
  { page: () => "/portfolios" },
);

/** What a broker's file was understood as. Nothing of it is kept. */
export interface ReadFile {
  readonly format: string;
  readonly lines: string;
  readonly currency: string;
  readonly lots: number;
  readonly leftOut: readonly { readonly text: string; readonly reason: string }[];
}

const FileForm = z.object({
  acquired: TradeDate,
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{3}$/, "must be a currency code, such as USD"),
});

export const readPortfolioFile = userForm(
  async ({ ctx }, fields): Promise<ReadFile> => {
    const asked = FileForm.parse(formFields(fields));
    const file = fields.get("file");
    if (!(file instanceof File) || file.size === 0) throw new InvalidInput("choose a file");
    if (file.size > symbolFileBytes)
      throw new InvalidInput(`the file is larger than ${symbolFileBytes / 1_000_000} MB`);
    const environment = await webContext().analysisEnvironment();
    const read = previewSymbolFile(ctx, { environment, bytes: await file.bytes(), column: null });
    if (read.notice !== null) throw new InvalidInput(read.notice);
    const { lots, leftOut } = portfolioFromFile(read, asked);
    const whole = PortfolioBody.safeParse({ name: "-", currency: asked.currency, lots });
    if (!whole.success) throw new InvalidInput(whole.error.issues[0]?.message ?? "the file is not valid");
    const lines = lotLines(whole.data);
    return { format: read.format, lines, currency: asked.currency, lots: lots.length, leftOut };
  },
  { field: "file" },
);

const longestMs = 30_000;

/** One analysis for each position. */
export const analyzeHoldings = userForm(
  async ({ ctx }, fields) => {
    const once = z.uuid().parse(fields.get("once"));
    const { budget_usd } = z.object({ budget_usd: TypedDecimal.pipe(OwnLimitUsd) }).parse(formFields(fields));
    const environment = await webContext().analysisEnvironment();
    const asked = { environment, id: idOf(fields), body: { budget_usd, max_debate_rounds: null } };
    const signal = AbortSignal.timeout(longestMs);
    try {
      await analyzePortfolio(ctx, { ...asked, idempotencyKey: `web-${once}`, signal });
    } catch (error) {
      throw error instanceof Cancelled ? new InvalidInput("the prices could not be read in time; try again") : error;
    }
  },
  { field: "budget_usd", page: () => "/analyses" },
);

/** A watchlist of its symbols, without quantities: its alerts tell of changed ratings. */
export const watchHoldings = userForm(
  async ({ ctx }, fields) => {
    const { lots } = await getPortfolio(ctx, idOf(fields));
    const environment = await webContext().analysisEnvironment();
    const symbols = [...new Set(lots.map(({ symbol }) => symbol))].slice(0, portfolioLimits.symbols);
    const watchlist = {
      id: null,
      name: `My holdings, ${toIso(ctx.clock.now()).slice(0, 10)}`,
      instruments: environment.typedInstruments(symbols.join(" "), "stock"),
      schedule: { kind: "close" as const },
      runs: 1,
    };
    await saveWatchlist(ctx, { environment, watchlist });
  },
  { page: () => "/signals/lists" },
);
