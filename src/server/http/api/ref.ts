import type { Hono } from "hono";
import { referral } from "#src/contract/plans.ts";
import { parseReferralCode } from "#src/contract/referrals.ts";
import { routes } from "#src/contract/routes.ts";
import type { Env } from "../env.ts";
import { answer, mountOpen } from "../mount.ts";
import { BadRequest } from "../problems.ts";

const lifeSeconds = referral.cookieDays * 24 * 60 * 60;

/** Remembers a code without looking it up, so that nobody can try out which exist. */
export function mountRef(app: Hono<Env>): void {
  mountOpen(app, routes.followReferral, (c) => {
    const parsed = parseReferralCode(c.req.param("code") ?? "");
    if (!parsed.ok) throw new BadRequest(404, "Not Found");
    const secure = c.req.header("x-forwarded-proto") === "https" ? "; Secure" : "";
    return answer(302, null, {
      location: "/",
      "set-cookie": `ref=${parsed.code}; Max-Age=${lifeSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`,
      "cache-control": "no-store",
    });
  });
}
