import { referral } from "#src/contract/accounts/plans.ts";
import { parseReferralCode } from "#src/contract/accounts/users.ts";
import { answer } from "../answers.ts";
import type { Handlers } from "../mount.ts";
import { BadRequest } from "../problems.ts";

const lifeSeconds = referral.cookieDays * 24 * 60 * 60;

export const refHandlers = {
  /** Remembers a code without looking it up, so that nobody can try out which exist. */
  followReferral: ({ c, path }) => {
    const parsed = parseReferralCode(path.code);
    if (!parsed.ok) throw new BadRequest(404, "Not Found");
    const secure = c.req.header("x-forwarded-proto") === "https" ? "; Secure" : "";
    return answer(302, null, {
      location: "/",
      "set-cookie": `ref=${parsed.code}; Max-Age=${lifeSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`,
      "cache-control": "no-store",
    });
  },
} satisfies Partial<Handlers>;
