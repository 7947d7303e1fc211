import { ProposalAnswer } from "#src/contract/run/answers.ts";
import { sizing } from "#src/contract/run/instruction.ts";
import { isStated, proposals, type Role } from "./role.ts";

interface Trading {
  readonly allowShort: boolean;
  readonly isIndex: boolean;
}

/** The allowed position, in words for the model. */
function terms({ allowShort, isIndex }: Trading): string {
  if (isIndex) return "An index cannot be traded itself: give the action, and null for everything else.";
  return allowShort
    ? "A sell may open a short position, with levels and a size of its own."
    : "Positions are long only: a sell closes what is held and has no entry, stop, target or size.";
}

export const trader = (trading: Trading): Role<ProposalAnswer> => ({
  agent: "trader",
  depth: "quick",
  answer: ProposalAnswer,
  ask: () =>
    `You are the trader. Turn the plan into a proposal: \`action\` (buy, sell or hold), \`entry\`, \`stop\` and \`target\` as prices in the instrument's currency on today's basis, and \`size_pct\`, the percentage of the portfolio, at most ${sizing.most}: such that the stop costs ${sizing.stopLoss} % of the portfolio in a strong case and half of that in a weaker one. ${terms(trading)} Anchor the levels in the price, the average true range and the support and resistance given as evidence; use null where a level makes no sense. Explain it in 80 to 180 words in \`text\` with references and ids, your own levels as {{entry}}, {{stop}}, {{target}} and {{size}}.`,
  lacks: (said) => (isStated(said, "action") ? null : 'The field "action" must be "buy", "sell" or "hold".'),
  digest: ({ action, entry, stop, target, size_pct }) => ({
    headline: [action ?? "no action", level("entry", entry), level("stop", stop), level("target", target)]
      .filter((part) => part !== "")
      .join(", "),
    summary: `action ${action ?? "none"}; entry ${show(entry)}; stop ${show(stop)}; target ${show(target)}; size ${show(size_pct)} %`,
    points: [],
    fields: { action, entry, stop, target, size_pct },
    proposed: proposals("trader", { entry, stop, target, size_pct }),
  }),
});

function level(name: string, value: number | null): string {
  return value === null ? "" : `${name} ${value}`;
}

function show(value: number | null): string {
  return value === null ? "none" : String(value);
}
