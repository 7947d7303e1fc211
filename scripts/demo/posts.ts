import { addDays, type LocalDate } from "#src/core/clock.ts";
import type { Session } from "./prices.ts";
import { deck, type Random, seeded } from "./random.ts";
import type { StoryEvent } from "./story.ts";
import { newYorkTime, share, stamp } from "./wording.ts";

/** A line of social/DEMO.jsonl, as docs/archives.md has it. */
export interface Post {
  readonly publishedAt: string;
  readonly text: string;
}

/** What a writer of a post can know. */
interface Seen {
  readonly close: string;
  readonly change: string;
  readonly topic: string;
}

const cheerful = [
  (s: Seen) => `$DEMO ${s.change} and still cheap if you ask me`,
  () => "added more $DEMO today, great company, strong margins",
  (s: Seen) => `$DEMO holding ${s.close} nicely, looks ready to break out`,
  (s: Seen) => `the ${s.topic} story at $DEMO gets better every month`,
  () => "love the Vantage, our lab bought two. long $DEMO",
  () => "$DEMO management keeps its word, that's rare. bullish",
  (s: Seen) => `people selling $DEMO at ${s.close} will regret it`,
  () => "dividend up, debt fine, orders good. what more do you want from $DEMO",
  () => "good volume in $DEMO, buyers in charge 📈",
  () => "my best position this year: $DEMO",
] as const;

const gloomy = [
  (s: Seen) => `$DEMO ${s.change}. told you so`,
  () => "sold half of my $DEMO, too expensive for what it is",
  (s: Seen) => `$DEMO below ${s.close} gets ugly fast`,
  (s: Seen) => `${s.topic} is a real problem for $DEMO and nobody prices it`,
  () => "every quarter a new excuse. $DEMO is dead money",
  () => "Northwind is eating their lunch. short $DEMO",
  (s: Seen) => `$DEMO at ${s.close} with growth fading? no thanks`,
  () => "our lab returned a Vantage, drift all over the place. bearish $DEMO",
  () => "weak close in $DEMO, smart money leaving 📉",
  () => "another downgrade coming for $DEMO, watch",
] as const;

const neutral = [
  (s: Seen) => `$DEMO closed at ${s.close} (${s.change})`,
  () => "anyone going to the $DEMO investor day?",
  (s: Seen) => `what do you think of ${s.topic}, priced in? $DEMO`,
  () => "waiting for results before I touch $DEMO again",
  (s: Seen) => `watching $DEMO around ${s.close}, no position`,
  () => "does $DEMO report before or after the bell?",
  () => "$DEMO vs Northwind, which one would you own for five years?",
  () => "reading the $DEMO 10-Q, inventory note is interesting",
] as const;

const spam = [
  () => "join our room, 300 members, daily alerts $DEMO $ABCD $WXYZ",
  () => "free watchlist for tomorrow in bio $DEMO",
  () => "this chart pattern works 90% of the time!! $DEMO",
  () => "top 10 stocks to watch this week $DEMO and nine more",
] as const;

const openers = ["", "", "", "", "", "lol ", "hm. ", "imo ", "fwiw ", "ok so "] as const;
const tails = [
  "",
  "",
  "",
  "",
  "",
  "",
  " thoughts?",
  " not advice",
  "!!",
  " we'll see",
  " #stocks",
  " just my view",
] as const;

/** Posts of 2018 and 2019, ascending by time: more on days that moved, fewer at weekends. */
export function posts(sessions: readonly Session[], story: readonly StoryEvent[]): Post[] {
  const random = seeded("demo posts");
  const decks = {
    cheerful: deck(random, cheerful),
    gloomy: deck(random, gloomy),
    neutral: deck(random, neutral),
    spam: deck(random, spam),
  };
  const made: { at: number; text: string }[] = [];
  for (let date: LocalDate = "2018-01-01"; date <= "2019-12-31"; date = addDays(date, 1)) {
    const today = sessions.find((session) => session.date === date);
    const stir = today?.change == null ? 0 : Math.abs(today.change) * 110;
    const count = Math.floor(today === undefined ? random.between(0, 3.5) : random.between(3, 8) + Math.min(stir, 8));
    for (let i = 0; i < count; i += 1) {
      const time = `${String(Math.floor(random.between(7, 23))).padStart(2, "0")}:${String(Math.floor(random.between(0, 60))).padStart(2, "0")}`;
      // A post of the morning knows yesterday's close, one of the evening today's.
      const last = sessions.findLast((session) => (time < "16:05" ? session.date < date : session.date <= date));
      const event = story.findLast((each) => `${each.date} ${each.time}` < `${date} ${time}`);
      if (last === undefined || event === undefined) throw new RangeError(`nothing to talk about on ${date}`);
      const seen = { close: String(Math.round(last.close)), change: signed(last.change ?? 0), topic: event.topic };
      const text = decks[toneOf(last.change ?? 0, random)]()(seen);
      const isPlain = random.next() < 0.35;
      made.push({
        at: newYorkTime(date, time) + Math.floor(random.next() * 60) * 1000,
        text: isPlain ? text : `${random.pick(openers)}${text}${random.pick(tails)}`,
      });
    }
  }
  return made.toSorted((a, b) => a.at - b.at).map(({ at, text }) => ({ publishedAt: stamp(at), text }));
}

/** Follows the price more often than not; a part is noise and a part is spam. */
function toneOf(change: number, random: Random): "cheerful" | "gloomy" | "neutral" | "spam" {
  const chance = random.next();
  if (chance < 0.07) return "spam";
  if (chance < 0.3) return "neutral";
  return change * 40 + random.normal() + 0.15 > 0 ? "cheerful" : "gloomy";
}

function signed(change: number): string {
  return `${change >= 0 ? "+" : "-"}${share(change)}`;
}
