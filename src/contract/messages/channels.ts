import { z } from "zod";
import { anyId, storableText, plainLine } from "../text.ts";
import { Language } from "../run/language.ts";
import { Plan } from "../accounts/plans.ts";

/** Where people are told, besides by mail; `endpoint` is where programs are. */
export const ChannelKind = z.enum(["telegram", "discord", "slack", "ntfy", "webhook", "endpoint"]);
export type ChannelKind = z.infer<typeof ChannelKind>;

/** Those that are added under Alerts. */
export const AddedKind = ChannelKind.exclude(["endpoint"]);
export type AddedKind = z.infer<typeof AddedKind>;

export const channelKinds: Readonly<Record<ChannelKind, string>> = {
  telegram: "Telegram",
  discord: "Discord",
  slack: "Slack",
  ntfy: "ntfy",
  webhook: "Webhook",
  endpoint: "Account webhook",
};

export const channelLimits = { perAccount: 10, nameLength: 60, connectMinutes: 30, logDays: 30 } as const;

/** All that a channel can tell. `list`: per list; `account`: once. `usual`: preselected. */
export const channelEvents = {
  rating_changed: { scope: "list", label: "Rating changed", hint: "A new signal has a different rating.", usual: true },
  signal_published: { scope: "list", label: "Signal published", hint: "Every new signal.", usual: false },
  level_hit: {
    scope: "list",
    label: "Level hit",
    hint: "A close reaches the stop or target of a signal.",
    usual: true,
  },
  signal_expired: {
    scope: "list",
    label: "Signal expired",
    hint: "The horizon of a signal ends without a newer one.",
    usual: false,
  },
  condition_broken: {
    scope: "list",
    label: "Condition broken",
    hint: "A condition that would break the rating of a signal is met.",
    usual: true,
  },
  run_failed: { scope: "list", label: "Run failed", hint: "A scheduled run ends without a signal.", usual: false },
  analysis_ended: {
    scope: "account",
    label: "Analysis finished",
    hint: "An analysis you started finishes or fails.",
    usual: false,
  },
  own_condition_broken: {
    scope: "account",
    label: "Condition of an analysis broken",
    hint: "A condition that would break the rating of an analysis you started is met.",
    usual: true,
  },
  backtest_ended: { scope: "account", label: "Backtest finished", hint: "A backtest finishes or fails.", usual: true },
  deposit_credited: {
    scope: "account",
    label: "Deposit credited",
    hint: "A deposit is added to your balance.",
    usual: true,
  },
  portfolio_alert: {
    scope: "account",
    label: "Portfolio alert",
    hint: "A portfolio reaches what you set for it under Alerts.",
    usual: true,
  },
  plan_ending: { scope: "account", label: "Plan ending", hint: "Your plan is about to end.", usual: true },
} as const satisfies Record<
  string,
  { readonly scope: "list" | "account"; readonly label: string; readonly hint: string; readonly usual: boolean }
>;
export type ChannelEvent = keyof typeof channelEvents;
const eventNames = Object.keys(channelEvents).filter(isEvent);

export function labelOf(event: string): string {
  return isEvent(event) ? channelEvents[event].label : event;
}

function isEvent(name: string): name is ChannelEvent {
  return Object.hasOwn(channelEvents, name);
}

export function eventsOf(scope: "list" | "account"): ChannelEvent[] {
  return eventNames.filter((name) => channelEvents[name].scope === scope);
}

/** The key of the choice for lists that have none of their own. */
export const otherLists = "default";

/** Unknown names are passed over. */
export const ChannelChoices = z.object({
  account: z.array(z.string()).transform((names) => names.filter(isEvent)),
  lists: z.record(
    z.string(),
    z.array(z.string()).transform((names) => names.filter(isEvent)),
  ),
});
export type ChannelChoices = z.infer<typeof ChannelChoices>;

export const usualChoices: ChannelChoices = {
  account: eventsOf("account").filter((name) => channelEvents[name].usual),
  lists: { [otherLists]: eventsOf("list").filter((name) => channelEvents[name].usual) },
};

/** @param list the list that the event is about; `null`: the account */
export function isChosen({ account, lists }: ChannelChoices, event: Happening["event"], list: string | null): boolean {
  const chosen = list === null ? account : (lists[list] ?? lists[otherLists] ?? []);
  // A changed rating is a published signal: told once to whoever chose either.
  return chosen.some((name) => name === event) || (event === "rating_changed" && chosen.includes("signal_published"));
}

const TimeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 22:30");
const Zone = z.string().max(60).refine(isZone, "must be a time zone such as Europe/Berlin");

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).format() !== "";
  } catch {
    return false;
  }
}

/** When and how a channel sends. Times are in its zone. */
export const ChannelManner = z.object({
  zone: Zone,
  /** Held until `to`, or dropped; may span midnight. */
  quiet: z.object({ from: TimeOfDay, to: TimeOfDay, mode: z.enum(["hold", "drop"]) }).nullable(),
  /** One message for many; `weekday` 1 is Monday. */
  digest: z
    .object({ every: z.enum(["day", "week"]), hour: z.int().min(0).max(23), weekday: z.int().min(1).max(7) })
    .nullable(),
  /** Of dates and our own words. */
  language: Language,
});
export type ChannelManner = z.infer<typeof ChannelManner>;
export const usualManner: ChannelManner = { zone: "UTC", quiet: null, digest: null, language: "en" };

export const ChannelName = storableText
  .transform(plainLine)
  .pipe(z.string().min(1, "enter a name").max(channelLimits.nameLength));

const secretText = storableText.pipe(z.string().trim().max(2048));
const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http or https address" }).max(2048);

/** The input for a new channel, as its form sends it. */
export const NewChannel = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("telegram"), name: ChannelName }),
  z.object({ kind: z.literal("discord"), name: ChannelName, url: httpUrl }),
  z.object({ kind: z.literal("slack"), name: ChannelName, url: httpUrl }),
  z.object({ kind: z.literal("ntfy"), name: ChannelName, url: httpUrl, token: secretText.default("") }),
  z.object({ kind: z.literal("webhook"), name: ChannelName, url: httpUrl }),
]);
export type NewChannel = z.infer<typeof NewChannel>;

/** As it stands sealed in a row. */
export const ChannelTarget = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("telegram"), chat: z.string() }),
  z.object({ kind: z.literal("discord"), url: z.string() }),
  z.object({ kind: z.literal("slack"), url: z.string() }),
  z.object({ kind: z.literal("ntfy"), url: z.string(), token: z.string().nullable() }),
  z.object({ kind: z.literal("webhook"), url: z.string(), secret: z.string() }),
  z.object({
    kind: z.literal("endpoint"),
    url: z.string(),
    /** Newest first; `until` (ms) one still signs beside newer ones. */
    secrets: z.array(z.object({ secret: z.string(), until: z.number().nullable() })).min(1),
  }),
]);
export type ChannelTarget = z.infer<typeof ChannelTarget>;

/** What happened, with the least it takes to tell of it later. */
export const Happening = z.discriminatedUnion("event", [
  z.object({ event: z.literal("rating_changed"), signal: anyId }),
  z.object({ event: z.literal("signal_published"), signal: anyId }),
  z.object({
    event: z.literal("level_hit"),
    signal: anyId,
    level: z.enum(["stop", "target"]),
    price: z.number(),
    close: z.number(),
    session: z.string(),
  }),
  z.object({ event: z.literal("signal_expired"), signal: anyId }),
  z.object({
    event: z.literal("run_failed"),
    list: anyId,
    symbol: z.string(),
    session: z.string(),
    review: z.boolean(),
    reason: z.string(),
  }),
  z.object({ event: z.literal("condition_broken"), signal: anyId, analysis: anyId, condition: z.string() }),
  z.object({ event: z.literal("own_condition_broken"), analysis: anyId, condition: z.string() }),
  z.object({ event: z.literal("analysis_ended"), analysis: anyId, ok: z.boolean().optional() }),
  z.object({ event: z.literal("backtest_ended"), backtest: anyId, ok: z.boolean() }),
  // Of these only endpoints are told.
  z.object({ event: z.literal("batch_ended"), batch: anyId }),
  z.object({ event: z.literal("mark_settled"), signal: anyId, horizon: z.number() }),
  z.object({ event: z.literal("deposit_credited"), deposit: anyId, minor: z.number() }),
  // What it says is read sealed when it is told.
  z.object({ event: z.literal("portfolio_alert"), portfolio: anyId, date: z.iso.date() }),
  z.object({ event: z.literal("plan_ending"), plan: Plan, until: z.number(), missingMinor: z.number().nullable() }),
]);
export type Happening = z.infer<typeof Happening>;

/** Sent without being chosen: a test, and digests. */
export const SentData = z.union([
  Happening,
  z.object({ event: z.literal("test") }),
  z.object({ event: z.literal("digest"), from: z.number() }),
]);
export type SentData = z.infer<typeof SentData>;

export type ChannelState = "connecting" | "active" | "paused";
export const MessageState = z.enum(["waiting", "held", "queued", "collected", "digested", "sent", "dropped", "failed"]);
export type MessageState = z.infer<typeof MessageState>;

/** A channel as its owner sees it, without its secrets. */
export interface ShownChannel {
  readonly id: string;
  readonly kind: ChannelKind;
  readonly name: string;
  readonly hint: string;
  readonly state: ChannelState;
  readonly reason: string | null;
  readonly choices: ChannelChoices;
  readonly manner: ChannelManner;
  readonly created_at: string;
}

export interface ShownAttempt {
  readonly number: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly at: string;
}

/** A line of a channel's delivery log. */
export interface ShownMessage {
  readonly id: string;
  readonly event: string;
  readonly about: string;
  readonly state: MessageState;
  readonly reason: string | null;
  readonly created_at: string;
  /** When it is tried again, or quiet hours end. */
  readonly due_at: string | null;
  readonly attempts: readonly ShownAttempt[];
}

/** Shown once: how to connect a chat, or what signs messages. */
export interface MadeChannel {
  readonly id: string;
  readonly name: string;
  readonly connect: string | null;
  readonly secret: string | null;
}
