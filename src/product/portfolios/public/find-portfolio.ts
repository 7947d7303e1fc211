import { type Portfolio, PortfolioBody } from "#src/contract/portfolios/portfolios.ts";
import { type Instant, addDays, dayMs, minuteMs, toIso } from "#src/core/clock.ts";
import { placeOf } from "#src/core/db/sealed-columns.ts";
import { InvalidField, NotFound } from "#src/core/errors.ts";
import { canonicalJson } from "#src/core/hash.ts";
import type { Sealed, Vault } from "#src/core/vault.ts";
import { type StoredPortfolio, portfoliosOf } from "#src/product/portfolios/queries/portfolios.ts";
import type { Context } from "../../context.ts";

/** `asked`: the hash of what made it. */
export function sealPortfolio(vault: Vault, id: string, content: PortfolioBody & { readonly asked: string }): Sealed {
  return vault.seal(canonicalJson(content), placeOf("portfolios.sealed_portfolio", id));
}

export function askedOf(vault: Vault, sealed: Sealed): string {
  const { asked }: { readonly asked?: unknown } = JSON.parse(vault.open(sealed));
  return String(asked);
}

/** East of Greenwich the day has begun earlier. */
export function refuseFuture({ lots }: PortfolioBody, at: Instant): void {
  const latest = addDays(toIso(at).slice(0, 10), 1);
  const index = lots.findIndex(({ acquired }) => acquired > latest);
  if (index !== -1) throw new InvalidField(`lots.${index}.acquired`, null, "is in the future");
}

/** The closes of all markets, and the day of coins, are over and known then. */
const afterMidnightMs = 45 * minuteMs;

/** The next look; `null`: no alert is set. */
export function alertsDueAt({ alerts, lots }: Pick<PortfolioBody, "alerts" | "lots">, at: Instant): Instant | null {
  const isSet = Object.values(alerts).some((one) => one !== null && one !== false);
  return isSet && lots.length > 0 ? nextLook(at) : null;
}

export function nextLook(at: Instant): Instant {
  const today = Date.parse(toIso(at).slice(0, 10)) + afterMidnightMs;
  return today > at ? today : today + dayMs;
}

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
