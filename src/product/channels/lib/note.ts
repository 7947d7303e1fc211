import type { ChannelEvent, Happening, SentData } from "#src/contract/messages/channels.ts";
import { plainLine } from "#src/contract/text.ts";
import { fundOf, positionOf } from "#src/contract/run/instruction.ts";
import { formatUsd } from "#src/contract/accounts/money.ts";
import { entitlementsAt, plans } from "#src/contract/accounts/plans.ts";
import { type Signal, houseList } from "#src/contract/signals/signals.ts";
import { loadAnalysis } from "#src/product/analyses/queries/analyses.ts";
import { findWatch } from "#src/product/conditions/queries/condition-watches.ts";
import { runSketches } from "#src/product/dashboard/queries/followed.ts";
import { findPlanHolder } from "#src/product/plans/queries/plans.ts";
import { findList } from "#src/product/signals/queries/signal-lists.ts";
import { findSignal } from "#src/product/signals/queries/signals.ts";
import { toldOn } from "#src/product/portfolios/public/portfolio-alerts.ts";
import type { SystemContext } from "#src/product/context.ts";
import type { WordsOf } from "./event-texts.ts";

/** In words, before a service's markup. Texts may be strangers'. */
export interface Note {
  readonly event: ChannelEvent | "test";
  readonly title: string;
  readonly lines: readonly string[];
  /** What a model wrote about it; `null`: nothing. */
  readonly quote: string | null;
  readonly link: { readonly label: string; readonly url: string };
  readonly tone: "up" | "down" | "neutral";
}

export interface Composed {
  readonly heading: string | null;
  readonly notes: readonly Note[];
  /** Says how many a digest leaves out. */
  readonly more: (left: number) => string;
  readonly manage: { readonly label: string; readonly url: string };
  readonly stop: { readonly label: string; readonly url: string };
}

/** How a message goes out. */
export interface Outgoing {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Invisible, and breaks links, mentions and commands. */
const joiner = "\u2060";

/**
 * Apps make links of bare addresses in any text.
 * @param most characters
 */
export function inert(text: string, most: number): string {
  const line = shorten(plainLine(text), most);
  return line
    .replaceAll("://", `:${joiner}//`)
    .replaceAll("@", `@${joiner}`)
    .replace(/(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])/gu, `.${joiner}`)
    .replace(/(?<=^|\s)([/#$])(?=[\p{L}])/gu, `$1${joiner}`);
}

/** In UTF-16 units, without half a character. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text
    .slice(0, most - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, "")
    .trimEnd()}…`;
}

/** At most so many bytes of UTF-8. */
export function shortenBytes(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text;
  const mark = "…";
  const cut = Buffer.from(text)
    .subarray(0, most - Buffer.byteLength(mark))
    .toString("utf8");
  return `${cut.replace(/\uFFFD+$/, "").trimEnd()}${mark}`;
}

/** As many pieces, from the first, as fit with what follows them. */
export function fitting<T>(pieces: readonly T[], fits: (some: readonly T[], left: number) => boolean): readonly T[] {
  for (let count = pieces.length; count > 1; count -= 1) {
    const some = pieces.slice(0, count);
    if (fits(some, pieces.length - count)) return some;
  }
  return pieces.slice(0, 1);
}

interface To {
  readonly owner: string;
  /** Where links lead. */
  readonly origin: string;
  readonly words: WordsOf;
}

type Of<E extends Happening["event"]> = Extract<Happening, { event: E }>;

/** `null` when withdrawn or gone. */
export async function writeNote(
  ctx: SystemContext,
  data: Exclude<SentData, { event: "digest" }>,
  to: To,
): Promise<Note | null> {
  const { words, origin } = to;
  switch (data.event) {
    case "rating_changed":
    case "signal_published":
    case "level_hit":
    case "signal_expired":
    case "condition_broken":
      return ofSignal(ctx, data, to);
    case "run_failed":
      return ofRun(ctx, data, to);
    case "analysis_ended":
      return ofAnalysis(ctx, data, to);
    case "own_condition_broken":
      return ofCondition(ctx, data, to);
    case "backtest_ended":
      return {
        ...plain(data.event, words.backtest(data.ok), []),
        link: { label: words.open, url: `${origin}/backtests/${data.backtest}` },
      };
    case "deposit_credited":
      return {
        ...plain(data.event, words.credited(formatUsd(data.minor)), []),
        link: { label: words.open, url: `${origin}/deposits/${data.deposit}` },
      };
    case "portfolio_alert": {
      const told = await toldOn(ctx, { ...data, owner: to.owner });
      if (told === null) return null;
      const lines = [words.session(data.date), ...told.alerts.map((alert) => words.alert(alert))];
      return {
        ...plain(data.event, words.alerts(told.name, told.alerts.length), lines),
        link: { label: words.open, url: `${origin}/portfolios/${data.portfolio}?as_of=${data.date}` },
      };
    }
    case "plan_ending":
      return {
        ...plain(data.event, words.planEnds(plans[data.plan].name, words.day(data.until)), [
          data.missingMinor === null ? words.notRenewed : words.missing(formatUsd(data.missingMinor)),
        ]),
        link: { label: words.open, url: `${origin}/billing` },
      };
    // Endpoints alone are told of these.
    case "batch_ended":
    case "mark_settled":
      return null;
    case "test":
      return {
        ...plain(data.event, words.test, [words.testLine]),
        link: { label: words.open, url: `${origin}/dashboard` },
      };
  }
}

function plain(event: Note["event"], title: string, lines: readonly string[]): Omit<Note, "link"> {
  return { event, title, lines, quote: null, tone: "neutral" };
}

const tones: Readonly<Record<Signal["rating"], Note["tone"]>> = {
  Buy: "up",
  Overweight: "up",
  Hold: "neutral",
  Underweight: "down",
  Sell: "down",
};

async function ofSignal(
  ctx: SystemContext,
  data: Of<"rating_changed" | "signal_published" | "level_hit" | "signal_expired" | "condition_broken">,
  { owner, origin, words }: To,
): Promise<Note | null> {
  const { db, clock } = ctx;
  const [found, held] = await Promise.all([findSignal(db.sql, data.signal), findPlanHolder(db.sql, owner)]);
  if (found === null || found.withdrawn !== null || held === null) return null;
  const { signal } = found;
  if (signal.list === houseList && !entitlementsAt(held, clock.now()).signals) return null;
  const { symbol, name, rating, currency } = signal;
  const link = { label: words.read, url: `${origin}${signal.report}` };
  const money = (value: number | null): string | null => (value === null ? null : words.price(value, currency));
  if (data.event === "level_hit")
    return {
      ...plain(data.event, words.levelHit(symbol, data.level), [
        name,
        words.closed(words.price(data.close, currency), words.price(data.price, currency), words.session(data.session)),
      ]),
      tone: data.level === "target" ? "up" : "down",
      link,
    };
  if (data.event === "condition_broken")
    return {
      ...plain(data.event, words.broken(symbol, rating), [name, ...(await brokenLines(ctx, data, words))]),
      link,
    };
  if (data.event === "signal_expired")
    return {
      ...plain(data.event, words.expired(symbol), [name, words.horizonOver(rating, words.session(signal.session))]),
      link,
    };
  const before = signal.previous_rating;
  const levels = words.levels(money(signal.entry), money(signal.stop), money(signal.target));
  const sketch = (await runSketches(db.sql, [signal.analysis_id], 1)).get(signal.analysis_id);
  return {
    event: data.event,
    title:
      data.event === "rating_changed" && before !== null
        ? words.changed(symbol, before, rating)
        : words.published(symbol, rating),
    lines: [
      words.asOf(name, words.session(signal.session)),
      words.does[positionOf(rating, signal.allow_short === true) === -1 ? "short" : rating],
      ...(signal.asset_type === "index" ? [words.ofIndex(fundOf(symbol))] : []),
      ...(levels === "" ? [] : [levels]),
      words.advice,
    ],
    quote: sketch?.thesis ?? null,
    tone: tones[rating],
    link,
  };
}

async function ofCondition(
  ctx: SystemContext,
  data: Of<"own_condition_broken">,
  { origin, words }: To,
): Promise<Note | null> {
  const stored = await loadAnalysis(ctx.db.sql, data.analysis);
  if (stored === null || stored.job.result === null) return null;
  const { request, result } = stored.job;
  return {
    ...plain(data.event, words.broken(request.ticker, result.rating), await brokenLines(ctx, data, words)),
    link: { label: words.open, url: `${origin}/analyses/${data.analysis}#conditions` },
  };
}

/** The condition in its agent's words, and the close that met it. */
async function brokenLines(
  { db }: SystemContext,
  { analysis, condition: id }: { readonly analysis: string; readonly condition: string },
  words: WordsOf,
): Promise<string[]> {
  const watch = await findWatch(db.sql, analysis);
  const condition = watch?.conditions.find((one) => one.id === id);
  const day = watch?.states.find((one) => one.id === id)?.decided_on ?? null;
  return condition === undefined || day === null ? [] : [words.metOn(condition.said, words.session(day))];
}

async function ofRun({ db }: SystemContext, data: Of<"run_failed">, { origin, words }: To): Promise<Note | null> {
  const list = await findList(db.sql, data.list);
  if (list === null) return null;
  const title = data.review ? words.runReview(data.symbol) : words.runFailed(data.symbol);
  return {
    ...plain(data.event, title, [words.ofSession(list.name, words.session(data.session)), data.reason]),
    link: { label: words.open, url: `${origin}/signals/lists` },
  };
}

async function ofAnalysis(
  { db }: SystemContext,
  data: Of<"analysis_ended">,
  { origin, words }: To,
): Promise<Note | null> {
  const stored = await loadAnalysis(db.sql, data.analysis);
  if (stored === null) return null;
  const { request, status, result, error } = stored.job;
  const link = { label: words.open, url: `${origin}/analyses/${data.analysis}` };
  const day = words.asOf(request.ticker, words.session(request.trade_date));
  if (status === "failed")
    return { ...plain(data.event, words.analysisFailed(request.ticker), [day, error ?? ""]), link };
  if (status !== "succeeded" || result === null) return null;
  const tone = result.rating === "REVIEW" ? "neutral" : tones[result.rating];
  return { ...plain(data.event, words.analysisDone(request.ticker, result.rating), [day]), tone, link };
}
