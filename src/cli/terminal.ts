import { stripVTControlCharacters, styleText } from "node:util";
import { stdin } from "node:process";
import { plainText } from "#src/contract/text.ts";
import type { Cli, Output } from "./cli.ts";

type Style = Parameters<typeof styleText>[0];

/** Coloured or plain text, as the stream supports. */
export interface Pen {
  (style: Style, text: string): string;
}

/** Colours where a terminal shows them and NO_COLOR is not set. */
export function penFor(stream: Output): Pen {
  const colour = stream.isTTY === true && stream.hasColors?.() === true;
  return (style, text) => (colour ? styleText(style, text, { validateStream: false }) : text);
}

/** Without what a terminal obeys; line breaks stay. */
export function printable(text: string): string {
  return plainText(text.replaceAll("\r", " ")).replaceAll(/[^\P{C}\n]/gu, "");
}

/** One line, whatever the text contains. */
export function say(stream: Pick<Output, "write">, text: string): void {
  stream.write(`${printable(text).replaceAll("\n", " ").trimEnd()}\n`);
}

/** With escapes for what a terminal obeys. */
export function jsonLine(value: unknown): string {
  return `${escaped(JSON.stringify(value))}\n`;
}

/** As `jsonLine`, indented over several lines. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2).split("\n").map(escaped).join("\n")}\n`;
}

function escaped(json: string): string {
  return json.replaceAll(/[^\P{C}]|[\u2028\u2029]/gu, (sign) =>
    sign
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

/** Wraps words; colours take no width. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [""];
  for (const word of text.split(/\s+/).filter((one) => one !== "")) {
    const line = lines.at(-1) ?? "";
    const length = stripVTControlCharacters(`${line} ${word}`).length;
    if (line !== "" && length > width) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines;
}

/** Cut to a number of columns, with an ellipsis. */
export function clip(text: string, columns: number): string {
  let used = 0;
  let kept = "";
  for (const letter of text) {
    used += widthOf(letter);
    if (used > columns) return `${shorten(kept, columns - 1)}…`;
    kept += letter;
  }
  return text;
}

function shorten(text: string, columns: number): string {
  let used = 0;
  let kept = "";
  for (const letter of text) {
    used += widthOf(letter);
    if (used > columns) break;
    kept += letter;
  }
  return kept.trimEnd();
}

const wide =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u;

/** Close enough to Unicode's table. */
function widthOf(letter: string): number {
  return /\p{M}/u.test(letter) ? 0 : wide.test(letter) ? 2 : 1;
}

/** Whether there is somebody to be asked. */
export function canAsk({ err }: Pick<Cli, "err">): boolean {
  return stdin.isTTY && err.isTTY === true;
}

/** Asks at the terminal. Ctrl-C and Ctrl-D count as no answer. */
export async function ask({ err }: Pick<Cli, "err">, question: string): Promise<string> {
  const { createInterface } = await import("node:readline/promises");
  const asked = createInterface({ input: stdin, output: err });
  const said = await new Promise<string>((resolve) => {
    asked.once("close", () => resolve(""));
    asked.question(`${question} `).then(resolve, () => resolve(""));
  });
  asked.close();
  return said.trim();
}
