import {
  createPortfolio,
  deletePortfolio,
  getPortfolio,
  listPortfolios,
  replacePortfolio,
} from "#src/product/portfolios/portfolios.ts";
import { analyzePortfolio, valuePortfolio } from "#src/product/portfolios/valuation.ts";
import { Cancelled } from "#src/core/errors.ts";
import { created } from "../answers.ts";
import type { Deps } from "../deps.ts";
import { BadRequest } from "../problems.ts";
import type { Handlers } from "../mount.ts";

/** For all instruments of a portfolio together. */
const longestMs = 30_000;

export const portfolioHandlers = (deps: Deps) =>
  ({
    listPortfolios: async ({ ctx }) => ({ data: await listPortfolios(ctx) }),
    createPortfolio: async ({ ctx, headers, body }) => {
      const asked = { body, idempotencyKey: headers["idempotency-key"] ?? null };
      const { portfolio, replayed } = await createPortfolio(ctx, asked);
      return created(portfolio, `/v1/portfolios/${portfolio.id}`, { replayed });
    },
    getPortfolio: ({ ctx, path }) => getPortfolio(ctx, path.portfolio_id),
    replacePortfolio: ({ ctx, path, body: { version, ...body } }) =>
      replacePortfolio(ctx, { id: path.portfolio_id, version, body }),
    submitPortfolioAnalyses: async ({ ctx, path, headers, body }) => {
      const environment = await deps.analysisEnvironment();
      const asked = { environment, id: path.portfolio_id, body, idempotencyKey: headers["idempotency-key"] ?? null };
      const { batch, replayed } = await inTime(deps, (signal) => analyzePortfolio(ctx, { ...asked, signal }));
      return created(batch, `/v1/batches/${batch.id}`, { replayed, askAgain: "5" });
    },
    getPortfolioValuation: async ({ ctx, path, query: { as_of: asOf = null, from = null } }) => {
      const environment = await deps.analysisEnvironment();
      const asked = { environment, id: path.portfolio_id, asOf, from };
      return inTime(deps, (signal) => valuePortfolio(ctx, { ...asked, signal }));
    },
    deletePortfolio: ({ ctx, path }) => deletePortfolio(ctx, path.portfolio_id),
  }) satisfies Partial<Handlers>;

/** @throws BadRequest 503 when prices are slow; and as `read` */
export async function inTime<T>(
  { stopping }: Pick<Deps, "stopping">,
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await read(AbortSignal.any([stopping, AbortSignal.timeout(longestMs)]));
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    throw new BadRequest(503, "the prices could not be read in time; try again", { "retry-after": "10" });
  }
}
