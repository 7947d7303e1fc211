import { HoldingAnswer } from "#src/contract/holdings/holdings.ts";
import type { Agent } from "#src/contract/run/answers.ts";
import { isStated, proposals, type Role } from "../agents/role.ts";

/* Who argues about a holder's book, once the opinion is settled. */

export const bookVoices = ["aggressive", "neutral", "conservative"] as const;
export type BookAgent = "trader" | (typeof bookVoices)[number] | "portfolio_manager";

const tasks: Readonly<Record<BookAgent, string>> = {
  trader: "You are the trader. Propose what the holder does now.",
  aggressive:
    "You are the aggressive risk voice. Ask whether the trader's proposal leaves too much on the table for this book.",
  neutral:
    "You are the neutral risk voice. Ask whether the trader's proposal fits this book: its weight, its cash, its concentration.",
  conservative:
    "You are the conservative risk voice. Ask how the trader's proposal could hurt this book: what it loses at the stop, and what else falls with it.",
  portfolio_manager: "You are the portfolio manager and decide what the holder does now.",
};

const rules = `The rating is settled and the same for every reader: do not change it or argue it again. Say what it means for this book. Give \`action\`: open (nothing is held), add, keep, trim, exit (all of it), or stay_out (nothing is held and nothing is bought); and \`quantity\`, the shares or coins to trade as a positive number, null for keep and stay_out. Explain it in 60 to 140 words in \`text\` with references and ids, and give at most 3 \`points\`, each one sentence of at most 10 words.`;

/** @param block the holder's limits and horizon, in our own words */
export function bookRole(agent: BookAgent, block: string): Role<HoldingAnswer> {
  return {
    agent,
    depth: agent === "portfolio_manager" ? "deep" : "quick",
    answer: HoldingAnswer,
    form: () => `${block}\n\n${rules}`,
    ask: () => tasks[agent],
    lacks: (said) =>
      isStated(said, "action")
        ? null
        : 'The field "action" must be "open", "add", "keep", "trim", "exit" or "stay_out".',
    digest: ({ action, quantity, points }) => ({
      headline: action,
      summary: `action ${action ?? "none"}; quantity ${quantity ?? "none"}`,
      points,
      fields: { action, quantity },
      proposed: proposals(agent satisfies Agent, { quantity }),
    }),
  };
}
