import { Decimal } from "decimal.js";
import type { ForHoldings, HoldingAnswer, HoldingVoice } from "#src/contract/holdings/holdings.ts";
import type { Reports, Run } from "#src/contract/run/run.ts";
import type { Turn } from "../turns/concluded-turn.ts";
import { usageOf } from "../usage.ts";
import { atLevel, weightOf } from "./findings.ts";
import { afterwards, checkProposal, type Plan, type Situation } from "./plan.ts";

/* What stands of what was argued: only what passes the checks. */

type Decided = Pick<
  ForHoldings,
  "action" | "quantity" | "after" | "stop" | "target" | "reasons" | "checks" | "not_adopted" | "voices" | "problem"
>;

export function undecided(s: Situation, run: Run): Decided & Pick<ForHoldings, "usage"> {
  const problem =
    s.rating === "REVIEW"
      ? "The analysis came to no opinion, so nothing is said about your holdings beyond their figures."
      : "There is no price, or no exchange rate to the book's currency, or it is an index, so nothing can be sized.";
  return {
    action: null,
    quantity: null,
    after: null,
    stop: null,
    target: null,
    reasons: [],
    checks: [],
    not_adopted: null,
    voices: [],
    problem,
    usage: usageOf([], run.usage.budget_usd),
  };
}

export function decided(
  s: Situation,
  plan: Plan,
  reports: Reports,
  { turns, problem }: { readonly turns: readonly Turn<HoldingAnswer>[]; readonly problem: string | null },
): Decided {
  const voices = turns.map(voiceOf);
  const last = turns.find(({ agent }) => agent === "portfolio_manager");
  const answer = last?.answer ?? null;
  const proposal =
    answer === null || answer.action === null
      ? null
      : { action: answer.action, quantity: answer.quantity === null ? null : new Decimal(answer.quantity) };
  const checks = proposal === null ? [] : checkProposal(s, proposal);
  const failed = checks.filter(({ outcome }) => outcome === "fail");
  const adopted = proposal !== null && failed.length === 0 ? proposal : null;
  const quantity = adopted === null ? null : tradedBy(s, adopted);
  const after = adopted === null ? null : afterwards(s, adopted);
  return {
    action: adopted?.action ?? null,
    quantity: quantity?.toFixed() ?? null,
    after: after === null ? null : { quantity: after.toFixed(), weight_pct: weightOf(s, after) },
    stop: atLevel(s, after, reports.levels?.stop ?? null),
    target: atLevel(s, after, reports.levels?.target ?? null),
    reasons: [
      ...(adopted?.action === plan.action ? [`${plan.reason}.`] : []),
      ...(adopted === null ? [] : (last?.report.points ?? []).map(({ claim }) => claim)),
    ],
    checks,
    not_adopted:
      proposal === null || adopted !== null
        ? null
        : {
            agent: "portfolio_manager",
            action: proposal.action,
            quantity: proposal.quantity?.toFixed() ?? null,
            reason: failed.map(({ detail }) => detail).join(" "),
          },
    voices,
    problem: problem ?? (proposal === null ? "The portfolio manager named no action for your holdings." : null),
  };
}

function tradedBy(s: Situation, { action, quantity }: Pick<Plan, "action" | "quantity">): Decimal | null {
  return action === "exit" ? s.held.abs() : action === "keep" || action === "stay_out" ? null : quantity;
}

/** Ids lead to evidence of the run, which the book is not in. */
const citations = /\s?\[[MSNFD]\d{1,4}(?:[,;] ?[MSNFD]\d{1,4})*\]/g;

function voiceOf({ agent, answer, report }: Turn<HoldingAnswer>): HoldingVoice {
  const { action = null, quantity = null } = answer ?? {};
  return {
    agent,
    action,
    quantity: quantity === null ? null : String(quantity),
    text: report.text.replaceAll(citations, ""),
  };
}
