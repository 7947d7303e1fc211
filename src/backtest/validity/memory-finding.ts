import type { CountedShare, MemorySummary } from "#src/contract/memory-measurement.ts";
import type { ValidityFigure, ValidityKey } from "#src/contract/validity.ts";
import { counted, percentText } from "#src/platform/number-text.ts";
import type { ValidityInput } from "./input.ts";
import { figure, type Finding } from "./section.ts";

/** So far a share may lie below the one with the name, at the end of its interval, and still count as the same. */
const margin = 0.1;
/** An interval takes as many. */
const fewestDates = 3;

/**
 * P3 of models. Asking them again in other worlds costs, so it rests on what the memory meter has stored of the same
 * models and years: the opinion should stay without the name and on other dates.
 */
export function memoryFinding(input: ValidityInput): Finding {
  const { memory, result } = input;
  const shifted = figure("shifts_beaten", result.luck.beaten);
  const masked = result.masking.on ? " The whole backtest was made without the name." : "";
  if (memory === null)
    return {
      verdict: "cannot_tell",
      reason: "not_measured",
      text: `How much these models remember of ${periodOf(input)} was never measured.${masked} Measure it as below, then make this report again. Without --yes each command shows its price and asks nothing; --store keeps what it measures for a server's reports.`,
      figures: [shifted],
      notes: commandsFor(input, fewestDates),
    };
  return {
    ...verdictOf(input, memory),
    figures: [...figuresOf(memory), shifted],
  };
}

function verdictOf(input: ValidityInput, memory: MemorySummary): Omit<Finding, "figures"> {
  const { masked, shifted, named, sessions, period } = memory;
  const least = shareOf(named);
  const said = `Measured on ${counted(sessions, "date")} of ${period}: with the name ${percentText(least)} of the repetitions give the same opinion, ${worldText("without it", masked)}, ${worldText("on other dates", shifted)}.`;
  const headline = headlineNotes(memory);
  if (isBelow(masked, least)) return { verdict: "fail", reason: "name_decides", text: said, notes: headline };
  if (isBelow(shifted, least)) return { verdict: "fail", reason: "dates_decide", text: said, notes: headline };
  const missing = Math.max(missingDates(masked), missingDates(shifted));
  if (missing > 0)
    return {
      verdict: "cannot_tell",
      reason: "too_few",
      text: `${said} An interval takes ${counted(missing, "date")} more.`,
      notes: [...headline, ...commandsFor(input, missing)],
    };
  if (isNear(masked, least) && isNear(shifted, least))
    return { verdict: "pass", reason: "follows_evidence", text: said, notes: headline };
  return {
    verdict: "cannot_tell",
    reason: "wide_intervals",
    text: `${said} The intervals reach more than ${margin * 100} points below; more dates make them narrower.`,
    notes: [...headline, ...commandsFor(input, fewestDates)],
  };
}

function figuresOf({ sessions, named, masked, shifted, followed_false_news: followed, recall }: MemorySummary) {
  const share = (key: ValidityKey, of: CountedShare | null): ValidityFigure[] =>
    of === null || of.of === 0 ? [] : [figure(key, shareOf(of), of.interval)];
  return [
    figure("memory_dates", sessions),
    ...share("opinion_named", named),
    ...share("opinion_masked", masked),
    ...share("opinion_shifted", shifted),
    ...share("followed_false_news", followed),
    ...share("memory_recall", recall),
  ];
}

/** The headline is a sign and decides nothing: it may rightly be outweighed. */
function headlineNotes({ followed_false_news: followed }: MemorySummary): string[] {
  return [
    followed === null
      ? "There was no false headline: no news was read, or no later close is known."
      : `With a false headline ${percentText(shareOf(followed))} of the repetitions move to its side. It may rightly be outweighed, so this decides nothing.`,
  ];
}

/** What is to be run, on dates that the backtest decided on and that lie apart. */
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
      `conclave memory ${symbols[index % symbols.length] ?? ""} --date ${session}`,
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

function shareOf({ count, of }: CountedShare): number {
  return of === 0 ? 0 : count / of;
}

function worldText(world: string, share: CountedShare): string {
  if (share.of === 0) return `${world} it was not measured`;
  const { interval } = share;
  const ends =
    interval.status === "given" ? ` (95% interval ${percentText(interval.low)} to ${percentText(interval.high)})` : "";
  return `${world} ${percentText(shareOf(share))}${ends}`;
}

function isBelow({ interval }: CountedShare, named: number): boolean {
  return interval.status === "given" && interval.high < named;
}

function isNear({ interval }: CountedShare, named: number): boolean {
  return interval.status === "given" && interval.low >= named - margin;
}

function missingDates({ interval }: CountedShare): number {
  return interval.status === "too_few" ? Math.max(interval.missing_blocks, interval.missing_outcomes > 0 ? 1 : 0) : 0;
}
