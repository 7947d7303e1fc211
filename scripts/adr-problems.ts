import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { z } from "zod";
import { versionedFiles } from "./versioned-files.ts";

interface Adr {
  readonly file: string;
  /** Without the folder. */
  readonly name: string;
  readonly text: string;
  readonly number: number;
  /** Empty, as date and status, where the file does not say it as it should. */
  readonly title: string;
  readonly date: string;
  readonly status: string;
}

const folder = "docs/adr";
const index = `${folder}/README.md`;
const named = /^\d{4}-[a-z0-9-]+\.md$/;
const link = String.raw`\[ADR \d+\]\(\d{4}-[a-z0-9-]+\.md\)`;
const status = new RegExp(`^(?:accepted|(?:superseded|replaced in part) by ${link}(?: and ${link})*)$`);

/**
 * What is wrong with the decisions in docs/adr of a repository: a date, a status, what was
 * rejected and why, an index that lists them all; and whatever names one, anywhere in the repository, leads to it.
 */
export function adrProblems(root: string): string[] {
  const files = new Map(versionedFiles(root).map((file) => [file, readFileSync(join(root, file), "utf8")]));
  const inFolder = [...files.keys()].filter((file) => posix.dirname(file) === folder && file !== index).toSorted();
  const adrs = inFolder
    .filter((file) => named.test(posix.basename(file)))
    .map((file) => parseAdr(file, files.get(file) ?? ""));
  if (adrs.length === 0) return ["blind: no decision was seen"];
  return [
    ...inFolder
      .filter((file) => !named.test(posix.basename(file)))
      .map((file) => `${file}: a decision's file is NNNN-subject.md`),
    ...adrs.flatMap((adr) =>
      [...headProblems(adr), ...statusProblems(adr, adrs), ...rejectedProblems(adr)].map(
        (problem) => `${adr.file}: ${problem}`,
      ),
    ),
    ...indexProblems(files.get(index) ?? "", adrs),
    ...[...files].flatMap(([file, text]) =>
      [...mentions(text, adrs), ...(file.endsWith(".md") ? links(file, text, adrs) : [])].map(
        (what) => `${file}: leads to no decision: ${what}`,
      ),
    ),
  ];
}

function parseAdr(file: string, text: string): Adr {
  const [heading = "", , line = ""] = text.split("\n");
  const [, date = "", state = ""] = /^Date: (\S+) · Status: (.+)$/.exec(line) ?? [];
  const name = posix.basename(file);
  return {
    file,
    name,
    text,
    number: Number(name.slice(0, 4)),
    title: heading.replace(/^# \d+\. /, ""),
    date,
    status: state,
  };
}

function* headProblems({ text, number, date, status: state }: Adr): Generator<string> {
  if (!text.startsWith(`# ${number}. `)) yield `its first line is no "# ${number}. Title"`;
  if (!z.iso.date().safeParse(date).success || !status.test(state))
    yield 'its third line is no "Date: YYYY-MM-DD · Status: accepted", or superseded or replaced in part by another';
}

/** Whoever reads either of two decisions, of which one takes the place of the other, is led to the other. */
function* statusProblems(adr: Adr, adrs: readonly Adr[]): Generator<string> {
  for (const [, digits] of adr.status.matchAll(/ADR (\d+)/g)) {
    const later = adrs.find(({ number }) => number === Number(digits));
    if (later === undefined || later.number <= adr.number)
      yield `ADR ${digits}, which its status names, is not a later one`;
    else if (!later.text.includes(`](${adr.name})`))
      yield `ADR ${digits}, which its status names, does not say so with a link`;
  }
}

function* rejectedProblems({ text }: Adr): Generator<string> {
  const [, section, ...more] = text.split("\n**Rejected.**\n");
  const options = /^\n(?:- .*\n)+/.exec(section ?? "")?.[0].match(/^- .*$/gm) ?? [];
  if (options.length === 0 || more.length > 0) yield "it has no list under one line **Rejected.**";
  for (const option of options)
    if (!/^- [^:]+: \S.{15,}$/.test(option))
      yield `an option that was rejected has its reason behind a colon: ${option}`;
}

function* indexProblems(text: string, adrs: readonly Adr[]): Generator<string> {
  const rows: readonly string[] = text.match(/^\| \[.*$/gm) ?? [];
  const wanted = adrs.map(({ number, name, title }) => `| [${number}](${name}) | ${title} |`);
  for (const row of wanted) if (!rows.includes(row)) yield `${index}: missing: ${row}`;
  for (const row of rows) if (!wanted.includes(row)) yield `${index}: no such decision: ${row}`;
  const numbers = rows.map((row) => Number.parseInt(row.slice(3), 10));
  if (numbers.some((number, at) => number <= (numbers[at - 1] ?? 0))) yield `${index}: its rows are not in order`;
}

/** Numbers in words, as in "ADR 7", and paths, with the subject or without. */
function* mentions(text: string, adrs: readonly Adr[]): Generator<string> {
  const isKnown = (digits = ""): boolean => adrs.some(({ number }) => number === Number(digits));
  for (const [words] of text.matchAll(/\bADRs?[ -]\d+(?:(?:,| and|, and) \d+)*/g))
    for (const [digits] of words.matchAll(/\d+/g)) if (!isKnown(digits)) yield words;
  for (const [path, digits, subject] of text.matchAll(/\badr\/(\d+)(?:-([\w-]+))?/g))
    if (subject === undefined ? !isKnown(digits) : adrs.every(({ name }) => name !== `${digits}-${subject}.md`))
      yield path;
}

/** Links of Markdown, whose words and target must agree. */
function* links(file: string, text: string, adrs: readonly Adr[]): Generator<string> {
  for (const [whole, words = "", target = ""] of text.matchAll(/\[([^\]\n]*)\]\(([^)\s]*\d{4}-[a-z0-9-]+\.md)\)/g)) {
    const adr = adrs.find((one) => one.file === posix.join(posix.dirname(file), target));
    const said = /^(?:ADR )?(\d+)$/.exec(words)?.[1];
    if (adr === undefined || (said !== undefined && Number(said) !== adr.number)) yield whole;
  }
}
