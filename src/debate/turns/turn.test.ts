import { describe, expect, test } from "vitest";
import { DebateEvent } from "#src/contract/run/events.ts";
import { ModelFailed } from "#src/core/errors.ts";
import { sha256 } from "#src/core/hash.ts";
import { promptText } from "../reasoners/prompt.ts";
import type { Line } from "../reasoners/scripted/scripted-reasoner.ts";
import type { Brief } from "../reasoners/reasoner.ts";
import { chainOfCompany, MONDAY } from "#tests/support/company.ts";
import { finishedRun, keepInMap, runAnalysis, type Setup } from "#tests/support/run-analysis.ts";
import { looksUp, plainAnswer, plainLine, stage, usefulCall, voices } from "#tests/support/voices.ts";
import { callKey } from "./model-call.ts";

const setup: Setup = { vendors: chainOfCompany(), reasoner: voices(plainLine), ticker: "AAPL", tradeDate: MONDAY };

function saying(agent: string, line: (brief: Brief<unknown>) => Line): Setup {
  return { ...setup, reasoner: voices((brief) => (brief.agent === agent ? line(brief) : plainLine(brief))) };
}

describe("a turn", () => {
  test("is recorded by its step with the hash of the prompt that was sent", async () => {
    const { calls, outcome, kept } = await finishedRun({
      ...setup,
      reasoner: voices(
        looksUp(usefulCall, () => 1),
        true,
      ),
      settings: { toolSteps: 1 },
    });
    const sent = new Map(calls.map(({ step, prompt }) => [step, sha256(promptText(prompt))]));
    for (const record of outcome.run.manifest.calls) {
      expect(record.prompt_sha256).toBe(sent.get(record.step));
      const stored: unknown = JSON.parse(kept.get(callKey(record.step)) ?? "null");
      expect(stored).toMatchObject({ prompt: record.prompt_sha256 });
    }
    expect([...kept.keys()].filter((key) => key.includes("market"))).toEqual([
      "call market/1",
      "market/1/tools",
      "call market/1.1",
    ]);
  });

  test("hands on prose without structure cut to its beginning, with no points", async () => {
    const prose = "word ".repeat(500);
    const { calls, outcome, events } = await finishedRun(saying("bear", () => ({ prose, problem: "not JSON" })));
    const entry = calls.at(-1)?.brief.transcript.find(({ agent }) => agent === "bear");
    expect(entry).toEqual({ agent: "bear", round: 1, points: [], summary: prose.slice(0, 1200) });
    expect(outcome.run.result.reports.bear).toMatchObject({
      text: prose,
      turns: [{ problem: "not JSON", fields: {} }],
    });
    expect(events).toContainEqual(
      expect.objectContaining({ type: "agent.finished", agent: "bear", headline: "no structured answer" }),
    );
  });

  test("tells in its headline when the claim that it repeats rests on nothing", async () => {
    const claims = (claim: string, evidence: string[]) =>
      saying("bear", (brief) => ({ answer: { ...plainAnswer(brief), points: [{ claim, evidence }] } }));
    const headline = async (claim: string, ...evidence: string[]): Promise<string | undefined> =>
      (await finishedRun(claims(claim, evidence))).events
        .flatMap((event) => (event.type === "agent.finished" && event.agent === "bear" ? [event.headline] : []))
        .at(0);
    expect(await headline("The price fell by 91.37 % in a week.")).toBe(
      "The price fell by 91.37 % in a week. (not supported by the evidence)",
    );
    expect(await headline("There are risks.")).toBe("There are risks. (not supported by the evidence)");
    expect(await headline("There are risks.", "M1")).toBe("There are risks.");
  });

  test("tells its points and the figures of its prose, each as it was checked", async () => {
    const points = [
      { claim: "The price fell by 91.37 % in a week.", evidence: ["M1"] },
      { claim: "There are risks.", evidence: ["M1"] },
    ];
    const text = "It lost 61.25 % more.";
    const { events } = await finishedRun(
      saying("bear", (brief) => ({ answer: { ...plainAnswer(brief), text, points } })),
    );
    const end = events.find((event) => event.type === "agent.finished" && event.agent === "bear");
    expect(end).toMatchObject({
      points: [
        { ...points[0], is_supported: false },
        { ...points[1], is_supported: true },
      ],
      spans: [
        { from: text.indexOf("61.25"), to: text.indexOf(" more"), kind: "unsupported", ids: [], expression: null },
      ],
    });
    expect(DebateEvent.parse(end)).toEqual(end);
  });

  test("may repeat numbers that earlier agents set, and its own, and no others", async () => {
    const numbers = saying("portfolio_manager", (brief) => ({
      answer: {
        ...plainAnswer(brief),
        text: "At a size of 5 %, with a confidence of 50 %, and 6.125 % out of the air.",
        confidence: 0.5,
      },
    }));
    const { outcome } = await finishedRun(numbers);
    const [turn] = outcome.run.result.reports.portfolio_manager?.turns ?? [];
    const found = turn?.checked?.text.map(({ from, to, kind, expression }) => [
      turn.text.slice(from, to),
      kind,
      expression,
    ]);
    expect(found).toEqual([
      ["5 %", "supported", "conservative size"],
      ["50 %", "supported", "own confidence"],
      ["6.125 %", "unsupported", null],
    ]);
  });

  test("may rest on what its own look-ups found, and others may on what it found", async () => {
    const quoting = voices((brief) => {
      if (brief.agent === "market" && brief.steps.length === 0)
        return { tools: [{ id: "a", name: "return_over", input: { sessions: 40 } }] };
      const found = brief.steps[0]?.results[0]?.evidence[0] ?? brief.evidence.find(({ key }) => key === "return_40d");
      const text = found === undefined ? "Nothing." : `It moved by ${found.value} % [${found.id}].`;
      const points = [{ claim: text, evidence: found === undefined ? [] : [found.id], side: "for" }];
      return { answer: { ...plainAnswer(brief), text, ...(["market", "bull"].includes(brief.agent) && { points }) } };
    }, true);
    const { outcome } = await finishedRun({ ...setup, reasoner: quoting, settings: { toolSteps: 1 } });
    const { market, bull, numbers } = outcome.run.result.reports;
    for (const report of [market, bull]) {
      const { text = [], points = [] } = report?.turns[0]?.checked ?? {};
      expect([...text, ...points.flat()].map(({ kind }) => kind)).toEqual([
        "supported",
        "citation",
        "supported",
        "citation",
      ]);
    }
    expect(numbers.unsupported).toBe(0);
  });

  test("that fails ends the run with what the others had said", async () => {
    const failing = saying("research_manager", () => {
      throw new ModelFailed("deep-1", "timeout", "no answer");
    });
    const { outcome, kept } = await runAnalysis(failing);
    if (outcome.ok) throw new Error("the run should have failed");
    expect(outcome.error).toBeInstanceOf(ModelFailed);
    expect(Object.keys(outcome.reports)).toEqual(["market", "social", "news", "fundamentals", "bull", "bear"]);
    expect(kept.has(callKey("research_manager/1"))).toBe(false);
    const again = await runAnalysis({ ...setup, checkpoint: keepInMap(new Map(kept)) });
    expect(again.outcome).toMatchObject({ ok: true });
    expect(again.calls.map(({ step }) => step)[0]).toBe("research_manager/1");
  });

  test("that fails for good beside others lets them end first, and keeps what they said", async () => {
    const on = stage((brief) => {
      if (brief.agent !== "market") return plainLine(brief);
      throw new ModelFailed("quick-1", "unauthorized", "the key is refused");
    });
    let ended = false;
    const running = runAnalysis({ ...setup, reasoner: voices(on.script) }).finally(() => {
      ended = true;
    });
    await on.waiting();
    on.letGo(["market/1"]);
    const others = ["fundamentals/1", "news/1", "social/1"];
    expect(await on.waiting()).toEqual(others);
    expect(ended).toBe(false);
    on.letGo(others);
    const { outcome, kept } = await running;
    if (outcome.ok) throw new Error("the run should have failed");
    expect(Object.keys(outcome.reports)).toEqual(["fundamentals", "news", "social"]);
    expect([...kept.keys()]).toEqual(["start", "snapshot", ...others.map(callKey)]);
  });

  test("with a defect inside is no failure of the run: it is thrown", async () => {
    const broken = saying("trader", () => {
      throw new TypeError("a defect");
    });
    await expect(runAnalysis(broken)).rejects.toThrow(TypeError);
  });
});
