import { daysBetween, type LocalDate } from "#src/core/clock.ts";
import { dilutedEps, newYork, type Quarter, type Results, splitDate, splitRatio } from "./company.ts";
import { deck, type Random, seeded } from "./random.ts";
import type { Happenings, Item } from "./happenings.ts";
import { dollars, newYorkTime, share } from "./wording.ts";

interface Broker {
  readonly name: string;
  /** How much more (or less) than the others it would pay, as a fraction. */
  readonly bias: number;
}

const brokers: readonly [Broker, ...Broker[]] = [
  { name: "Alder & Finch", bias: 0.22 },
  { name: "Brightwater Research", bias: 0.08 },
  { name: "Castellan Partners", bias: -0.04 },
  { name: "Dunmore Securities", bias: -0.16 },
];

const praise = [
  "The note points to the order book for analyzers",
  "The analyst sees room for margins once the new line runs full",
  "Services and subscriptions are said to be worth more than the market pays",
  "Customers asked by the broker plan to spend more on instruments",
] as const;
const doubt = [
  "The note calls the valuation demanding for a maker of instruments",
  "The analyst fears that orders were pulled forward",
  "Dealers asked by the broker report longer talks over price",
  "Costs are said to rise faster than list prices",
] as const;
const wait = [
  "The note sees risks and chances in balance",
  "The analyst wants to see another quarter of orders",
  "Checks with dealers gave a mixed picture",
  "The broker waits for more detail on the cost of parts",
] as const;

/** Nobody changes an opinion twice in so many days. */
const restDays = 21;

/** Opinions before the open, from the results known and the last close. */
export function brokerNotes({ sessions, results }: Happenings): Item[] {
  const random = seeded("demo brokers");
  const nextBroker = deck(random, brokers);
  const reasons = { Buy: deck(random, praise), Neutral: deck(random, wait), Sell: deck(random, doubt) };
  const standing = new Map<string, { opinion: string; target: number; on: LocalDate }>();
  return sessions.flatMap((session) => {
    if (random.next() > 0.6) return [];
    const date = newYork().nextSession(session.date);
    const known = results.filter((each) => each.date < date);
    if (known.length === 0 || date > "2019-12-31") return [];
    const broker = nextBroker();
    const before = standing.get(broker.name);
    if (before !== undefined && daysBetween(before.on, date) < restDays) return [];
    const close = session.close / (session.date < splitDate && date >= splitDate ? splitRatio : 1);
    const target = targetPrice(broker, known, date, random);
    const upside = target / close - 1;
    const opinion = upside > 0.12 ? "Buy" : upside < -0.06 ? "Sell" : "Neutral";
    const title = headline(broker.name, { opinion, target }, before, date);
    standing.set(broker.name, { opinion, target: target * (date < splitDate ? 1 / splitRatio : 1), on: date });
    const reason = reasons[opinion]();
    return [
      {
        at: newYorkTime(date, `07:${String(Math.floor(random.between(5, 55))).padStart(2, "0")}`),
        title,
        summary: `${reason}. The target of $${target} lies ${share(upside)} ${upside >= 0 ? "above" : "below"} the last close of ${dollars(close)}.`,
      },
    ];
  });
}

/** A multiple of the last four quarters' earnings that grows with revenue, in whole dollars of the day's basis. */
function targetPrice(broker: Broker, known: readonly Results[], date: LocalDate, random: Random): number {
  const last = known.at(-1);
  if (last === undefined) throw new RangeError("a target needs results");
  const growth = last.quarter.flows.revenue / last.yearBefore.flows.revenue - 1;
  const multiple = Math.max(15, Math.min(33, 20 + 75 * growth)) * (1 + broker.bias) * (1 + 0.04 * random.normal());
  return Math.round(multiple * yearlyEps(known) * (date < splitDate ? splitRatio : 1));
}

/** After the split. The quarters before the first results reported here earned like their successors. */
function yearlyEps(known: readonly Results[]): number {
  const quarters: Quarter[] = known.slice(-4).map((each) => each.quarter);
  return (quarters.reduce((sum, quarter) => sum + dilutedEps(quarter), 0) / quarters.length) * 4;
}

/** @param before with its target on the basis after the split */
function headline(
  name: string,
  now: { opinion: string; target: number },
  before: { opinion: string; target: number } | undefined,
  date: LocalDate,
): string {
  if (before === undefined) return `${name} starts Demo Instruments at ${now.opinion}, target $${now.target}`;
  const order = ["Sell", "Neutral", "Buy"];
  const step = order.indexOf(now.opinion) - order.indexOf(before.opinion);
  if (step > 0) return `${name} raises Demo Instruments to ${now.opinion}, target $${now.target}`;
  if (step < 0) return `${name} cuts Demo Instruments to ${now.opinion}, target $${now.target}`;
  const old = Math.round(before.target * (date < splitDate ? splitRatio : 1));
  if (old === now.target) return `${name} keeps Demo Instruments at ${now.opinion} and its target of $${now.target}`;
  return `${name} ${old < now.target ? "lifts" : "lowers"} target for Demo Instruments to $${now.target} from $${old}, keeps ${now.opinion}`;
}
