import type { HoldingAction } from "#src/contract/holdings/holdings.ts";
import type { BookPlan, Brief } from "../reasoner.ts";
import type { Answer } from "./ground.ts";
import { capitalised, ref } from "./wording.ts";

/* The rules engine on a holder's book: it does what rating and limits come to, and each voice names its own figures. */

const doing: Readonly<Record<HoldingAction, string>> = {
  open: "open a position",
  add: "add to the position",
  keep: "keep what is held",
  trim: "trim the position",
  exit: "sell or cover all of it",
  stay_out: "stay out",
};

export function holdingsSay(brief: Brief<unknown>, plan: BookPlan): Answer {
  const figure = (key: string): string | null => {
    const item = brief.evidence.find((one) => one.key === key && one.value !== null);
    return item === undefined ? null : ref(item, key === "stop_profit" ? "|abs" : "");
  };
  const about = (key: string, words: (figure: string) => string): string[] => {
    const found = figure(key);
    return found === null ? [] : [`${capitalised(words(found))}.`];
  };
  const own = figuresOf[brief.agent]?.flatMap(({ key, words }) => about(key, words)) ?? [];
  const decides = brief.agent === "trader" || brief.agent === "portfolio_manager";
  const plain = `${plan.reason}: ${doing[plan.action]}.`;
  const trade = about("plan_quantity", (quantity) => `that is a trade of ${quantity}`);
  const aside = own.length === 0 ? [unopposed] : own;
  return {
    text: (decides ? [plain, ...trade, ...own] : aside).join(" "),
    action: plan.action,
    quantity: plan.quantity,
    points: [],
  };
}

const unopposed = "No figure of the book that this voice reads speaks for another trade.";

interface Named {
  readonly key: string;
  readonly words: (figure: string) => string;
}

const figuresOf: Readonly<Partial<Record<Brief<unknown>["agent"], readonly Named[]>>> = {
  trader: [{ key: "plan_weight", words: (share) => `afterwards the position is ${share} of the book` }],
  aggressive: [{ key: "target_profit", words: (gain) => `at the target the position after the trade gains ${gain}` }],
  neutral: [
    { key: "holding_weight", words: (share) => `the position is ${share} of the book now` },
    {
      key: "book_hhi",
      words: (index) => `the concentration index of the book is ${index}, where 1 is a single position`,
    },
  ],
  conservative: [
    { key: "stop_profit", words: (loss) => `at the stop the position after the trade loses ${loss}` },
    { key: "book_correlation", words: (r) => `its daily returns have a correlation of ${r} with the other positions` },
  ],
  portfolio_manager: [{ key: "plan_weight", words: (share) => `afterwards the position is ${share} of the book` }],
};
