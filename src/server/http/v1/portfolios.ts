import {
  createPortfolio,
  deletePortfolio,
  getPortfolio,
  listPortfolios,
  replacePortfolio,
} from "#src/product/portfolios/verbs.ts";
import { created } from "../answers.ts";
import type { Handlers } from "../mount.ts";

export const portfolioHandlers = () =>
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
    deletePortfolio: ({ ctx, path }) => deletePortfolio(ctx, path.portfolio_id),
  }) satisfies Partial<Handlers>;
