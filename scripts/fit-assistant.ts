/*
 * Fits the weights of product/assistant/public/knowledge.ts to the questions of tuning, practice and voices, and prints
 * them. Each passage that is found for a question is one case: does it stand on a page that answers it? Run it after changes of
 * words, signs or content, once or twice until the weights stay as they are: `node scripts/fit-assistant.ts`.
 */
import { knowledgePassages } from "#src/server/compose/models/knowledge-passages.ts";
import { isFollowUp } from "#src/product/assistant/lib/questions.ts";
import { createKnowledge, signNames } from "#src/product/assistant/public/knowledge.ts";
import { pageOf } from "#src/product/assistant/lib/lexical-index.ts";
import { reindex } from "#src/product/assistant/assistant.ts";
import { freshDatabase } from "#tests/support/database.ts";
import type { Question } from "#tests/assistant/question.ts";
import { practice } from "#tests/assistant/questions.practice.ts";
import { tuning } from "#tests/assistant/questions.tuning.ts";
import { voices } from "#tests/assistant/questions.voices.ts";
import { systemContext } from "#tests/support/contexts.ts";

/** Keeps a weight small that few cases speak for. */
const ridge = 0.0007;
const steps = 6000;
const rate = 1.5;

interface Case {
  /** 1 for `least`, and the signs in their order. */
  readonly values: readonly number[];
  readonly answers: number;
}

async function casesOf(questions: readonly Question[]): Promise<Case[]> {
  const fresh = await freshDatabase();
  await reindex(systemContext(fresh), knowledgePassages());
  const knowledge = createKnowledge(fresh.db);
  const cases: Case[] = [];
  for (const { ask, after = [], pages } of questions) {
    const { found } = await knowledge.search(ask, isFollowUp(ask) ? (after.at(-1) ?? null) : null);
    // Of each page the best passage alone: the labels name pages, and not every part of one answers.
    const best = new Map(found.toReversed().map((one) => [pageOf(one.passage.url), one.signs]));
    for (const [page, signs] of best)
      cases.push({ values: [1, ...signNames.map((name) => signs[name])], answers: pages.includes(page) ? 1 : 0 });
  }
  await fresh.drop();
  return cases;
}

/** Logistic regression by gradient descent. */
function fit(cases: readonly Case[]): number[] {
  const weights = ["least", ...signNames].map(() => 0);
  for (let step = 0; step < steps; step += 1) {
    const slope = weights.map((weight, index) => (index === 0 ? 0 : ridge * weight));
    for (const { values, answers } of cases) {
      const sum = values.reduce((all, value, index) => all + value * (weights[index] ?? 0), 0);
      const off = 1 / (1 + Math.exp(-sum)) - answers;
      for (const [index, value] of values.entries()) slope[index] = (slope[index] ?? 0) + (off * value) / cases.length;
    }
    for (const [index, by] of slope.entries()) weights[index] = (weights[index] ?? 0) - rate * by;
  }
  return weights;
}

const asked = [...tuning, ...practice, ...voices].filter(({ kind }) => kind !== "account" && kind !== "injection");
const cases = await casesOf(asked);
const weights = fit(cases);
const named = ["least", ...signNames].map((name, index) => `${name}: ${(weights[index] ?? 0).toFixed(2)}`);
process.stdout.write(`${cases.length} cases\n{ ${named.join(", ")} }\n`);
