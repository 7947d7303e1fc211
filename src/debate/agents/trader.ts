import { ProposalAnswer } from "#src/contract/answers.ts";
import { proposals, type Role } from "./role.ts";

export const trader: Role<ProposalAnswer> = {
  agent: "trader",
  depth: "quick",
  answer: ProposalAnswer,
  ask: () =>
    "You are the trader. Turn the plan into a proposal: `action` (buy, sell or hold), `entry`, `stop` and `target` as prices in the instrument's currency on today's basis, and `size_pct`, the share of the portfolio. Anchor the levels in the price, the average true range and the support and resistance given as evidence; use null where a level makes no sense. Explain it in 80 to 180 words in `text` with evidence ids in square brackets.",
  digest: ({ action, entry, stop, target, size_pct }) => ({
    headline: [action, level("entry", entry), level("stop", stop), level("target", target)]
      .filter((part) => part !== "")
      .join(", "),
    summary: `action ${action}; entry ${show(entry)}; stop ${show(stop)}; target ${show(target)}; size ${show(size_pct)} % of the portfolio`,
    points: [],
    fields: { action, entry, stop, target, size_pct },
    proposed: proposals("trader", { entry, stop, target, size_pct }),
  }),
};

function level(name: string, value: number | null): string {
  return value === null ? "" : `${name} ${value}`;
}

function show(value: number | null): string {
  return value === null ? "none" : String(value);
}
