import { z } from "zod";
import { ChainHeads } from "../signals/chains.ts";
import { type Declared, json, problem, publicErrors } from "./route.ts";

/** Where the blog's feeds are. */
export const feedPaths = { rss: "/blog/feed.xml", json: "/blog/feed.json", atom: "/blog/atom.xml" } as const;

/** The addresses of the public record's feeds. */
export const trackRecordFeedPath = "/api/signal-engine/record.xml";

/** The addresses of the chains' heads. */
export const headPaths = { json: "/api/signal-engine/heads", atom: "/api/signal-engine/heads.xml" } as const;

export const JsonFeedItem = z.object({
  /** Permanent, also when the post moves. */
  id: z.string(),
  url: z.url(),
  title: z.string(),
  summary: z.string(),
  content_html: z.string(),
  date_published: z.iso.datetime(),
  date_modified: z.iso.datetime(),
  tags: z.array(z.string()),
});
export type JsonFeedItem = z.infer<typeof JsonFeedItem>;

/** What the blog uses of JSON Feed. @see https://www.jsonfeed.org/version/1.1/ */
export const JsonFeed = z.object({
  version: z.literal("https://jsonfeed.org/version/1.1"),
  title: z.string(),
  home_page_url: z.url(),
  feed_url: z.url(),
  description: z.string(),
  language: z.string(),
  authors: z.array(z.object({ name: z.string() })),
  items: z.array(JsonFeedItem),
});
export type JsonFeed = z.infer<typeof JsonFeed>;

export const headRoutes = {
  getChainHeads: {
    method: "get",
    path: headPaths.json,
    tag: "site",
    open: true,
    summary: "Get the heads of the record's chains",
    description:
      "The newest hash of the house list's signals, of the settlement prices and of the ledger's transfers, and the newest at the end of each of the last " +
      "30 days (UTC), newest first. Save one to check later whether anything before it was changed.",
    answers: { 200: { description: "The heads.", body: json(ChainHeads) }, ...publicErrors },
  },
  getChainHeadFeed: {
    method: "get",
    path: headPaths.atom,
    tag: "site",
    open: true,
    summary: "Get the daily heads as Atom",
    description: "One entry per day, newest first. Follow it in a feed reader to keep the heads.",
    answers: {
      200: { description: "The feed.", body: { type: "application/atom+xml", schema: z.string() } },
      ...publicErrors,
    },
  },
} as const satisfies Record<string, Declared>;

const unsubscribeToken = { description: "Token from the email.", example: "c2lnbmFscyB1c3JfMQ.R0lm" };

/** Links in messages, and what calendars and feed readers subscribe to. */
export const followRoutes = {
  unsubscribe: {
    method: "post",
    path: "/api/unsubscribe/{token}",
    tag: "site",
    open: true,
    limit: "link",
    summary: "Unsubscribe from a type of email",
    description:
      "For email clients, through the `List-Unsubscribe` header of an email (RFC 8058). The token alone authorises the request and turns off the one notification " +
      "it was issued for. The request body is ignored.",
    path_parameters: { token: unsubscribeToken },
    answers: {
      204: { description: "These emails are turned off." },
      303: {
        description: "The channel of a chat message is paused: redirect to the page that says so.",
        headers: { Location: "`/unsubscribe/{token}`" },
      },
      404: problem("The token is invalid."),
      ...publicErrors,
    },
  },
  openUnsubscribe: {
    method: "get",
    path: "/api/unsubscribe/{token}",
    tag: "site",
    open: true,
    limit: "link",
    summary: "Open the notification settings",
    description:
      "For people who open the link in a browser. It changes nothing, because some programs open links automatically.",
    path_parameters: { token: unsubscribeToken },
    answers: {
      302: { description: "Redirect to the settings.", headers: { Location: "`/settings/notifications`" } },
      ...publicErrors,
    },
  },
  getCalendar: {
    method: "get",
    path: "/api/calendar/{calendar}",
    tag: "site",
    open: true,
    limit: "link",
    summary: "Get a private calendar",
    description:
      "iCalendar (RFC 5545): market closes of the owner's watchlists, when the lists run, and when companies are expected to report. " +
      "The address is a secret of its owner, who can replace or revoke it in the settings.",
    path_parameters: { calendar: { description: "The secret name of the calendar.", example: "q1w2e3r4t5.ics" } },
    answers: {
      200: { description: "The calendar.", body: { type: "text/calendar", schema: z.string() } },
      404: problem("There is no such calendar, or it was revoked."),
      ...publicErrors,
    },
  },
  getRecordFeed: {
    method: "get",
    path: trackRecordFeedPath,
    tag: "site",
    open: true,
    summary: "The public record as RSS 2.0",
    description: "The signals of the public record, newest first, each once its entry session has closed.",
    answers: {
      200: { description: "The feed.", body: { type: "application/rss+xml", schema: z.string() } },
      ...publicErrors,
    },
  },
} as const satisfies Record<string, Declared>;
