import type { ChannelManner, ChannelTarget, NewChannel, ShownChannel } from "#src/contract/messages/channels.ts";
import { InvalidField } from "#src/core/errors.ts";
import { newWebhookSecret } from "#src/product/webhooks/public/post.ts";
import { refuseHiddenHost } from "#src/core/network/private-hosts.ts";
import type { StoredChannel } from "../queries/channels.ts";
import { type Instant, toIso } from "#src/core/clock.ts";
import { signedToken, tokenValue } from "#src/product/accounts/public/signed-requests.ts";
import { CronExpressionParser } from "cron-parser";

export interface ReadTarget {
  readonly target: ChannelTarget;
  /** What may be shown of it. */
  readonly hint: string;
}

type Posted = Exclude<NewChannel, { kind: "telegram" }>;

/** @throws InvalidField for what cannot be one, or leads inside */
export function readTarget(wanted: Posted, settings: { readonly webhookAllowPrivate: boolean }): ReadTarget {
  refuseHiddenHost("url", wanted.url, settings);
  const url = new URL(wanted.url);
  if (url.username !== "" || url.password !== "")
    throw new InvalidField("url", null, "must not contain a user name or password");
  const { host } = url;
  switch (wanted.kind) {
    case "discord":
      refuseDiscord(url);
      return { target: { kind: "discord", url: wanted.url }, hint: `${host}, ${ending(url.pathname.split("/")[3])}` };
    case "slack":
      refuseSlack(url);
      return { target: { kind: "slack", url: wanted.url }, hint: `${host}, ${ending(url.pathname.split("/")[3])}` };
    case "ntfy": {
      if (!/^\/(?:[^/]+\/)*[-_A-Za-z0-9]{1,64}$/.test(url.pathname))
        throw new InvalidField("url", null, "must be the address of a topic, such as https://ntfy.sh/your-topic");
      const token = wanted.token === "" ? null : wanted.token;
      if (token !== null && !/^[\x21-\x7e]+$/.test(token))
        throw new InvalidField("token", null, "must be an access token, such as tk_…");
      // A topic's name is all that protects it.
      return {
        target: { kind: "ntfy", url: wanted.url, token },
        hint: `${host}, ${ending(url.pathname.split("/").pop())}`,
      };
    }
    case "webhook":
      return { target: { kind: "webhook", url: wanted.url, secret: newWebhookSecret() }, hint: host };
  }
}

function ending(text = ""): string {
  return text.length < 8 ? "…" : `…${text.slice(-4)}`;
}

const discordHosts = /(?:^|\.)(?:discord|discordapp)\.com$/;

/** Other hosts may speak Discord's form; of Discord's own only webhooks do. */
function refuseDiscord({ hostname, pathname }: URL): void {
  if (!discordHosts.test(hostname)) return;
  if (pathname.startsWith("/channels/"))
    throw new InvalidField(
      "url",
      null,
      "is a link to a channel; copy the webhook URL under Edit channel, Integrations",
    );
  if (!/^\/api\/(?:v\d+\/)?webhooks\/\d+\/[\w-]+\/?$/.test(pathname))
    throw new InvalidField("url", null, "must be a webhook URL, such as https://discord.com/api/webhooks/…");
}

function refuseSlack({ hostname, pathname }: URL): void {
  if (/(?:^|\.)slack\.com$/.test(hostname) && !hostname.startsWith("hooks."))
    throw new InvalidField("url", null, "must be an incoming webhook, such as https://hooks.slack.com/services/…");
  if (/^hooks\.slack(?:-gov)?\.com$/.test(hostname) && !/^\/(?:services|workflows|triggers)\/.+/.test(pathname))
    throw new InvalidField("url", null, "must be an incoming webhook, such as https://hooks.slack.com/services/…");
}

/** Without anything that opens it. */
export function shownChannel(channel: StoredChannel): ShownChannel {
  const { id, kind, name, hint, state, reason, choices, manner, createdAt } = channel;
  return { id, kind, name, hint, state, reason, choices, manner, created_at: toIso(createdAt) };
}

const purpose = "stop channel";

/** To a page that asks, as apps open links. */
export function stopUrl({ secret }: { readonly secret: string }, origin: string, channel: string): string {
  return `${origin}/unsubscribe/${signedToken(secret, purpose, channel)}`;
}

/** `null` for a link we did not make. */
export function channelToStop(secret: string, token: string): string | null {
  return tokenValue(secret, purpose, token);
}

/** Over summer time and back. */
function nextAt(zone: string, hour: number, minute: number, weekday: number | null, now: Instant): Instant {
  const line = `${minute} ${hour} * * ${weekday === null ? "*" : weekday % 7}`;
  return CronExpressionParser.parse(line, { tz: zone, currentDate: new Date(now) })
    .next()
    .getTime();
}

/** When the next digest is due; `null` where there is none. */
export function nextDigest({ zone, digest }: ChannelManner, now: Instant): Instant | null {
  return digest === null ? null : nextAt(zone, digest.hour, 0, digest.every === "week" ? digest.weekday : null, now);
}

/** `null` when none are in force. */
export function quietUntil({ zone, quiet }: ChannelManner, now: Instant): Instant | null {
  if (quiet === null || quiet.from === quiet.to) return null;
  const time = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(new Date(now));
  const { from, to } = quiet;
  const inside = from < to ? time >= from && time < to : time >= from || time < to;
  if (!inside) return null;
  const [hour = "0", minute = "0"] = to.split(":");
  return nextAt(zone, Number(hour), Number(minute), null, now);
}
