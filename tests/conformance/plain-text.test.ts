import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { failure } from "#src/cli/failure.ts";
import { diffText } from "#src/cli/commands/diff.ts";
import { roleLine } from "#src/cli/service/supervise.ts";
import { summaryText } from "#src/cli/runs/summary.ts";
import { jsonLine, jsonText, say } from "#src/cli/terminal.ts";
import { plainLine, plainText, plainTexts } from "#src/contract/text.ts";
import { WatchlistInput } from "#src/contract/signals/signals.ts";
import { parseSymbol } from "#src/market/symbols/symbols.ts";
import { InvalidInput, VendorFailed } from "#src/core/errors.ts";
import { diffRuns } from "#src/report/text/diff.ts";
import { renderMarkdown, renderPartial, safeLine, safeProse } from "#src/report/text/markdown.ts";
import { renderHtml } from "#src/report/page.ts";
import { printable as drawable } from "#src/report/pdf/pdf-printer.ts";
import { finishedRun } from "#src/report/text/result-text.ts";
import { renderLetter } from "#src/product/mail/lib/letter-layout.ts";
import { trackRecordCsv } from "#src/product/signals/public/outcomes.ts";
import { hostileRun } from "#tests/support/hostile-run.ts";

/* What strangers, vendors and models write reaches a terminal, a report, a mail or a table without what steers it. */

/** Steers a terminal: by escape, by the one-byte forms of it, by an operating system command, by a device's string. */
const steering = [
  "\u001B[2J\u001B[H",
  "\u001B]0;title\u0007",
  "\u001B]8;;https://evil.example\u001B\\link\u001B]8;;\u001B\\",
  "\u001BP1$r\u001B\\",
  "\u009B31m",
  "\u009D52;c;ZXZpbA==\u009C",
  "\u0007",
  "\b\b\b",
  "\r",
  "\u0000",
  "\u007F",
];
/** Turns around or hides what a reader sees. */
const hiding = ["\u202E", "\u2066", "\u200B", "\u200D", "\uFEFF", "\u00AD", "\u{E0041}", "\u2028"];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...steering, ...hiding), fc.string({ unit: "binary", maxLength: 8 })), {
    maxLength: 12,
  })
  .map((parts) => parts.join(""));
const some = { seed: 13, numRuns: 300 };
const few = { seed: 13, numRuns: 25 };

/** Nothing but what is seen, lines, and for a terminal the colours that we set ourselves. */
const unseen = /[^\P{Cc}\n]|\p{Cf}/u;
const terminalUnseen = /[^\P{C}\n]/u;

property.prop([hostile], some)("plain text has nothing that is not seen, and a line no break", (text) => {
  expect(plainText(text)).not.toMatch(unseen);
  expect(plainText(plainText(text))).toBe(plainText(text));
  expect(plainLine(text)).not.toMatch(/[\n\t]|^\s|\s$/);
});

property.prop([hostile], few)("a run as JSON has none of it either, and the same fields", (text) => {
  const { run } = hostileRun(text);
  const told = plainTexts(run);
  for (const each of textsIn(told)) expect(each).not.toMatch(unseen);
  expect(shapeOf(told)).toEqual(shapeOf(run));
});

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function shapeOf(value: unknown): unknown {
  if (typeof value === "string") return "";
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [plainText(name), shapeOf(inner)]));
}

test.each([
  [`a${steering[1]}b${steering[2]}c`, "ablinkc"],
  ["naïve 名前 🙂 ±5 %", "naïve 名前 🙂 ±5 %"],
  ["one\r\ntwo\u2028three", "one\ntwo\nthree"],
  ["\u001B]0;never ends", ""],
])("%j is %j", (text, plain) => expect(plainText(text)).toBe(plain));

describe("the terminal", () => {
  property.prop([hostile], some)("a line of a command, an error, a role's log", (text) => {
    let written = "";
    say({ write: (piece: string | Uint8Array) => ((written += String(piece)), true) }, `${text} ${text}`);
    expect(written.slice(0, -1)).not.toMatch(/\n/);
    const { line } = failure(new InvalidInput(text));
    const vendor = failure(new VendorFailed(text, "malformed", text)).line;
    const defect = failure(new TypeError(text)).line;
    const log = {
      level: "warn",
      time: "2026-01-01T00:00:00.000Z",
      role: "http",
      msg: text,
      path: text,
      err: { message: text },
    };
    const shown = [roleLine(JSON.stringify(log), true), roleLine(text, true)];
    for (const one of [written, line, vendor, defect, ...shown]) expect(one ?? "").not.toMatch(terminalUnseen);
  });

  property.prop([fc.dictionary(hostile, fc.oneof(hostile, fc.array(hostile)))], some)(
    "JSON keeps every sign, as escapes",
    (value) => {
      const line = jsonLine(value);
      expect(line.slice(0, -1)).not.toMatch(/[\p{C}\u2028\u2029]/u);
      expect(JSON.stringify(JSON.parse(line))).toBe(JSON.stringify(value));
      const lines = jsonText(value);
      expect(lines.replaceAll("\n", "")).not.toMatch(/[\p{C}\u2028\u2029]/u);
      expect(JSON.parse(lines)).toEqual(JSON.parse(line));
    },
  );

  property.prop([hostile], few)("a run's summary, and what changed from one to another", (text) => {
    const finished = hostileRun(text);
    const plain = (_style: unknown, shown: string): string => shown;
    expect(summaryText(finished, `/tmp/${text}`, plain, 100)).not.toMatch(terminalUnseen);
    expect(diffText(diffRuns(finishedRun(finished.run), hostileRun("other")), plain, 100)).not.toMatch(terminalUnseen);
  });

  test("commands write by these alone, so that a new one cannot forget", async () => {
    const root = join(import.meta.dirname, "../../src/cli");
    const bare: string[] = [];
    for (const file of (await readdir(root, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name)))
      for (const [index, line] of readFileSync(join(root, file), "utf8").split("\n").entries())
        if (
          /\b(out|err|stdout|stderr|stream)\.write\(/.test(line) &&
          !/write\((json(?:Line|Text)\(|"\\n"\))/.test(line)
        )
          bare.push(`${file}:${index + 1} ${line.trim()}`);
    // Each of these draws with colours or columns, and makes its parts printable itself; the tests above hold them to it.
    expect(bare.map((line) => line.replace(/:\d+ .*/, "")).toSorted()).toEqual(drawn.toSorted());
  });
});

const drawn = [
  "backtest/console.ts",
  "commands/archive.ts",
  "commands/archive.ts",
  "commands/archive.ts",
  "commands/backtest.ts",
  "commands/diff.ts",
  "commands/doctor/doctor-ask.ts",
  "commands/doctor/doctor.ts",
  "commands/doctor/doctor.ts",
  "commands/doctor/doctor.ts",
  "commands/doctor/doctor.ts",
  "commands/doctor/doctor.ts",
  "commands/portfolios.ts",
  "commands/doctor/doctor.ts",
  "commands/import-institutions.ts",
  "commands/jobs.ts",
  "commands/jobs.ts",
  "commands/jobs.ts",
  "commands/jobs.ts",
  "commands/service/up.ts",
  "commands/service/up.ts",
  "commands/validity.ts",
  "program.ts",
  "runs/run-in-folder.ts",
  "runs/run-in-folder.ts",
  "program.ts",
  "program.ts",
  "program.ts",
  "program.ts",
  "runs/progress.ts",
  "terminal.ts",
];

describe("reports", () => {
  property.prop([hostile], some)("markdown: prose and lines, also what is brought in by name", (text) => {
    const named = `${text}&#8238;&#x202e;&rlm;&shy;&ZeroWidthSpace;&#27;[2J`;
    for (const safe of [safeProse(named), safeLine(named)]) {
      expect(safe).not.toMatch(unseen);
      expect(safe).not.toMatch(/&#(8238|x202e|27);|&(rlm|shy|ZeroWidthSpace);/i);
    }
    expect(safeLine("AT&amp;T &eacute;&#8217;")).toBe("AT&amp;T &eacute;&#8217;");
    expect(drawable(text)).not.toMatch(unseen);
  });

  property.prop([hostile], few)("report.md, report.html and what a failed run leaves", async (text) => {
    const finished = hostileRun(text);
    expect(renderMarkdown(finished)).not.toMatch(unseen);
    expect(await renderHtml(finished)).not.toMatch(unseen);
    expect(
      renderPartial(
        finished.run.request,
        text,
        finished.reports.bull === undefined ? {} : { bull: finished.reports.bull },
      ),
    ).not.toMatch(unseen);
  });
});

property.prop([hostile], few)("mails: no header is broken open, no line turned around", async (text) => {
  const letter = {
    subject: `${text}\r\nBcc: all@example.com`,
    heading: text,
    paragraphs: [text, text],
    action: null,
    reason: text,
    turnOffUrl: null,
  };
  const rendered = await renderLetter(letter);
  expect(rendered.subject).not.toMatch(/[\r\n]/);
  expect(rendered.text).not.toMatch(unseen);
  expect(rendered.html).not.toMatch(/[^\P{Cc}\n\t]/u);
});

property.prop([fc.constantFrom("=", "+", "-", "@", "\t", "\r"), hostile], some)(
  "no cell of a table begins a formula",
  (sign, text) => {
    const signal = { symbol: `${sign}${text}`, rating: `${sign}cmd()`, agreement: { runs: 1, agreeing: 1 } };
    const record = {
      signals: [{ number: 1, hash: "x", published_at: "2026-01-01", signal, withdrawn: null, marks: [] }],
    };
    // As a file that was brought from elsewhere could have it: the contract's own signals have neither.
    const csv: string = Reflect.apply(trackRecordCsv, null, [record]);
    const cells =
      csv
        .split("\r\n")
        .slice(1)
        .join("")
        .match(/(?:^|,)"?[^",]?/g) ?? [];
    for (const cell of cells) expect(cell).not.toMatch(/[=+@\t\r]$/);
    const parsed = parseSymbol(`${sign}${text}`);
    if (parsed.ok) expect(parsed.symbol.symbol).not.toMatch(/^[=+@\t\r]/);
  },
);

property.prop([hostile], some)("what people type as a name is kept as it is seen", (text) => {
  const list = {
    id: null,
    name: `${text}x`,
    instruments: [{ symbol: "DEMO", asset_type: "stock" }],
    schedule: { kind: "close" },
    runs: 1,
  };
  const read = WatchlistInput.safeParse(list);
  if (read.success) expect(read.data.name).not.toMatch(/\p{Cc}|\p{Cf}/u);
});
