import type { PortfolioBody } from "#src/contract/portfolios/portfolios.ts";
import { addDays, dayMs, minuteMs, toIso, type Instant } from "#src/core/clock.ts";
import { placeOf } from "#src/core/db/sealed-columns.ts";
import { InvalidField } from "#src/core/errors.ts";
import { canonicalJson } from "#src/core/hash.ts";
import type { Sealed, Vault } from "#src/core/vault.ts";

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
