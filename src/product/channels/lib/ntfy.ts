import { z } from "zod";
import type { Instant } from "#src/core/clock.ts";
import type { Exchanged } from "#src/product/webhooks/public/post.ts";
import { jsonOf, usualVerdict } from "../public/destination.ts";
import type { Composed, Note, Outgoing } from "./note.ts";
import type { Verdict } from "#src/product/outbox/public/step.ts";
import { fitting, inert, shortenBytes } from "./times.ts";

/** Of a message, in UTF-8: what is longer becomes a file. */
const mostBytes = 4096;
const mostTitleBytes = 250;

/**
 * As JSON, since headers hold only ASCII.
 * @param url of the topic
 * @see https://docs.ntfy.sh/publish/#publish-as-json
 */
export function ntfyMessage(
  { url, token }: { readonly url: string; readonly token: string | null },
  message: Composed,
): Outgoing {
  const { server, topic } = topicOf(url);
  const { heading, notes, stop, manage } = message;
  const [first] = notes;
  const single = heading === null ? first : undefined;
  return {
    url: server,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    body: JSON.stringify({
      topic,
      title: shortenBytes(inert(single?.title ?? heading ?? "", 200), mostTitleBytes),
      message: ntfyText(message),
      tags: [single === undefined ? "newspaper" : tags[single.tone]],
      priority: single?.event === "level_hit" || single?.event === "plan_ending" ? 4 : 3,
      click: single?.link.url ?? manage.url,
      actions: [{ action: "view", label: stop.label, url: stop.url }],
    }),
  };
}

const tags = { up: "chart_with_upwards_trend", down: "chart_with_downwards_trend", neutral: "bell" } as const;

/** Plain text: nothing in it is read as anything else. */
export function ntfyText({ heading, notes, more }: Composed): string {
  const one = ({ title, lines, quote }: Note): string =>
    [
      ...(heading === null ? [] : [inert(title, 200)]),
      ...lines.map((line) => inert(line, 300)),
      ...(quote === null ? [] : [inert(quote, 400)]),
    ].join("\n");
  const whole = (some: readonly Note[], left: number): string =>
    [...some.map(one), ...(left === 0 ? [] : [more(left)])].join("\n\n");
  const some = fitting(notes, (few, left) => Buffer.byteLength(whole(few, left)) <= mostBytes);
  return shortenBytes(whole(some, notes.length - some.length), mostBytes);
}

/** Of a topic's address: the server that is asked, and the topic. */
export function topicOf(url: string): { readonly server: string; readonly topic: string } {
  const { origin, pathname } = new URL(url);
  const parts = pathname.split("/").filter((part) => part !== "");
  const topic = parts.pop() ?? "";
  return { server: `${origin}/${parts.join("/")}`, topic };
}

const Answer = z.object({ code: z.number(), error: z.string().optional() });

/** 507: the server is full. 40010 and the like: the message or topic is wrong. */
export function ntfyVerdict(answer: Exchanged, now: Instant): Verdict {
  const { status } = answer;
  const said = jsonOf(answer.body, Answer);
  if (status === 401 || status === 403)
    return { kind: "gone", reason: "the topic does not accept messages with this token" };
  if (status === 404 || status === 410 || said?.code === 40009)
    return { kind: "gone", reason: "there is no such topic at this address" };
  // It answers JSON; a page is from somebody else.
  if (status === 200 && answer.body.trimStart().startsWith("<"))
    return { kind: "later", reason: "the response was a web page" };
  return usualVerdict(answer, now);
}
