import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { facts, fillFacts, UnknownFact, stated } from "#src/product/content/facts.ts";
import { loadArticles, loadPosts, type ContentDocument } from "#src/product/content/library.ts";
import { JobStatus, Rating } from "#src/contract/jobs/analysis.ts";
import { DepositState } from "#src/contract/accounts/deposits.ts";
import { CheckId } from "#src/contract/run/judgement.ts";
import { SpanKind } from "#src/contract/run/spans.ts";
import { nextStatus, WebhookEvent } from "#src/contract/jobs/jobs.ts";
import { plans, Scope } from "#src/contract/accounts/plans.ts";
import { routes } from "#src/contract/api/routes.ts";
import { variableNames } from "#src/core/config/variables.ts";
import { retryDelaysMs } from "#src/product/outbox/public/retries.ts";
import { pagesOnDisk } from "#tests/support/built-pages.ts";
import { typedCopies } from "#tests/support/typed-copies.ts";

const project = join(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(join(project, file), "utf8");
const articles = loadArticles();
const posts = loadPosts();
const documents: readonly ContentDocument[] = [...articles, ...posts];
const named = documents.map((document): [name: string, document: ContentDocument] => [document.path, document]);
const sources = globSync("content/{help,blog}/*.md", { cwd: project }).map((file): [file: string, text: string] => [
  file,
  read(file),
]);

function article(slug: string): ContentDocument {
  const found = articles.find((one) => one.slug === slug);
  if (found === undefined) throw new Error(`there is no article ${slug}`);
  return found;
}

function withoutCode({ markdown }: ContentDocument): string {
  return markdown.replaceAll(/^```[\s\S]*?^```/gm, "");
}

/** What stands between backticks. */
function spans(document: ContentDocument): string[] {
  return [...withoutCode(document).matchAll(/`([^`\n]+)`/g)].map(([, text = ""]) => text);
}

function firstColumn({ markdown }: ContentDocument): string[] {
  return [...markdown.matchAll(/^\| (`.+?`) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name),
  );
}

function codeOf(documentsOf: readonly ContentDocument[], language: string): [place: string, code: string][] {
  return documentsOf.flatMap(({ path, blocks }) =>
    blocks.flatMap((block, index): [string, string][] =>
      block.kind === "code" && block.language === language ? [[`${path} block ${index + 1}`, block.code]] : [],
    ),
  );
}

describe("the help centre and the blog", () => {
  test("have what they promise, each text under a name and a title of its own", () => {
    expect(articles.length).toBeGreaterThanOrEqual(40);
    expect(posts.length).toBeGreaterThanOrEqual(6);
    for (const all of [articles, posts]) expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
    expect(new Set(posts.map(({ id }) => id)).size).toBe(posts.length);
    for (const { published, updated } of posts)
      expect(Date.parse(updated)).toBeGreaterThanOrEqual(Date.parse(published));
  });

  test("articles of a section stand in an order, and none shares a place", () => {
    const places = articles.map(({ section, order }) => `${section} ${order}`);
    expect(new Set(places).size).toBe(places.length);
  });

  test.each(named)("%s names related texts that are there", (_path, { slug, related, kind }) => {
    const slugs = (kind === "help" ? articles : posts).map((one) => one.slug);
    expect(related.filter((name) => name === slug || !slugs.includes(name))).toEqual([]);
    expect(new Set(related).size).toBe(related.length);
  });

  test.each(named)("%s has headings of two levels, and code only where it can be copied", (_path, document) => {
    expect(withoutCode(document)).not.toMatch(/^(#|####+) /m);
    expect(
      document.blocks.filter((block) => block.kind === "prose" && /<pre|<h1|&lt;\w+&gt;/.test(block.html)),
    ).toEqual([]);
    for (const block of document.blocks)
      if (block.kind === "code") expect(["sh", "ts", "python", "json", "text"]).toContain(block.language);
  });
});

describe("links", () => {
  const pages = new Set(pagesOnDisk());
  const anchors = new Map(documents.map(({ path, headings }) => [path, headings.map(({ id }) => id)]));
  const answered = new Set<string>([...Object.values(routes).map(({ path }) => path), "/openapi.json", "/docs/api"]);

  function fault(from: string, link: string): string | null {
    if (link.startsWith("https://")) return URL.canParse(link) ? null : "no address";
    const [path = "", anchor] = link.startsWith("#") ? [from, link.slice(1)] : link.split("#");
    if (!path.startsWith("/")) return "neither of this site nor whole";
    const headings = anchors.get(path);
    if (headings !== undefined) return anchor === undefined || headings.includes(anchor) ? null : "no such heading";
    if (anchor !== undefined) return "an anchor on a page that is not checked";
    return pages.has(path) || answered.has(path) ? null : "no such page";
  }

  test.each(named)("of %s lead somewhere", (path, { links }) => {
    expect(links.flatMap((link) => (fault(path, link) === null ? [] : [`${link}: ${fault(path, link)}`]))).toEqual([]);
  });

  test("that lead nowhere are found", () => {
    expect(fault("/help/review", "/help/no-such-article")).toBe("no such page");
    expect(fault("/help/review", "/help/ratings#no-such-heading")).toBe("no such heading");
    expect(fault("/help/review", "#nothing")).toBe("no such heading");
    expect(fault("/help/review", "ratings")).toBe("neither of this site nor whole");
  });
});

describe("what the code decides", () => {
  test("is filled in from it: an unknown name fails", () => {
    expect(fillFacts("{{plans.elite.name}} costs {{ plans.elite.price }}", "a.md")).toBe(
      `${plans.elite.name} costs $${plans.elite.priceMinor / 100}`,
    );
    expect(() => fillFacts("{{plans.elite.prize}}", "a.md")).toThrow(UnknownFact);
  });

  test.each(sources)("%s types no number that a fact holds", (_file, text) => {
    expect(typedCopies(text, facts)).toEqual([]);
  });

  test("a typed copy is found, in digits, in words and as an amount", () => {
    const found = (text: string): string[] => typedCopies(text, facts).map(({ typed }) => typed);
    expect(found(`It costs $${plans.elite.priceMinor / 100}.`)).toHaveLength(1);
    expect(found(`lasts ${plans.elite.watchlists} watchlists`)).toHaveLength(1);
    expect(found("opens three event streams")).not.toEqual([]);
    expect(found("on port 3000 of it")).toEqual(["3000"]);
    expect(found("{{config.PORT.default}} and 13000 and 300")).toEqual([]);
  });

  test.each(Object.entries(stated))("%s is what the code says", (name, { text, file, line, value }) => {
    const counted: Readonly<Record<string, number>> = {
      "webhooks.attempts": retryDelaysMs.length,
      "webhooks.hours": Math.round(retryDelaysMs.reduce((sum, wait) => sum + wait, 0) / 3_600_000),
    };
    if (name in counted) return void expect([text, counted[name]]).toEqual([String(value), value]);
    const source = read(file);
    const at = source.indexOf(line);
    expect(at, `${file} has no line "${line}"`).toBeGreaterThanOrEqual(0);
    if (name === "links.resetHours") return;
    // A literal, a product of literals, or one with a unit's name: `30 * day` is 30 here.
    const [, product = ""] = /^(\d[\d_]*(?:\.\d+)?(?: \* \d[\d_]*)*)/.exec(source.slice(at + line.length)) ?? [];
    const there = product.split(" * ").reduce((all, factor) => all * Number(factor.replaceAll("_", "")), 1);
    const inUnits = [there, there / 60, there / (60 * 1000), there / 1_048_576];
    expect(inUnits, `${file}: ${line}${product}`).toContain(value);
  });

  test("every fact of these tables is used, so that none is kept for nothing", () => {
    const used = new Set(
      sources.flatMap(([, text]) => [...text.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)].map(([, name]) => name)),
    );
    expect(Object.keys(stated).filter((name) => !used.has(name))).toEqual([]);
  });
});

describe("texts about states and names", () => {
  test("deposit-states has each state of a deposit, and no other", () => {
    expect(firstColumn(article("deposit-states")).toSorted()).toEqual([...DepositState.options].toSorted());
  });

  test("ratings and review have each rating", () => {
    expect([...firstColumn(article("ratings")), "REVIEW"].toSorted()).toEqual([...Rating.options].toSorted());
    expect(spans(article("review"))).toContain("is_review");
  });

  test("api-requests has each state of a job with what can follow", () => {
    const rows = [...article("api-requests").markdown.matchAll(/^\| `(\w+)` \| ((?:`\w+`(?:, )?)*) ?\|/gm)].map(
      ([, from = "", to = ""]) => [from, [...to.matchAll(/\w+/g)].map(String).filter((state) => state !== from)],
    );
    const told = Object.fromEntries(rows.filter(([from]) => JobStatus.safeParse(from).success));
    expect(told).toEqual(
      Object.fromEntries(Object.entries(nextStatus).map(([from, to]) => [from, to.filter((state) => state !== from)])),
    );
  });

  test("api-errors has each status that a request of the API can get", () => {
    const api = Object.values(routes).filter(({ path }) => path.startsWith("/v1/"));
    const statuses = new Set(
      api.flatMap(({ answers }) => Object.keys(answers).filter((status) => Number(status) >= 400)),
    );
    const told = [...article("api-errors").markdown.matchAll(/^\| (\d{3}) \|/gm)].map(([, status]) => status);
    expect(told.toSorted()).toEqual([...statuses, "405"].toSorted());
  });

  test.each([
    ["api-keys", Scope.options],
    ["levels-and-checks", CheckId.options],
    ["unsupported-numbers", SpanKind.options],
    ["api-webhooks", WebhookEvent.options],
  ] as const)("%s has every name there is", (slug, names) => {
    expect(names.filter((name) => !spans(article(slug)).includes(name))).toEqual([]);
  });

  test("configuration has every variable, and no text names one that is not there", () => {
    const told = new Set(spans(article("configuration")).filter((name) => /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)*$/.test(name)));
    expect(variableNames.filter((name) => !told.has(name))).toEqual([]);
    const proxies = ["HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "NO_PROXY"];
    const own = ["CONCLAVE_URL", "CONCLAVE_WEBHOOK_SECRET", ...proxies];
    const odd = documents.flatMap(({ path, markdown }) =>
      [...markdown.matchAll(/\b[A-Z][A-Z\d]+(?:_[A-Z\d]+)+\b/g)].flatMap(([name]) =>
        variableNames.includes(name) || own.includes(name) ? [] : [`${path}: ${name}`],
      ),
    );
    expect(odd).toEqual([]);
  });

  test("every path of the API that a text names is there", () => {
    // Of the contract, and mounted with what they belong to.
    const known = new Set([
      ...Object.values(routes).map(({ path }) => path),
      "/api/assistant",
      "/api/signal-engine/stream",
      "/api/auth",
    ]);
    const odd = documents.flatMap(({ path, markdown }) =>
      [...markdown.matchAll(/(?<![\w.])\/(?:v1|api)\/[\w{}$/.-]+/g)].flatMap(([text]) => {
        const plain = text.replace(/[./]$/, "").replace(/\$\{[\w.]+\}?|\$ID|\$\{?job\.id\}?|ana_\w+/, "{job_id}");
        return known.has(plain) ? [] : [`${path}: ${text}`];
      }),
    );
    expect(odd).toEqual([]);
  });

  test("every command and flag that a text names is there", () => {
    const code = globSync(
      "src/cli/{program,cli,debate-commands,completion,service/service-commands,service/role-commands,runs/run-flags}.ts",
      {
        cwd: project,
      },
    )
      .map(read)
      .join("\n");
    const commands = new Set([...code.matchAll(/(?:command\(|role\(|name:)\s*"([a-z-]+)/g)].map(([, name]) => name));
    const flags = new Set([...code.matchAll(/"(--[a-z-]+)/g)].map(([, flag]) => flag));
    const odd = documents.flatMap(({ path, markdown }) =>
      [...markdown.matchAll(/(?:npx |`)conclave ((?:[a-z-]+)(?: [a-z]+)?)?([^`\n]*)/g)].flatMap(
        ([text, words = "", rest = ""]) => {
          const [command = "", sub] = words.split(" ");
          const nests = ["study", "archive", "keys", "proof-keys", "accounts", "signals", "jobs", "service"].includes(
            command,
          );
          const wrong = [command, ...(nests && sub !== undefined ? [sub] : [])].filter(
            (word) => word !== "" && !commands.has(word),
          );
          const wrongFlags = [...rest.matchAll(/--[a-z-]+/g)].map(String).filter((flag) => !flags.has(flag));
          return wrong.length + wrongFlags.length === 0 ? [] : [`${path}: ${text}`];
        },
      ),
    );
    expect(odd).toEqual([]);
  });

  test("every metric that a text names is there", () => {
    const code = globSync("src/server/{http/protection,worker}/*{meters,metrics}.ts", { cwd: project })
      .map(read)
      .join("\n");
    const metrics = firstColumn(article("health-and-metrics")).filter(
      (name) => name.includes("_") && name !== "not_configured",
    );
    expect(metrics.length).toBeGreaterThan(8);
    expect(metrics.filter((name) => !code.includes(`"${name}"`))).toEqual([]);
  });

  test("what a text quotes of an error or a note is said by the code", () => {
    const code = globSync("src/**/*.ts", { cwd: project, exclude: ["**/.next*/**", "**/*.test.ts"] })
      .map(read)
      .join("\n");
    const quoted = ["troubleshooting", "missing-data"].flatMap((slug) =>
      [...article(slug).markdown.matchAll(/"([^"]+)"/g)].flatMap(([, text = ""]) => text.split(" … ")),
    );
    expect(quoted.length).toBeGreaterThan(12);
    expect(quoted.filter((text) => !code.includes(text))).toEqual([]);
  });
});

describe("examples", () => {
  test.each(codeOf(documents, "json"))("%s is JSON", (_place, code) => {
    expect(() => JSON.parse(code)).not.toThrow();
  });

  test.each(codeOf(documents, "sh"))("%s is what a shell reads", (_place, code) => {
    const { status, stderr } = spawnSync("bash", ["-n"], { input: code, encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  test.each(codeOf(documents, "ts"))("%s is TypeScript", (_place, code) => {
    const { diagnostics = [] } = ts.transpileModule(code, {
      reportDiagnostics: true,
      compilerOptions: { target: ts.ScriptTarget.ES2024, module: ts.ModuleKind.ESNext },
    });
    expect(diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "))).toEqual([]);
  });
});
