import type { Hono } from "hono";
import { referral } from "#src/contract/plans.ts";
import { parseReferralCode } from "#src/contract/referrals.ts";
import { routes } from "#src/contract/routes.ts";
import type { Env } from "../env.ts";
import { answer, mountOpen } from "../mount.ts";
import { BadRequest } from "../problems.ts";

const lifeSeconds = referral.cookieDays * 24 * 60 * 60;

/**
 * `/ref/{code}`: remembers a code that could be one, and leads to the site. No code is looked up here, so that nobody
 * can try out which ones exist; sign-up does that.
 */
export function mountRef(app: Hono<Env>): void {
  mountOpen(app, routes.followReferral, (c) => {
    const parsed = parseReferralCode(c.req.param("code") ?? "");
    if (!parsed.ok) throw new BadRequest(404, "Not Found");
    // Set by the front door alone; what a client says of it is taken away.
    const secure = c.req.header("x-forwarded-proto") === "https" ? "; Secure" : "";
    return answer(302, null, {
      location: "/",
      "set-cookie": `ref=${parsed.code}; Max-Age=${lifeSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`,
      "cache-control": "no-store",
    });
  });
}
