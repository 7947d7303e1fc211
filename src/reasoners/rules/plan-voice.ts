import type { Analyst } from "#src/contract/analysis.ts";
import type { Answer, Found, Ground } from "./ground.ts";
import { ratingFor, scoreWithout, usualVolatility, type Outlook, type Weighed } from "./opinion.ts";
import { endOf, factOf, pointOf } from "./phrases.ts";
import type { Subject } from "./subject.ts";
import { capitalised, listed, ref, sentence } from "./wording.ts";

export function plan({ outlook, find, s }: Ground): Answer {
  if (outlook.tooThin !== null)
    return {
      text: `There is no basis for a view, because ${outlook.tooThin}. The arguments of both sides do not change that.`,
      lean: null,
      points: [],
    };
  const volatility = find("volatility_21");
  const lean = ratingFor(outlook.score, volatility?.value ?? null);
  const deciding = outlook.reasons.slice(0, 3);
  const paragraphs = [
    [`Weighing both sides, the rules engine leans to ${lean}.`, ...sides(outlook, s)],
    deciders(deciding, s),
    bar(volatility),
    change(outlook, lean, volatility, s),
  ];
  return {
    text: paragraphs
      .filter((words) => words.length > 0)
      .map((words) => words.join(" "))
      .join("\n\n"),
    lean,
    points: deciding.map((reason) => pointOf(reason, s)),
  };
}

/** A view whose part in the score is no larger adds nothing. */
const faint = 0.02;

/** Which analysts pull which way. */
function sides({ views }: Outlook, s: Subject): string[] {
  const topics: Record<Analyst, { name: string; isPlural: boolean }> = {
    market: { name: "price action", isPlural: false },
    fundamentals: s.figures,
    news: { name: "the news", isPlural: false },
    social: { name: "social media", isPlural: false },
  };
  const told = (wanted: (net: number) => boolean) =>
    views.filter(({ net }) => wanted(net)).map(({ analyst }) => topics[analyst]);
  const [up, down, flat] = [
    told((net) => net > faint),
    told((net) => net < -faint),
    told((net) => Math.abs(net) <= faint),
  ];
  const says = (who: typeof up, verb: string): string =>
    `${listed(who.map(({ name }) => name))} ${who.length > 1 || who[0]?.isPlural === true ? verb : `${verb}s`}`;
  const main =
    up.length > 0 && down.length > 0
      ? [`${says(up, "favour")} ${s.the}, while ${says(down, "point")} the other way`]
      : up.length > 0
        ? [`${says(up, "favour")} ${s.the}`]
        : down.length > 0
          ? [`${says(down, "count")} against ${s.the}`]
          : [];
  const rest = flat.length === 0 ? [] : [`${says(flat, "add")} little either way`];
  return [...main, ...rest].map((clause) => `${capitalised(clause)}.`);
}

function deciders([first, ...others]: readonly Weighed[], s: Subject): string[] {
  if (first === undefined) return [];
  return [
    sentence(`the heaviest single finding is that ${factOf(first, s)}`, first.item.id),
    ...others.map((reason, index) => {
      const fact = factOf(reason, s);
      if (reason.side === "neutral" || first.side === "neutral") return sentence(fact, reason.item.id);
      if (reason.side !== first.side) return sentence(`on the other side, ${fact}`, reason.item.id);
      return sentence(`the ${index === 0 ? "second" : "third"} is that ${fact}`, reason.item.id);
    }),
  ];
}

/** How volatility moves what a score must be worth. */
function bar(volatility: Found | null): string[] {
  if (volatility === null) return [];
  const ratio = volatility.value / usualVolatility;
  const verdict =
    ratio > 1.1
      ? "is high, so it takes more evidence to move the rating"
      : ratio < 0.9
        ? "is low, so it takes less evidence to move the rating"
        : "is close to its usual level and does not change what the evidence is worth";
  return [sentence(`annualised volatility of ${ref(volatility)} ${verdict}`)];
}

/** What would change the mind of whoever made the plan. */
function change(outlook: Outlook, lean: string, volatility: Found | null, s: Subject): string[] {
  if (lean !== "Hold") {
    const [first] = outlook.reasons.filter(({ side }) => side === (outlook.score > 0 ? "for" : "against"));
    const end = first === undefined ? null : endOf(first, outlook.score > 0, s);
    return end === null ? [] : [`${capitalised(end.text)} would take away the main support for this view.`];
  }
  return (["against", "for"] as const).flatMap((side) => {
    const reason = outlook.reasons.find((one) => one.side === side);
    const end = reason === undefined ? null : endOf(reason, side === "for", s);
    if (reason === undefined || end === null) return [];
    const then = ratingFor(scoreWithout(outlook, reason), volatility?.value ?? null);
    const what = side === "against" ? "objection" : "argument in favour";
    const effect =
      then === "Hold" ? "but would not move the rating by itself" : `and, all else equal, move the rating to ${then}`;
    return [`${capitalised(end.text)} would remove the main ${what} ${effect}.`];
  });
}
