import { ProposalAnswer } from "#src/contract/answers.ts";
import { isStated, proposals, type Role } from "./role.ts";

export const trader: Role<ProposalAnswer> = {
  agent: "trader",
  depth: "quick",
  answer: ProposalAnswer,
  ask: () =>
    "You are the trader. Turn the plan into a proposal: `action` (buy, sell or hold), `entry`, `stop` and `target` as prices in the instrument's currency on today's basis, and `size_pct`, the share of the portfolio from 0 to 100. Anchor the levels in the price, the average true range and the support and resistance given as evidence; use null where a level makes no sense. Explain it in 80 to 180 words in `text` with references and ids, your own levels as {{entry}}, {{stop}}, {{target}} and {{size}}.",
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
};

function level(name: string, value: number | null): string {
  return value === null ? "" : `${name} ${value}`;
}

function show(value: number | null): string {
  return value === null ? "none" : String(value);
}
