import type { Hono } from "hono";
import { describeApi } from "#src/contract/openapi.ts";
import { toIso } from "#src/core/clock.ts";
import { originOf } from "./api/feeds.ts";
import type { Deps } from "./deps.ts";
import type { Env } from "./env.ts";
import { answer } from "./mount.ts";
import { BadRequest } from "./problems.ts";

const securityPath = "/.well-known/security.txt";
export const docsPaths: readonly string[] = ["/openapi.json", securityPath];

/** Written when it is first asked for: it takes longer than all else that a front door has to do to serve. */
let document: string | null = null;

/** RFC 9116 advises less than a year. */
const securityDays = 180;
const dayMs = 86_400_000;

/** The description of the API, from which the pages below `/docs/api` are made too, and where to report a vulnerability. */
export function mountDocs(app: Hono<Env>, { clock, securityContact }: Pick<Deps, "clock" | "securityContact">): void {
  app.get("/openapi.json", () =>
    answer(200, (document ??= JSON.stringify(describeApi())), {
      "content-type": "application/json",
      "cache-control": "no-cache",
    }),
  );
  app.get(securityPath, (c) => {
    if (securityContact === null)
      throw new BadRequest(404, "the operator has set no contact for security reports (SECURITY_CONTACT)");
    const today = Math.floor(clock.now() / dayMs) * dayMs;
    const fields = [
      `Contact: ${securityContact}`,
      `Expires: ${toIso(today + securityDays * dayMs)}`,
      "Preferred-Languages: en",
      // Web addresses in it must be https.
      ...(originOf(c).startsWith("https://") ? [`Canonical: ${originOf(c)}${securityPath}`] : []),
    ];
    return answer(200, `${fields.join("\n")}\n`, {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-cache",
    });
  });
}
