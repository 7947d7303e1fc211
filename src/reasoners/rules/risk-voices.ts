import type { Point } from "#src/contract/answers.ts";
import type { Outlook } from "./opinion.ts";
import { capitalised, claim, pickFor, show, neutralBelow } from "./phrases.ts";

export type RiskVoice = "aggressive" | "neutral" | "conservative";

/** What the three argue from. */
export interface RiskGround {
  readonly round: number;
  readonly outlook: Outlook;
  readonly find: (key: string) => { readonly id: string; readonly value: number } | null;
  /** The trader's; `null`: no position is proposed. */
  readonly size: number | null;
}

interface Manner {
  /** Of the proposed size. */
  readonly part: number;
  readonly takes: string;
  /** Before what it argues from, with a position and without one. */
  readonly opening: string;
  readonly without: string;
  readonly rebuttal: string;
  /** What nothing does, when there is nothing to say, or all of it was said. */
  readonly silent: string;
}

const manners: Readonly<Record<RiskVoice, Manner>> = {
  aggressive: {
    part: 1.5,
    takes: "takes half as much again",
    opening: "What speaks for it:",
    without: "What owning it would have going for it:",
    rebuttal: "Against their doubts, this also counts:",
    silent: "speaks for more risk",
  },
  neutral: {
    part: 1,
    takes: "takes the proposal as it is",
    opening: "What it has to bear:",
    without: "What any position would have to bear:",
    rebuttal: "What both of the others leave out:",
    silent: "bears on how much to risk",
  },
  conservative: {
    part: 0.5,
    takes: "takes half of the proposal",
    opening: "What speaks against it:",
    without: "What owning it would have against it:",
    rebuttal: "Against taking more, this also counts:",
    silent: "speaks against the risk",
  },
};

/** In the opening, and in each rebuttal. */
const argued = { opening: 2, rebuttal: 1 } as const;

/** Each voice argues from evidence of its own, and says nothing twice. */
export function riskVoiceSays(
  voice: RiskVoice,
  ground: RiskGround,
): { text: string; computations: never[]; size_pct: number | null; points: Point[] } {
  const manner = manners[voice];
  const { round } = ground;
  const size = ground.size === null ? null : Math.round(Math.min(100, ground.size * manner.part) * 10) / 10;
  const said = pickFor(round, argumentsOf(voice, ground), argued);
  const sized =
    size === null ? "No position is proposed." : `The ${voice} rule ${manner.takes}: ${size} % of the portfolio.`;
  const lead = round > 1 ? manner.rebuttal : size === null ? manner.without : manner.opening;
  const argument =
    said.length === 0
      ? `${round > 1 ? "Nothing further" : "Nothing that the rules read"} ${manner.silent}.`
      : `${lead} ${said.map((one) => one.claim).join("; ")}.`;
  return {
    text: round === 1 ? `${sized} ${argument}` : argument,
    computations: [],
    size_pct: size,
    points: said.map((one) => ({ claim: capitalised(one.claim), evidence: one.evidence })),
  };
}

/** All that a voice can argue from, strongest first. None of it is another voice's. */
function argumentsOf(voice: RiskVoice, ground: RiskGround): Point[] {
  const { reasons, score } = ground.outlook;
  // Without a position they argue about owning it.
  const way = ground.size === null || score >= 0 ? 1 : -1;
  const told = (wanted: (part: number) => boolean): Point[] =>
    reasons.filter(({ part }) => wanted(part * way)).map((one) => ({ claim: claim(one), evidence: [...one.rests] }));
  switch (voice) {
    case "aggressive":
      return [...told((part) => part > neutralBelow), ...levelAhead(ground, way, true)];
    case "conservative":
      return [...told((part) => part < -neutralBelow), ...levelAhead(ground, way, false)];
    case "neutral":
      return [
        ...moves(ground),
        ...told((part) => Math.abs(part) <= neutralBelow).map((one) => ({
          ...one,
          claim: `${one.claim}, which counts for neither side`,
        })),
      ];
  }
}

/** How far prices usually move. */
function moves({ find }: RiskGround): Point[] {
  const volatility = find("volatility_21");
  const range = find("atr_14");
  return [
    ...(volatility === null
      ? []
      : [{ claim: `prices move by ${show(volatility.value)} % a year [${volatility.id}]`, evidence: [volatility.id] }]),
    ...(range === null
      ? []
      : [{ claim: `the average true range is ${show(range.value)} [${range.id}]`, evidence: [range.id] }]),
  ];
}

/** The level that the price meets first when it goes with the view, or against it. */
function levelAhead({ find }: RiskGround, way: 1 | -1, withView: boolean): Point[] {
  const isUp = (way === 1) === withView;
  const close = find("close");
  const level = find(isUp ? "resistance_20" : "support_20");
  if (close === null || level === null) return [];
  const isBeyond = isUp ? close.value > level.value : close.value < level.value;
  const at = `${show(close.value)} [${close.id}]`;
  const of = `${isUp ? "resistance" : "support"} of ${show(level.value)} [${level.id}]`;
  const text = isBeyond
    ? `the close of ${at} is ${isUp ? "above" : "below"} its ${of}`
    : withView
      ? `from the close of ${at} to the ${of} there is room`
      : `a ${isUp ? "rise" : "fall"} from the close of ${at} would be tested first at the ${of}`;
  return [{ claim: text, evidence: [close.id, level.id] }];
}
