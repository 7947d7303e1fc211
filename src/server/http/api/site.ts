import { LRUCache } from "lru-cache";
import { loadPosts } from "#src/product/content/library.ts";
import { type Feeds, writeFeeds, writeHeadFeed, writeTrackRecordFeed } from "#src/product/content/feeds.ts";
import { sha256 } from "#src/core/hash.ts";
import { answer, answerJson, file, isKnown, type RequestContext } from "../answers.ts";
import type { Handlers } from "../mount.ts";
import { BadRequest } from "../problems.ts";
import { stopChannel } from "#src/product/channels/channels.ts";
import { readCalendar } from "#src/product/calendar/calendar.ts";
import { unsubscribe } from "#src/product/mail/mail.ts";
import { readChainHead } from "#src/product/signals/chain.ts";
import { readTrackRecord } from "#src/product/signals/track-record.ts";
import type { Deps } from "../deps.ts";
import type { HealthReport } from "#src/contract/api/site-routes.ts";
import { referral } from "#src/contract/accounts/plans.ts";
import { parseReferralCode } from "#src/contract/accounts/users.ts";
import { readAvatar } from "#src/product/accounts/avatar.ts";
import type { SystemContext } from "#src/product/context.ts";

interface Kept {
  readonly feeds: Feeds;
  readonly etags: Readonly<Record<Kind, string>>;
}
type Kind = "rss" | "atom" | "json";

/** A site has one or two; made-up ones only replace each other. */
const mostOrigins = 8;
const tagLength = 32;

function write(origin: string): Kept {
  const feeds = writeFeeds(loadPosts(), origin);
  const etag = (text: string): string => `"${sha256(text).slice(0, tagLength)}"`;
  return { feeds, etags: { rss: etag(feeds.rss), atom: etag(feeds.atom), json: etag(feeds.json) } };
}

/** They need no database, and are built once per address. */
export const feedHandlers = () => {
  const kept = new LRUCache({ max: mostOrigins, memoMethod: write });
  const feed = (kind: Kind, type: string) =>
    function answerFeed({ c }: { readonly c: RequestContext }): Response {
      const { feeds, etags } = kept.memo(originOf(c));
      const headers = {
        etag: etags[kind],
        "last-modified": feeds.updated.toUTCString(),
        // Checked each time; the check is cheap.
        "cache-control": "public, no-cache",
      };
      if (isKnown(c, etags[kind], feeds.updated)) return answer(304, null, headers);
      return answer(200, feeds[kind], { ...headers, "content-type": `${type}; charset=utf-8` });
    };
  return {
    getRssFeed: feed("rss", "application/rss+xml"),
    getAtomFeed: feed("atom", "application/atom+xml"),
    getJsonFeed: feed("json", "application/feed+json"),
  } satisfies Partial<Handlers>;
};

/** The front door sets both headers. */
export function originOf(c: RequestContext): string {
  const host = c.req.header("x-forwarded-host") ?? c.req.header("host") ?? "localhost";
  const asked = `${c.req.header("x-forwarded-proto") ?? "http"}://${host}`;
  if (!URL.canParse(asked)) throw new BadRequest(403, "the Host header is empty or invalid");
  return new URL(asked).origin;
}

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

/** Monitors that ask at once share a check. */
export const healthHandlers = ({ health }: { readonly health: () => Promise<HealthReport> }) => {
  let out: Promise<HealthReport> | null = null;
  return {
    getHealth: async () => {
      const report = await (out ??= health().finally(() => (out = null)));
      return answerJson(report.status === "down" ? 503 : 200, report);
    },
  } satisfies Partial<Handlers>;
};

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

/** Opened by itself, an SVG runs and loads nothing. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

export const avatarHandlers = (deps: SystemContext) =>
  ({
    getAvatar: async ({ c, session: { userId } }) => {
      const avatar = await readAvatar(deps, { userId, known: (etag) => isKnown(c, etag) });
      const headers = {
        etag: avatar.etag,
        "cache-control": "private, no-cache",
        "content-security-policy": policy,
      };
      if (!("bytes" in avatar)) return answer(304, null, headers);
      return answer(200, avatar.bytes, { ...headers, "content-type": avatar.type });
    },
  }) satisfies Partial<Handlers>;
