import type { Interval } from "#src/contract/backtests/interval.ts";
import type { CountedShare, MemorySummary } from "#src/contract/backtests/memory.ts";
import type { ValidityFigure, ValidityKey } from "#src/contract/backtests/validity.ts";
import { counted, percentText } from "#src/core/text/number-text.ts";
import { type Finding, type ValidityInput, figure } from "./section.ts";

/** An interval takes as many. */
const fewestMeasurements = 10;

/** P3 of models, from stored measurements: asking in other worlds costs. */
function memoryFinding(input: ValidityInput): Finding {
  const { memory, result } = input;
  const shifted = figure("shifts_beaten", result.luck.beaten);
  const masked = result.masking.on ? " The whole backtest was made without the name." : "";
  if (memory === null)
    return {
      verdict: "cannot_tell",
      reason: "not_measured",
      text: `How much these models remember of ${periodOf(input)} was never measured.${masked} Measure it as below, then make this report again. Without --yes, each command shows its price and calls no model; --store keeps the result for a server's reports.`,
      figures: [shifted],
      notes: commandsFor(input, fewestMeasurements),
    };
  return {
    ...verdictOf(input, memory),
    figures: [...figuresOf(memory), shifted],
  };
}

function verdictOf(input: ValidityInput, memory: MemorySummary): Omit<Finding, "figures"> {
  const { verdict, apart, measurements } = memory;
  const text = foundText(memory);
  const headline = headlineNotes(memory);
  if (verdict === "name") return { verdict: "fail", reason: "name_decides", text, notes: headline };
  if (verdict === "dates") return { verdict: "fail", reason: "dates_decide", text, notes: headline };
  if (verdict === "evidence") return { verdict: "pass", reason: "follows_evidence", text, notes: headline };
  const missing = missingMeasurements(apart.interval);
  if (missing > 0)
    return {
      verdict: "cannot_tell",
      reason: "too_few",
      text: `${text} With ${counted(measurements, "measurement")} that proves nothing; ${missing} more can tell.`,
      notes: [...headline, ...commandsFor(input, missing)],
    };
  return {
    verdict: "cannot_tell",
    reason: "wide_intervals",
    text: `${text} That can be chance, and memory is not ruled out; more dates can tell.`,
    notes: [...headline, ...commandsFor(input, fewestMeasurements)],
  };
}

const worlds = {
  named: "The debate as it is stands",
  masked: "The debate without the name stands",
  shifted: "The debate on other dates stands",
} as const;

function foundText({ sessions, period, agreement, apart }: MemorySummary): string {
  const { named, named_masked: masked, named_shifted: shifted } = agreement;
  const pairs = [
    named === null ? [] : `two repetitions with the name agree in ${percentText(named)} of pairs`,
    `one with and one without it in ${percentText(masked ?? 0)}`,
    `one on the real and one on other dates in ${percentText(shifted ?? 0)}`,
  ].flat();
  const { interval, p, level } = apart;
  const ends =
    interval.status === "given" ? `, 95% interval ${percentText(interval.low)} to ${percentText(interval.high)}` : "";
  return `Measured on ${counted(sessions, "date")} of ${period}: ${pairs.join(", ")}. ${worlds[apart.world]} ${percentText(Math.max(0, apart.by))} apart from the two others (p = ${p.toFixed(4)}${ends}; up to ${level} counts).`;
}

function figuresOf({ sessions, agreement, apart, followed_false_news: followed, recall }: MemorySummary) {
  const share = (key: ValidityKey, of: CountedShare | null): ValidityFigure[] =>
    of === null || of.of === 0 ? [] : [figure(key, of.count / of.of, of.interval)];
  const pairs = (key: ValidityKey, of: number | null): ValidityFigure[] => (of === null ? [] : [figure(key, of)]);
  return [
    figure("memory_dates", sessions),
    ...pairs("agreement_named", agreement.named),
    ...pairs("agreement_masked", agreement.named_masked),
    ...pairs("agreement_shifted", agreement.named_shifted),
    figure("world_apart", apart.by, apart.interval),
    figure("world_apart_p", apart.p),
    ...share("followed_false_news", followed),
    ...share("memory_recall", recall),
  ];
}

/** The headline decides nothing by itself: a model may rightly give it little weight. */
function headlineNotes({ followed_false_news: followed }: MemorySummary): string[] {
  return [
    followed === null
      ? "There was no false headline: no news was read, or no later close is known."
      : `With a false headline ${percentText(followed.count / followed.of)} of the repetitions move to its side. It may rightly be outweighed, so this decides nothing.`,
  ];
}

/** On decided dates that lie apart. */
function commandsFor({ result }: ValidityInput, dates: number): string[] {
  const { reasoner, asset_type: assetType } = result.settings;
  const { provider, deep, quick, base_url: url } = reasoner;
  const sessions = [...new Set(result.decisions.map(({ session }) => session))].toSorted();
  const wanted = Math.min(dates, sessions.length);
  const at = (index: number): number => Math.floor(((index + 0.5) * sessions.length) / wanted);
  const chosen = Array.from({ length: wanted }, (_, index) => sessions[at(index)] ?? "");
  return chosen.map((session, index) => {
    const symbols = result.decisions.filter((one) => one.session === session).map(({ symbol }) => symbol);
    const words = [
      `conclave study memory ${symbols[index % symbols.length] ?? ""} --date ${session}`,
      `--provider ${provider} --deep ${deep} --quick ${quick}`,
      ...(url === null ? [] : [`--base-url ${url}`]),
      ...(assetType === "crypto" ? ["--asset-type crypto"] : []),
      "--yes",
    ];
    return words.join(" ");
  });
}

function periodOf({ result }: ValidityInput): string {
  const [from, to] = [result.settings.from.slice(0, 4), result.settings.to.slice(0, 4)];
  return from === to ? from : `${from} to ${to}`;
}

function missingMeasurements(interval: Interval): number {
  return interval.status === "too_few" ? Math.max(interval.missing_blocks, interval.missing_outcomes) : 0;
}

/** Fewer cannot show a share. */
const fewest = 10;
const mostTurn = 0.5;

/** P3: without the name the opinion stays, with mirrored prices it turns, and its own dates are better. */
export function counterfactualRobustness(input: ValidityInput): Finding {
  const { result, examined, subjects } = input;
  if (result.settings.reasoner.provider !== "rules") return memoryFinding(input);
  const { luck, masking } = result;
  const shifted = figure("shifts_beaten", luck.beaten);
  const found = examined?.counterfactuals ?? null;
  if (found === null)
    return {
      verdict: "cannot_tell",
      reason: subjects === null ? "no_archives" : "not_repeated",
      text: `${subjects === null ? "The archives are missing, so no decision could be repeated." : "No decision could be repeated."}${masking.on ? " The whole backtest was made without the name." : ""}`,
      figures: [shifted],
    };
  const masked = found.decisions === 0 ? null : found.maskedSame / found.decisions;
  const turned = found.withSide === 0 ? null : found.turned / found.withSide;
  const stayed = found.withSide === 0 ? null : found.stayed / found.withSide;
  const isEnough = Math.min(found.decisions, found.withSide) >= fewest;
  return {
    ...(isEnough && masked !== null && turned !== null && stayed !== null
      ? judged({ masked, turned, stayed })
      : {
          verdict: "cannot_tell",
          reason: "too_few",
          text: `Only ${found.decisions} decisions were repeated and ${found.withSide} of them took a side. At least ${fewest} are needed.`,
        }),
    figures: [
      figure("masked_same", masked),
      figure("mirrored_turned", turned),
      figure("mirrored_same", stayed),
      shifted,
    ],
    notes: [
      "Mirrored prices turn every rise into a fall of the same factor; news, posts and filings stay as they were, so an opinion that rests on those need not turn.",
      "Ratings with no knowledge of their dates beat 50% of the shifts.",
    ],
  };
}

/** @param shares that stayed without the name, and turned or stayed with prices */
function judged({ masked, turned, stayed }: Record<"masked" | "turned" | "stayed", number>): Finding {
  if (masked < 0.9)
    return {
      verdict: "fail",
      reason: "name_decides",
      text: `Without the name, ${percentText(1 - masked)} of the repeated decisions change.`,
    };
  if (stayed > turned)
    return {
      verdict: "fail",
      reason: "prices_ignored",
      text: `With prices mirrored, ${percentText(stayed)} of the sides stay and only ${percentText(turned)} turn.`,
    };
  if (turned < mostTurn)
    return {
      verdict: "cannot_tell",
      reason: "few_turn",
      text: `Without the name ${percentText(masked)} of the repeated decisions stay. With prices mirrored, only ${percentText(turned)} of the sides turn and ${percentText(stayed)} stay; the others give up their side.`,
    };
  return {
    verdict: "pass",
    reason: "follows_evidence",
    text: `Without the name ${percentText(masked)} of the repeated decisions stay, and with prices mirrored ${percentText(turned)} of the sides turn.`,
  };
}
