import type { Span, Words } from "../document.ts";

/* Words without their looks, for places that have none. What is flagged is followed by a ⚠. */

export function wordsText(words: readonly Words[]): string {
  return words.map(textOf).join("\n");
}

export function spansText(spans: readonly Span[]): string {
  return spans
    .map((span) => {
      switch (span.kind) {
        case "break":
          return "\n";
        case "flagged":
        case "unknown":
          return `${span.text} ⚠`;
        case "strong":
        case "em":
        case "s":
        case "code":
          return spansText(span.spans);
        default:
          return span.text;
      }
    })
    .join("");
}

function textOf(words: Words): string {
  switch (words.kind) {
    case "paragraph":
    case "heading":
    case "code":
      return spansText(words.line.spans);
    case "items":
      return words.items.map((item, index) => `${markOf(words.start, index)} ${wordsText(item)}`).join("\n");
    case "quote":
      return wordsText(words.words);
    case "rule":
      return "";
    case "table":
      return [words.columns, ...words.rows]
        .map((row) => row.map(({ line }) => spansText(line.spans)).join(" | "))
        .join("\n");
  }
}

function markOf(start: number | null, index: number): string {
  return start === null ? "-" : `${start + index}.`;
}
