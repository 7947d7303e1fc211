import { z } from "zod";
import { trackRecordFeedPath } from "../api/feeds.ts";
import { problem, publicErrors, type Declared } from "../api/route.ts";

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
