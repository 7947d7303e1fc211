import { describe, expect, test } from "vitest";
import { declaredAnswers } from "#src/product/content/passages.ts";
import { knowledgePassages } from "#src/server/compose/models/knowledge-passages.ts";
import { declaredBy } from "#src/product/assistant/lib/questions.ts";

/* Questions with one right answer: each wording is found, and nothing that only sounds like one. */

const answers = declaredAnswers();
const declared = declaredBy(answers);

describe("what a page declares", () => {
  test("is found by each of its wordings", () => {
    const lost = answers.flatMap(({ questions, claim }) =>
      questions.filter((question) => declared(question)?.text !== claim.text),
    );
    expect(lost).toEqual([]);
    expect(answers.flatMap(({ questions }) => questions).length).toBeGreaterThan(400);
  });

  test("has several wordings, and its quote stands in its passage", () => {
    const passages = new Map(knowledgePassages().map((passage) => [passage.id, passage]));
    for (const { questions, claim } of answers) {
      expect(questions.length, claim.text).toBeGreaterThanOrEqual(3);
      expect(passages.get(claim.passage.id)?.text, claim.text).toContain(claim.quote);
    }
  });

  test.each([
    ["Where do prices come from?", "/help/data-sources#prices"],
    ["What does a stop mean in a report?", "/help/entry-stop-target#stop"],
    ["How long does an analysis take?", "/help/how-long"],
    ["How does REVIEW differ from Hold?", "/help/review"],
    ["What is the difference between REVIEW and Hold?", "/help/review"],
    ["How many analyses do I get for free?", "/help/plans"],
    ["Does Conclave place trades?", "/help/what-conclave-does#what-it-does-not-do"],
    ["How do I call the API from Python?", "/help/python"],
    ["hi, how much does elite cost per month??", "/help/plans"],
    ["please tell me what is the ATR", "/help/entry-stop-target#distances-and-average-true-range"],
  ])("answers %s", (question, url) => {
    expect(declared(question)?.passage.url).toBe(url);
  });

  test.each([
    "Where do prices of models come from?",
    "Where do prices not come from?",
    "What happens when the stop is hit?",
    "Why does an analysis take so long?",
    "How long does an analysis of ten symbols take?",
    "How many analyses do I get for free after a refund?",
    "How many analyses did I get for free before?",
    "Can I place trades?",
    "How do I call the API from Ruby?",
    "How do I call Python from the API now?",
    "How much does Elite cost with a student discount?",
    "How much does Elite save?",
    "Who gets Elite for free?",
    "Does Conclave place trades in Germany?",
    "Does Conclave not place trades?",
    "",
    "?",
    "the",
  ])("says nothing to %s", (question) => {
    expect(declared(question)).toBeNull();
  });

  test("may not be declared twice with two answers", () => {
    const [first, second] = answers;
    if (first === undefined || second === undefined) throw new Error("nothing is declared");
    expect(() => declaredBy([first, { ...second, questions: first.questions }])).toThrow("two answers are declared");
  });
});
