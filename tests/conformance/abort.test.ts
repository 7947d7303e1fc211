import { describe, expect, test } from "vitest";
import { Cancelled } from "#src/core/errors.ts";
import type { AnswerBase, Brief, Reasoner } from "#src/debate/reasoners/reasoner.ts";
import { chainOfCompany, MONDAY } from "#tests/support/company.ts";
import { runAnalysis, stepOf, type Setup } from "#tests/support/run-analysis.ts";
import { looksUp, plainLine, quiet, stage, usefulCall, voices } from "#tests/support/voices.ts";

const setup: Setup = { vendors: chainOfCompany(), reasoner: voices(plainLine), ticker: "AAPL", tradeDate: MONDAY };

/** A voice that, in the named steps, ends only when the signal fires. */
function endless(voice: Reasoner, steps: readonly string[]): Reasoner {
  return {
    ...voice,
    speak<A extends AnswerBase>(brief: Brief<A>, options: Parameters<Reasoner["speak"]>[1]) {
      if (!steps.includes(stepOf(brief))) return voice.speak(brief, options);
      return new Promise<never>((_answered, failed) => {
        options.signal.addEventListener("abort", () => failed(new Cancelled()));
      });
    },
  };
}

const everyStep = [
  "market/1",
  "market/1.1",
  "bull/1",
  "research_manager/1",
  "trader/1",
  "neutral/1",
  "portfolio_manager/1",
];

describe("a cancelled run", () => {
  test.each(everyStep)("ends inside the call %s, and no further call starts", async (step) => {
    const abort = new AbortController();
    const reasoner = endless(
      voices(
        looksUp(usefulCall, () => 1),
        true,
      ),
      [step],
    );
    let seen = 0;
    const running = runAnalysis({
      ...setup,
      reasoner: {
        ...reasoner,
        speak: (brief, options) => {
          seen += 1;
          return reasoner.speak(brief, options);
        },
      },
      settings: { toolSteps: 1 },
      signal: abort.signal,
    });
    await quiet();
    const before = seen;
    expect(before).toBeGreaterThan(0);
    abort.abort();
    const { outcome, calls, events } = await running;
    expect(outcome).toMatchObject({ ok: false, error: expect.any(Cancelled) });
    expect(seen).toBe(before);
    expect(calls.map((call) => call.step)).toContain(step);
    expect(events.filter(({ type }) => type === "debate.finished")).toEqual([]);
  });

  test.each(everyStep)("ends after the call %s, whose answer came too late to go on with", async (step) => {
    const abort = new AbortController();
    const voice = voices(
      looksUp(usefulCall, () => 1),
      true,
    );
    const reasoner: Reasoner = {
      ...voice,
      async speak<A extends AnswerBase>(brief: Brief<A>, options: Parameters<Reasoner["speak"]>[1]) {
        const spoken = await voice.speak(brief, options);
        if (stepOf(brief) === step) abort.abort();
        return spoken;
      },
    };
    const { outcome, calls } = await runAnalysis({
      ...setup,
      reasoner,
      settings: { toolSteps: 1 },
      signal: abort.signal,
    });
    const agents = [...new Set(calls.map(({ brief }) => brief.agent))];
    if (step === "portfolio_manager/1") {
      // All had been said: there was nothing left to cancel.
      expect(outcome).toMatchObject({ ok: true });
      return;
    }
    expect(outcome).toMatchObject({ ok: false, error: expect.any(Cancelled) });
    const [agent = ""] = step.split("/");
    const together = [
      ["market", "social", "news", "fundamentals"],
      ["bull", "bear"],
      ["aggressive", "neutral", "conservative"],
    ];
    const wave: readonly string[] = together.find((names) => names.includes(agent)) ?? [agent];
    expect(wave).toContain(agents.at(-1));
  });

  test("that is cancelled before it begins asks nobody", async () => {
    const { outcome, calls } = await runAnalysis({ ...setup, signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ ok: false, error: expect.any(Cancelled) });
    expect(calls).toEqual([]);
  });

  test("keeps the answers of those who had ended", async () => {
    const abort = new AbortController();
    const on = stage(plainLine);
    const reasoner = endless(voices(on.script), ["news/1"]);
    const running = runAnalysis({ ...setup, reasoner, signal: abort.signal });
    await on.waiting();
    on.letGo(["market/1", "social/1", "fundamentals/1"]);
    await quiet();
    abort.abort();
    const { outcome, kept } = await running;
    if (outcome.ok) throw new Error("the run should have been cancelled");
    expect(Object.keys(outcome.reports).toSorted()).toEqual(["fundamentals", "market", "social"]);
    expect([...kept.keys()].toSorted()).toEqual([
      "call fundamentals/1",
      "call market/1",
      "call social/1",
      "snapshot",
      "start",
    ]);
  });
});
