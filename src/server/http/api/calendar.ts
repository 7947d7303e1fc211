import type { Hono } from "hono";
import { routes } from "#src/contract/routes.ts";
import { readCalendar } from "#src/product/calendar/read-calendar.ts";
import type { Deps } from "../deps.ts";
import type { Env } from "../env.ts";
import { answer, mountOpen } from "../mount.ts";
import { originOf } from "./feeds.ts";

/** The address is the secret: no cache, no cookie. */
export function mountCalendar(app: Hono<Env>, deps: Deps): void {
  mountOpen(app, routes.getCalendar, async (c) => {
    const token = (c.req.param("calendar") ?? "").replace(/\.ics$/, "");
    const environment = await deps.analysisEnvironment();
    const calendar = await readCalendar(deps, { token, origin: originOf(c), settings: deps.settings, environment });
    return answer(200, calendar, {
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": 'inline; filename="conclave.ics"',
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex",
    });
  });
}
