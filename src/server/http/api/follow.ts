import { stopChannel } from "#src/product/channels/stopping.ts";
import { readCalendar } from "#src/product/calendar/calendar.ts";
import { writeHeadFeed } from "#src/product/content/head-feed.ts";
import { writeTrackRecordFeed } from "#src/product/content/track-record-feed.ts";
import { unsubscribe } from "#src/product/mail/mail.ts";
import { readChainHead } from "#src/product/signals/chain.ts";
import { readTrackRecord } from "#src/product/signals/track-record.ts";
import { answer, file } from "../answers.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../mount.ts";
import { originOf } from "./feeds.ts";

const noStore = { "cache-control": "no-store" } as const;

/** Links in messages, and what calendars and feed readers subscribe to. No cookie is looked at. */
export const followHandlers = (deps: Deps) =>
  ({
    /** For List-Unsubscribe and the page behind a chat's link. */
    unsubscribe: async ({ path: { token } }) => {
      const given = { secret: deps.auth.keys.secret, token };
      if (await stopChannel(deps, given))
        return answer(303, null, { location: `/unsubscribe/${encodeURIComponent(token)}`, ...noStore });
      await unsubscribe(deps, given);
      return answer(204, null, noStore);
    },
    openUnsubscribe: () => answer(302, null, { location: "/settings/notifications", ...noStore }),
    /** The address is the secret. */
    getCalendar: async ({ c, path }) => {
      const environment = await deps.analysisEnvironment();
      const token = path.calendar.replace(/\.ics$/, "");
      const asked = { token, origin: originOf(c), settings: deps.settings, environment };
      return file(await readCalendar(deps, asked), "text/calendar", {
        "content-disposition": 'inline; filename="conclave.ics"',
        "cache-control": "private, no-store",
        "x-robots-tag": "noindex",
      });
    },
    getChainHeads: () => readChainHead(deps),
    getChainHeadFeed: async ({ c }) =>
      file(writeHeadFeed(await readChainHead(deps), originOf(c)), "application/atom+xml", noStore),
    getRecordFeed: async ({ c }) =>
      file(writeTrackRecordFeed(await readTrackRecord(deps), originOf(c)), "application/rss+xml", {
        "cache-control": "public, no-cache",
      }),
  }) satisfies Partial<Handlers>;
