import { describe, expect, test } from "vitest";
import type { Agent } from "#src/contract/run/answers.ts";
import { checkedOf } from "#src/contract/run/checked.ts";
import { allSpans, isFlagged } from "#src/contract/run/spans.ts";
import type { Brief, Reasoner } from "#src/debate/reasoners/reasoner.ts";
import type { Line } from "#src/debate/reasoners/scripted/scripted-reasoner.ts";
import { chainOfCompany, company, MONDAY } from "#tests/support/company.ts";
import { news } from "#tests/support/memory-vendor.ts";
import { everyByte, finishedRun, keepInMap, type Conducted, type Setup } from "#tests/support/run-analysis.ts";
import { plainAnswer, plainLine, voices } from "#tests/support/voices.ts";

const setup: Setup = { vendors: chainOfCompany(), reasoner: voices(plainLine), ticker: "AAPL", tradeDate: MONDAY };

const right = "The shares closed at {{M1}}.";
const wrong = "The shares closed at {{M1}}, with revenue of {{F9999}}.";
const denial = '<external id="denied">"{{F9999}}" names no figure: there is no evidence F9999.</external>';

/** What an agent claims and writes, in its usual form. */
function claiming(brief: Brief<unknown>, claim: string): Record<string, unknown> {
  const answer = plainAnswer(brief);
  const points = "points" in answer ? { points: [{ claim, evidence: ["M1"], side: "against" }] } : {};
  return { ...answer, ...points, text: claim, ...("thesis" in answer && { thesis: claim }) };
}

/** The opposite of what the price did. */
function againstReturn({ evidence }: Brief<unknown>): string {
  const { id, value } = evidence.find(({ key }) => key === "return_63d") ?? {};
  if (id === undefined || value == null) throw new Error("there is no such measure");
  return `The shares ${value > 0 ? "fell" : "rose"} by {{${id}|abs}} over 63 sessions.`;
}

/** An agent that says what the evidence denies, and on being asked again what `second` says. */
function mistaken(agent: Agent, second: (brief: Brief<unknown>) => Line): Reasoner {
  return voices((brief) => {
    if (brief.agent !== agent) return plainLine(brief);
    return brief.again === undefined ? { answer: claiming(brief, wrong) } : second(brief);
  });
}

const corrected = (brief: Brief<unknown>): Line => ({ answer: claiming(brief, right) });
const insisting = (brief: Brief<unknown>): Line => ({ answer: claiming(brief, wrong) });

type Finished = Awaited<ReturnType<typeof finishedRun>>;

const turnOf = ({ outcome }: Finished, agent: Agent) => outcome.run.result.reports[agent]?.turns[0];
const flaggedOf = (run: Finished, agent: Agent): number => {
  const turn = turnOf(run, agent);
  return turn === undefined ? -1 : allSpans(checkedOf(turn)).filter(isFlagged).length;
};
const promptOf = ({ calls }: Conducted, step: string): string =>
  calls
    .find((call) => call.step === step)
    ?.prompt.messages.map(({ content }) => content)
    .join("\n\n") ?? "";

/** Each call costs a cent; one that asks again could cost two. */
function priced(reasoner: Reasoner): Reasoner {
  return {
    ...reasoner,
    estimate: ({ again }) => (again === undefined ? "0.01" : "0.02"),
    async speak(brief, options) {
      const spoken = await reasoner.speak(brief, options);
      return { ...spoken, call: { ...spoken.call, costUsd: "0.01" } };
    },
  };
}

describe("an agent whose figure the evidence denies", () => {
  test("is asked once more with exactly that, before anybody else reads it, and its correction counts", async () => {
    const run = await finishedRun({ ...setup, reasoner: mistaken("bear", corrected) });
    expect(run.outcome.run.usage.calls).toBe(13);
    expect(promptOf(run, "bear/1:again")).toContain(`WHAT THE EVIDENCE DENIES IN IT\n${denial}`);
    expect(promptOf(run, "bear/1:again")).not.toContain("WHAT IS MISSING");
    expect(turnOf(run, "bear")).toMatchObject({ read_as: ["asked_again", "asked_again_figures"], problem: null });
    expect(flaggedOf(run, "bear")).toBe(0);
    expect(turnOf(run, "bear")?.text).toMatch(/^The shares closed at \$\d+\.\d\d\.$/);
    expect(promptOf(run, "research_manager/1")).not.toContain("not supported");
    expect(promptOf(run, "portfolio_manager/1")).not.toContain("does not support");
    const steps = run.calls.map(({ step }) => step);
    expect(steps.indexOf("bear/1:again")).toBeLessThan(steps.indexOf("research_manager/1"));
  });

  test.each([
    ["digits that it typed", () => "The shares closed at 999.99 USD [M1].", "999.99 USD"],
    ["a word of direction", againstReturn, "over 63 sessions"],
  ])("is asked about %s, and corrects them", async (_what, mistake, quoted) => {
    const reasoner = voices((brief) => {
      if (brief.agent !== "market") return plainLine(brief);
      return { answer: claiming(brief, brief.again === undefined ? mistake(brief) : right) };
    });
    const run = await finishedRun({ ...setup, reasoner });
    expect(run.outcome.run.usage.calls).toBe(13);
    expect(promptOf(run, "market/1:again").split("WHAT THE EVIDENCE DENIES IN IT")[1]).toContain(quoted);
    expect(turnOf(run, "market")).toMatchObject({ read_as: ["asked_again", "asked_again_figures"] });
    expect(flaggedOf(run, "market")).toBe(0);
  });

  test("tells the live view what was corrected", async () => {
    const { events, outcome } = await finishedRun({ ...setup, reasoner: mistaken("bear", corrected) });
    const told = events.flatMap((event) => (event.type === "agent.delta" && event.agent === "bear" ? event.text : []));
    const [turn] = outcome.run.result.reports.bear?.turns ?? [];
    expect(told.join("")).toContain("with revenue of");
    expect(events.find((event) => event.type === "agent.finished" && event.agent === "bear")).toMatchObject({
      text: turn?.text,
      spans: turn?.checked?.text,
    });
  });

  test("and that insists is marked in what others read, and the portfolio manager is told of whom how much", async () => {
    const run = await finishedRun({ ...setup, reasoner: mistaken("bear", insisting) });
    expect(run.outcome.run.usage.calls).toBe(13);
    expect(turnOf(run, "bear")).toMatchObject({ read_as: ["asked_again", "asked_again_figures"] });
    for (const step of ["research_manager/1", "trader/1", "portfolio_manager/1"])
      expect(promptOf(run, step)).toMatch(/revenue of .{1,20}\. \(not supported by the evidence: [^)]+\) \[M1/);
    // In its claim and in its prose.
    expect(promptOf(run, "portfolio_manager/1")).toContain("does not support, by agent: bear 2.");
    expect(promptOf(run, "trader/1")).not.toContain("does not support, by agent");
    expect(run.outcome.run.result.reports.numbers.unsupported).toBe(2);
  });

  test("loses nothing by it: a second answer without its points does not replace the first", async () => {
    const empty = (brief: Brief<unknown>): Line => ({ answer: { ...claiming(brief, right), points: [] } });
    const run = await finishedRun({ ...setup, reasoner: mistaken("bear", empty) });
    expect(turnOf(run, "bear")?.points).toHaveLength(1);
    expect(flaggedOf(run, "bear")).toBe(2);
  });

  test("is asked for what is missing in the same question", async () => {
    const reasoner = voices((brief) => {
      if (brief.agent !== "portfolio_manager") return plainLine(brief);
      return brief.again === undefined ? { prose: wrong, problem: "not JSON" } : corrected(brief);
    });
    const run = await finishedRun({ ...setup, reasoner });
    const again = promptOf(run, "portfolio_manager/1:again");
    expect(again).toContain('WHAT IS MISSING IN IT\nThe field "rating"');
    expect(again).toContain(denial);
    expect(run.outcome.run).toMatchObject({ usage: { calls: 13 }, result: { rating: "Overweight" } });
  });
});

describe("a question about figures", () => {
  test("is not asked where nothing is denied", async () => {
    const saying = voices((brief) => ({ answer: claiming(brief, right) }));
    const run = await finishedRun({ ...setup, reasoner: saying, analysts: ["market"] });
    expect(run.outcome.run.usage.calls).toBe(9);
    expect(run.calls.some(({ brief }) => brief.again !== undefined)).toBe(false);
    expect(run.outcome.run.manifest.config).not.toHaveProperty("ask_again_figures");
  });

  test("is not asked where the budget does not cover it, and what is wrong stays marked", async () => {
    const dear = { ...setup, reasoner: priced(mistaken("portfolio_manager", corrected)) };
    const run = await finishedRun({ ...dear, settings: { budgetUsd: "0.13" } });
    expect(run.outcome.run.usage).toMatchObject({ calls: 12, cost_usd: "0.12" });
    expect(turnOf(run, "portfolio_manager")).toMatchObject({ read_as: ["over_budget"], problem: null });
    expect(run.outcome.run.result.rating).toBe("Overweight");
    expect(flaggedOf(run, "portfolio_manager")).toBe(2);
    const covered = await finishedRun({ ...dear, settings: { budgetUsd: "0.14" } });
    expect(covered.outcome.run.usage).toMatchObject({ calls: 13, cost_usd: "0.13" });
    expect(flaggedOf(covered, "portfolio_manager")).toBe(0);
  });

  test("is not asked where that is switched off, which stands in the manifest", async () => {
    const run = await finishedRun({
      ...setup,
      reasoner: mistaken("bear", corrected),
      settings: { askAgainFigures: false },
    });
    expect(run.outcome.run.usage.calls).toBe(12);
    expect(run.outcome.run.manifest.config.ask_again_figures).toBe(false);
    expect(promptOf(run, "portfolio_manager/1")).toContain("by agent: bear 2.");
  });

  test.each([
    ["corrected", setup.settings, mistaken("bear", corrected)],
    ["insisting", setup.settings, mistaken("bear", insisting)],
    ["over budget", { budgetUsd: "0.13" }, priced(mistaken("portfolio_manager", corrected))],
  ])(
    "%s, is resumed after any step byte for byte, and nothing is paid for twice",
    async (_what, settings, reasoner) => {
      const whole = { ...setup, reasoner, ...(settings && { settings }) };
      const first = await finishedRun(whole);
      const keys = [...first.kept.keys()];
      for (let steps = 0; steps <= keys.length; steps += 1) {
        const checkpoint = keepInMap(new Map([...first.kept].slice(0, steps)));
        const resumed = await finishedRun({ ...whole, checkpoint });
        expect(everyByte(resumed).outcome).toBe(everyByte(first).outcome);
        const paid = new Set(keys.slice(0, steps));
        expect(resumed.calls.filter(({ step }) => paid.has(`call ${step}`))).toEqual([]);
      }
    },
  );
});

describe("braces that an agent did not write", () => {
  test("stay as they are in the evidence and in every prompt", async () => {
    const headline = "Close at {{M1}} says {{stop}}";
    const vendors = chainOfCompany({ news: [...(company().news ?? []), news("2025-05-30T15:00:00Z", headline)] });
    const run = await finishedRun({ ...setup, vendors });
    expect(run.outcome.run.manifest.evidence.map(({ text }) => text).join("\n")).toContain(headline);
    expect(promptOf(run, "news/1")).toContain(headline);
  });
});

test("prose is told as it comes with its references written out", async () => {
  const run = await finishedRun({
    ...setup,
    reasoner: voices((brief) => ({ answer: claiming(brief, right) })),
    analysts: ["market"],
  });
  for (const agent of ["market", "bull", "portfolio_manager"] as const) {
    const told = run.events.flatMap((event) =>
      event.type === "agent.delta" && event.agent === agent ? [event.text] : [],
    );
    expect(told.join("")).toBe(turnOf(run, agent)?.text);
    const end = run.events.find((event) => event.type === "agent.finished" && event.agent === agent);
    expect(end).not.toHaveProperty("text");
  }
});

test("what an agent has yet to set is told as dots, and as it was set when it ends", async () => {
  const said = "Stop {{stop}}, size {{size}} at {{M1}}.";
  const reasoner = voices((brief) => {
    if (brief.agent !== "trader") return plainLine(brief);
    const levels = { action: "buy", entry: 120, stop: 110, target: 150, size_pct: 4 };
    return { answer: { ...claiming(brief, said), ...levels } };
  });
  const { events, outcome } = await finishedRun({ ...setup, reasoner });
  const text = outcome.run.result.reports.trader?.turns[0]?.text;
  expect(text).toMatch(/^Stop \$110\.00, size 4% at \$\d+\.\d\d\.$/);
  const told = events.flatMap((event) => (event.type === "agent.delta" && event.agent === "trader" ? event.text : []));
  expect(told.join("")).toMatch(/^Stop …, size … at \$\d+\.\d\d\.$/);
  expect(events.find((event) => event.type === "agent.finished" && event.agent === "trader")).toMatchObject({ text });
});
