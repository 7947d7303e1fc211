import { fc, test as property } from "@fast-check/vitest";
import { Decimal } from "decimal.js";
import { describe, expect, test } from "vitest";
import { BudgetExceeded } from "#src/core/errors.ts";
import type { AnswerBase, Brief, Reasoner } from "#src/debate/reasoners/reasoner.ts";
import { chainOfCompany, MONDAY } from "#tests/support/company.ts";
import { finishedRun, keepInMap, runAnalysis, stepOf, type Setup } from "#tests/support/run-analysis.ts";
import { looksUp, plainLine, usefulCall, voices } from "#tests/support/voices.ts";

const setup: Setup = { vendors: chainOfCompany(), reasoner: voices(plainLine), ticker: "AAPL", tradeDate: MONDAY };

interface Priced extends Reasoner {
  /** What every answered call has cost, in the order of the answers. */
  readonly paid: { readonly step: string; readonly costUsd: string }[];
}

/** Voices whose calls have a price. `cost` null: nobody knows. */
function priced(
  voice: Reasoner,
  price: (step: string) => { readonly estimate: string | null; readonly cost: string | null },
): Priced {
  const paid: { step: string; costUsd: string }[] = [];
  return {
    ...voice,
    paid,
    estimate: (brief) => price(stepOf(brief)).estimate,
    async speak<A extends AnswerBase>(brief: Brief<A>, options: Parameters<Reasoner["speak"]>[1]) {
      const spoken = await voice.speak(brief, options);
      const costUsd = price(stepOf(brief)).cost;
      paid.push({ step: stepOf(brief), costUsd: costUsd ?? "0" });
      return { ...spoken, call: { ...spoken.call, costUsd } };
    },
  };
}

function sum(paid: readonly { readonly costUsd: string }[]): Decimal {
  return paid.reduce((total, { costUsd }) => total.plus(costUsd), new Decimal(0));
}

const tenCents = () => ({ estimate: "0.10", cost: "0.06" });

describe("a run's budget", () => {
  const cents = fc.integer({ min: 0, max: 30 });
  property.prop(
    [fc.array(fc.tuple(cents, cents), { minLength: 14, maxLength: 14 }), fc.integer({ min: 0, max: 300 })],
    { seed: 21, numRuns: 60 },
  )("is never crossed, whatever calls cost up to their estimates", async (prices, limit) => {
    const dollars = (value: number) => new Decimal(value).div(100).toFixed();
    const order: string[] = [];
    const reasoner = priced(
      voices(
        looksUp(usefulCall, () => 1),
        true,
      ),
      (step) => {
        if (!order.includes(step)) order.push(step);
        const [a = 0, b = 0] = prices[order.indexOf(step) % prices.length] ?? [];
        return { estimate: dollars(Math.max(a, b)), cost: dollars(Math.min(a, b)) };
      },
    );
    const { outcome } = await runAnalysis({
      ...setup,
      reasoner,
      settings: { toolSteps: 1, budgetUsd: dollars(limit) },
    });
    expect(sum(reasoner.paid).lte(dollars(limit))).toBe(true);
    if (outcome.ok) expect(outcome.run.usage.cost_usd).toBe(sum(reasoner.paid).toFixed());
    else expect(outcome.error).toBeInstanceOf(BudgetExceeded);
  });

  test("counts what calls in flight may cost, not only what was spent", async () => {
    // Four analysts at once: three estimates fit, and the fourth would not if all cost what they may.
    const reasoner = priced(voices(plainLine), tenCents);
    const { outcome } = await runAnalysis({ ...setup, reasoner, settings: { budgetUsd: "0.39" } });
    expect(outcome).toMatchObject({ ok: false, error: expect.any(BudgetExceeded) });
    expect(reasoner.paid.map(({ step }) => step)).toEqual(["market/1", "social/1", "news/1"]);
  });

  test("stops before the call that would cross it, says which, and keeps what was said", async () => {
    const reasoner = priced(voices(plainLine), tenCents);
    const { outcome, events } = await runAnalysis({ ...setup, reasoner, settings: { budgetUsd: "0.46" } });
    if (outcome.ok) throw new Error("the run should have been stopped");
    // Seven calls at $0.06 leave $0.04.
    expect(outcome.error.message).toBe(
      "the budget of $0.46 does not cover trader/1: $0.42 spent or reserved, up to $0.1 more needed",
    );
    expect(Object.keys(outcome.reports)).toEqual([
      "market",
      "social",
      "news",
      "fundamentals",
      "bull",
      "bear",
      "research_manager",
    ]);
    expect(outcome.reports.bear?.turns).toHaveLength(1);
    expect(reasoner.paid).toHaveLength(7);
    expect(events.filter(({ type }) => type === "debate.finished")).toEqual([]);
  });

  test("is enough to the last cent", async () => {
    const flat = () => ({ estimate: "0.10", cost: "0.10" });
    const run = (budgetUsd: string) =>
      runAnalysis({ ...setup, reasoner: priced(voices(plainLine), flat), settings: { budgetUsd } });
    expect((await run("1.2")).outcome).toMatchObject({ ok: true });
    expect((await run("1.19")).outcome).toMatchObject({ ok: false });
  });

  test("refuses a call whose price nobody knows; without a budget the bill says that it is not known", async () => {
    const unknown = () => ({ estimate: null, cost: null });
    const reasoner = priced(voices(plainLine), unknown);
    const { outcome } = await runAnalysis({ ...setup, reasoner, settings: { budgetUsd: "100" } });
    expect(reasoner.paid).toEqual([]);
    expect(outcome).toMatchObject({ ok: false, error: expect.any(BudgetExceeded), reports: {} });
    const free = await finishedRun({ ...setup, reasoner: priced(voices(plainLine), unknown) });
    expect(free.outcome.run.usage).toMatchObject({ calls: 12, cost_usd: null, budget_usd: null });
  });

  test("takes a call of unknown cost for its estimate", async () => {
    const reasoner = priced(voices(plainLine), () => ({ estimate: "0.10", cost: null }));
    const { outcome } = await runAnalysis({ ...setup, reasoner, settings: { budgetUsd: "0.65" } });
    expect(reasoner.paid).toHaveLength(6);
    expect(outcome).toMatchObject({ ok: false, error: expect.any(BudgetExceeded) });
  });

  test("counts what earlier attempts of the run have spent", async () => {
    const kept = new Map<string, string>();
    const first = priced(voices(plainLine), tenCents);
    await runAnalysis({ ...setup, reasoner: first, checkpoint: keepInMap(kept), settings: { budgetUsd: "0.46" } });
    const resume = (budgetUsd: string, reasoner: Reasoner) =>
      runAnalysis({ ...setup, reasoner, checkpoint: keepInMap(new Map(kept)), settings: { budgetUsd } });
    const again = priced(voices(plainLine), tenCents);
    expect((await resume("0.46", again)).outcome).toMatchObject({ ok: false, error: expect.any(BudgetExceeded) });
    expect(again.paid).toEqual([]);
    const more = priced(voices(plainLine), tenCents);
    // The trader brings it to $0.48, and then the three risk voices may cost $0.30 at once.
    expect((await resume("0.77", more)).outcome).toMatchObject({ ok: false });
    expect(more.paid.map(({ step }) => step)).toEqual(["trader/1", "aggressive/1", "neutral/1"]);
    const enough = priced(voices(plainLine), tenCents);
    const { outcome } = await resume("0.78", enough);
    expect(outcome).toMatchObject({ ok: true, run: { usage: { calls: 12, cost_usd: "0.72", budget_usd: "0.78" } } });
    expect(enough.paid).toHaveLength(5);
  });

  test("counts what was kept of others in the same wave before it lets a new call start", async () => {
    const prices = () => ({ estimate: "0.20", cost: "0.10" });
    const kept = new Map<string, string>();
    await runAnalysis({ ...setup, reasoner: priced(voices(plainLine), prices), checkpoint: keepInMap(kept) });
    // The process died when all analysts but the first had ended: $0.30 are spent.
    const others = ["start", "snapshot", "call social/1", "call news/1", "call fundamentals/1"];
    const left = new Map([...kept].filter(([key]) => others.includes(key)));
    const again = priced(voices(plainLine), prices);
    const checkpoint = keepInMap(left);
    const { outcome } = await runAnalysis({ ...setup, reasoner: again, checkpoint, settings: { budgetUsd: "0.45" } });
    expect(again.paid).toEqual([]);
    expect(outcome).toMatchObject({ ok: false, error: expect.any(BudgetExceeded) });
  });
});
