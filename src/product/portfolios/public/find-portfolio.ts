import { PortfolioBody, type Portfolio } from "#src/contract/portfolios/portfolios.ts";
import { toIso } from "#src/core/clock.ts";
import { NotFound } from "#src/core/errors.ts";
import type { Vault } from "#src/core/vault.ts";
import { portfoliosOf, type StoredPortfolio } from "#src/product/portfolios/queries/portfolios.ts";
import type { Context } from "../../context.ts";

/** The caller has checked the scope. @throws NotFound for an unknown or foreign id */
export async function findPortfolio({ db, actor }: Context, id: string): Promise<Portfolio> {
  const [stored] = await portfoliosOf(db.sql, actor.owner, id);
  if (stored === undefined) throw new NotFound("there is no such portfolio");
  return openPortfolio(db.vault, stored);
}

/** As its owner sees it. */
export function openPortfolio(vault: Vault, { id, sealed, version, createdAt, changedAt }: StoredPortfolio): Portfolio {
  const { asked: _ofItsMaking, ...content } = JSON.parse(vault.open(sealed));
  return {
    id,
    version,
    ...PortfolioBody.parse(content),
    created_at: toIso(createdAt),
    changed_at: toIso(changedAt),
  };
}
