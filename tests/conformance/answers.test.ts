import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

/* Questions of the first hour, the page that answers each, and what it must say. A page is two links from README at most. */

const root = join(import.meta.dirname, "../..");
const textOf = (page: string): string => readFileSync(join(root, page), "utf8");

const questions: readonly (readonly [question: string, page: string, answer: RegExp])[] = [
  ["How do I try it without a key?", "README.md", /npx conclave analyze DEMO --date 2019-06-03/],
  ["What do I have to install?", "README.md", /Node 20 or newer/],
  ["What is it not?", "README.md", /places no orders/],
  ["How do I analyse a stock as of today?", "docs/command-line.md", /--date today/],
  ["How do I limit what a run costs?", "docs/command-line.md", /--budget-usd/],
  ["Which exit codes are there?", "docs/command-line.md", /--fail-on-review/],
  ["How do I complete commands?", "docs/command-line.md", /completion bash/],
  ["How do I use Ollama with 8k of context?", "docs/models.md", /OLLAMA_CONTEXT_LENGTH=8192/],
  ["How do I use DeepSeek?", "docs/models.md", /SERVICE_LLM_API_KEY=deepseek=/],
  ["How do I use vLLM or another server?", "docs/models.md", /SERVICE_LLM_BASE_URL/],
  ["Which model is used?", "docs/models.md", /conclave doctor/],
  ["How do I use a CSV of prices?", "docs/archives.md", /archive import prices\.csv/],
  ["How do I check my own data?", "docs/archives.md", /archive check/],
  ["How do I call it with curl?", "docs/curl.md", /api analyses/],
  ["How do I call it from Python?", "docs/clients.md", /from conclave_client import Conclave/],
  ["How do I call it from TypeScript?", "docs/clients.md", /from "@conclave\/client"/],
  ["Do I need an API key?", "docs/clients.md", /own machine needs no key/],
  ["How do I run many analyses?", "docs/api.md", /\/v1\/batches/],
  ["How do I connect Claude or Cursor?", "docs/mcp.md", /claude mcp add/],
  ["How do I get signals in Telegram?", "docs/channels.md", /TELEGRAM_BOT_TOKEN/],
  ["How do I run it with Docker?", "deploy/README.md", /docker compose up --build --wait/],
  ["How do I put it behind Caddy?", "content/help/reverse-proxy.md", /## Caddy/],
  ["How do I put it behind nginx?", "content/help/reverse-proxy.md", /## nginx/],
  ["How do I upgrade?", "docs/operations.md", /`git pull`, `npm start`/],
  ["How do I back it up?", "docs/operations.md", /npx conclave service backup/],
  ["How do I make an administrator?", "docs/operations.md", /accounts admin/],
  ["Is the service well?", "docs/operations.md", /npx conclave doctor/],
  ["What leaves this machine?", "docs/what-leaves.md", /no telemetry/],
  ["What does a run cost?", "content/help/cost-of-a-run.md", /SERVICE_RUN_BUDGET_USD/],
  ["How do I cap what the whole server spends?", "content/help/cost-of-a-run.md", /SERVICE_MONTHLY_BUDGET_USD/],
  ["How do I read a report?", "content/help/read-a-report.md", /rating/i],
];

const linksOf = (page: string): string[] =>
  [...textOf(page).matchAll(/\]\(([^)#:\s]+\.md)(?:#[^)]*)?\)/g)]
    .map(([, link = ""]) => relative(root, join(root, dirname(page), link)))
    .filter((link) => existsSync(join(root, link)));
const near = new Set(["README.md", ...linksOf("README.md")].flatMap((page) => [page, ...linksOf(page)]));

test.each(questions)("%s", (_question, page, answer) => {
  expect(near).toContain(page);
  expect(textOf(page)).toMatch(answer);
});
