import { html as markup, raw } from "hono/html";
import { directionOf } from "#src/contract/run/language.ts";
import type { Cell, Column, Line, Span, Table, Tongue, Words } from "./document.ts";

/* Words as HTML for the page. */

export type Markup = ReturnType<typeof markup>;

export function wordsHtml(words: readonly Words[]): Markup {
  return markup`${words.map(drawWords)}`;
}

/** Which language it is in, and which way that is read. */
export function tongueHtml({ language }: Tongue): Markup | string {
  return language === undefined ? "" : markup` lang="${language}" dir="${directionOf(language)}"`;
}

export function lineHtml({ spans }: Pick<Line, "spans">): Markup {
  return markup`${spans.map(drawSpan)}`;
}

function drawWords(words: Words): Markup {
  switch (words.kind) {
    case "paragraph": {
      const { tone, line } = words;
      if (tone === "tight") return lineHtml(line);
      return markup`<p${tone === "plain" ? "" : markup` class="${tone}"`}${tongueHtml(line)}>${lineHtml(line)}</p>\n`;
    }
    case "heading": {
      // The page's own headings end at h3.
      const tag = raw(`h${Math.min(6, words.level + 3)}`);
      return markup`<${tag}>${lineHtml(words.line)}</${tag}>\n`;
    }
    case "items": {
      const items = words.items.map((item) => markup`<li>${wordsHtml(item)}</li>\n`);
      if (words.start === null) return markup`<ul>\n${items}</ul>\n`;
      return markup`<ol${words.start === 1 ? "" : markup` start="${words.start}"`}>\n${items}</ol>\n`;
    }
    case "quote":
      return markup`<blockquote>\n${wordsHtml(words.words)}</blockquote>\n`;
    case "code":
      return markup`<pre><code>${lineHtml(words.line)}</code></pre>\n`;
    case "rule":
      return markup`<hr>\n`;
    case "table":
      return tableHtml(words);
  }
}

function tableHtml({ name, columns, rows }: Table): Markup {
  const label = name === null ? "" : markup` aria-label="${name}"`;
  const head = columns.map((column) => markup`<th${styleOf(column)}>${lineHtml(column.line)}</th>`);
  const cell = ({ line, outcome }: Cell, column: Column | undefined): Markup =>
    markup`<td${outcome === null ? "" : markup` class="${outcome}"`}${styleOf(column)}>${lineHtml(line)}</td>`;
  const body = rows.map((cells) => markup`<tr>${cells.map((one, index) => cell(one, columns[index]))}</tr>\n`);
  return markup`<div class="wide"><table${label}>\n<thead><tr>${head}</tr>\n</thead>\n<tbody>${body}</tbody>\n</table></div>\n`;
}

function styleOf(column: Column | undefined): Markup | string {
  return column === undefined || column.align === "left" ? "" : markup` style="text-align:${column.align}"`;
}

function drawSpan(span: Span): Markup | string {
  switch (span.kind) {
    case "text":
      return span.text;
    case "flagged":
      return markup`<mark title="${span.reason}">${span.text}</mark>`;
    case "unknown":
      return markup`<mark title="No such evidence">${span.text}</mark>`;
    case "cited":
      return markup`<a href="#${span.text}">${span.text}</a>`;
    case "figure": {
      const [first] = span.evidence;
      const own = `Set by the agent${span.basis === null ? "" : `: ${span.basis}`}`;
      if (first === undefined) return markup`<span title="${own}">${span.text}</span>`;
      return markup`<a class="figure" href="#${first}" title="${span.basis ?? span.evidence.join(", ")}">${span.text}</a>`;
    }
    case "strong":
    case "em":
    case "s":
    case "code": {
      const tag = raw(span.kind);
      return markup`<${tag}>${lineHtml(span)}</${tag}>`;
    }
    case "break":
      return markup`<br>\n`;
  }
}
