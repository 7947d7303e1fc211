import { directionOf } from "#src/contract/language.ts";
import type { Cell, Column, Line, Span, Table, Tongue, Words } from "./document.ts";

/* Words as HTML, for the page and for the application: all markup is made here, and all text is escaped. */

export function wordsHtml(words: readonly Words[]): string {
  return words.map(drawWords).join("");
}

/** Which language it is in, and which way that is read. */
export function tongueHtml({ language }: Tongue): string {
  return language === undefined ? "" : ` lang="${escapeHtml(language)}" dir="${directionOf(language)}"`;
}

export function lineHtml({ spans }: Pick<Line, "spans">): string {
  return spans.map(drawSpan).join("");
}

function drawWords(words: Words): string {
  switch (words.kind) {
    case "paragraph": {
      const text = lineHtml(words.line);
      if (words.tone === "tight") return text;
      return `<p${words.tone === "plain" ? "" : ` class="${words.tone}"`}${tongueHtml(words.line)}>${text}</p>\n`;
    }
    case "heading": {
      // The page's own headings end at h3.
      const tag = `h${Math.min(6, words.level + 3)}`;
      return `<${tag}>${lineHtml(words.line)}</${tag}>\n`;
    }
    case "items": {
      const items = words.items.map((item) => `<li>${wordsHtml(item)}</li>\n`).join("");
      if (words.start === null) return `<ul>\n${items}</ul>\n`;
      return `<ol${words.start === 1 ? "" : ` start="${words.start}"`}>\n${items}</ol>\n`;
    }
    case "quote":
      return `<blockquote>\n${wordsHtml(words.words)}</blockquote>\n`;
    case "code":
      return `<pre><code>${lineHtml(words.line)}</code></pre>\n`;
    case "rule":
      return "<hr>\n";
    case "table":
      return tableHtml(words);
  }
}

function tableHtml({ name, columns, rows }: Table): string {
  const row = (tag: string, cells: readonly (Pick<Cell, "line"> & Partial<Cell>)[]): string =>
    `<tr>${cells.map(({ line, outcome }, index) => `<${tag}${outcome == null ? "" : ` class="${outcome}"`}${styleOf(columns[index])}>${lineHtml(line)}</${tag}>`).join("")}</tr>\n`;
  const label = name === null ? "" : ` aria-label="${escapeHtml(name)}"`;
  const body = rows.map((cells) => row("td", cells)).join("");
  return `<div class="wide"><table${label}>\n<thead>${row("th", columns)}</thead>\n<tbody>${body}</tbody>\n</table></div>\n`;
}

function styleOf(column: Column | undefined): string {
  return column === undefined || column.align === "left" ? "" : ` style="text-align:${column.align}"`;
}

function drawSpan(span: Span): string {
  switch (span.kind) {
    case "text":
      return escapeHtml(span.text);
    case "flagged":
      return `<mark title="not supported by the evidence">${escapeHtml(span.text)}</mark>`;
    case "unknown":
      return `<mark title="unknown evidence ID">${escapeHtml(span.text)}</mark>`;
    case "cited":
      return `<a href="#${span.text}">${span.text}</a>`;
    case "figure": {
      const text = escapeHtml(span.text);
      const basis = span.basis === null ? "" : ` data-basis="${escapeHtml(span.basis)}"`;
      const [first] = span.evidence;
      if (first === undefined) return `<span class="own"${basis}>${text}</span>`;
      return `<a class="figure" href="#${first}" data-evidence="${span.evidence.join(" ")}"${basis}>${text}</a>`;
    }
    case "strong":
    case "em":
    case "s":
    case "code":
      return `<${span.kind}>${lineHtml(span)}</${span.kind}>`;
    case "break":
      return "<br>\n";
  }
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? "");
}
