import { html as markup, raw } from "hono/html";
import { directionOf } from "#src/contract/run/language.ts";
import type { Cell, Column, Line, Span, Table, Tongue, Words } from "./document.ts";

/** The report's own style: one file, no network, light and dark by the reader's setting, fit to print. */
export const htmlStyle = `
:root { color-scheme: light dark; --font: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  --page: #fbfbfa; --card: #ffffff; --text: #1c1f23; --quiet: #5f6873; --line: #e3e6ea; --accent: #2457c5;
  --up: #1a7f4b; --down: #b3342d; --warn: #7d5200; --warn-page: #fff4d6; }
@media (prefers-color-scheme: dark) { :root { --page: #121417; --card: #1a1d21; --text: #e8eaed; --quiet: #9aa4b0;
  --line: #2c3138; --accent: #8fb1ff; --up: #4cc38a; --down: #f2777a; --warn: #f5c869; --warn-page: #3a2f12; } }
@media print { :root { --page: #fff; --card: #fff; --text: #000; --quiet: #444; --line: #ccc; --accent: #2457c5;
  --up: #1a7f4b; --down: #b3342d; --warn: #7d5200; --warn-page: #fff4d6; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.6 var(--font); overflow-wrap: break-word; }
main { max-width: 1040px; margin: 0 auto; padding: 32px 20px 64px; }
p { margin: 0 0 12px; }
ul, ol { margin: 0 0 12px; padding: 0; padding-inline-start: 22px; } li { margin: 2px 0; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 6px; }
h2 { font-size: 1.2rem; line-height: 1.3; margin: 44px 0 12px; }
h3 { font-size: 1.05rem; line-height: 1.4; margin: 28px 0 10px; }
h4, h5, h6 { font-size: .95rem; line-height: 1.4; margin: 16px 0 6px; } h5 { color: var(--quiet); font-size: .875rem; font-weight: 500; }
h2 .note, h3 .note { color: var(--quiet); font-size: .85rem; font-weight: 400; margin-left: 8px; }
.quiet, figcaption { color: var(--quiet); } .small, figcaption, .note { color: var(--quiet); font-size: .875rem; }
footer { margin-top: 28px; border-top: 1px solid var(--line); padding-top: 12px; }
.lead { font-size: 1.1rem; margin: 0 0 6px; }
.review { border: 1px dashed var(--quiet); border-radius: 8px; padding: 10px 14px; }
.warning { background: var(--warn-page); color: var(--warn); border-radius: 8px; padding: 10px 14px; font-weight: 600; }
.voice, .wide { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 16px 20px; min-width: 0; }
.voice { margin: 0; padding: 10px 20px; } .voice[open] { grid-column: 1 / -1; } .voice summary :is(h3, h4) { display: inline; font-size: 1rem; color: var(--text); }
.voice.bull { border-top: 2px solid var(--up); } .voice.bear { border-top: 2px solid var(--down); }
.voice .small { margin: 0 0 4px; } .voice .small:first-of-type, .voice .prose + .small, .voice details + .small { border-top: 1px solid var(--line); padding-top: 10px; }
.voices { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 360px), 1fr)); gap: 16px; margin: 0 0 16px; }
.scale { display: flex; flex-wrap: wrap; gap: 6px; list-style: none; margin: 20px 0 16px; padding: 0; }
.scale li { margin: 0; padding: 5px 14px; border: 1px solid var(--line); border-radius: 999px; color: var(--quiet); }
.scale { align-items: center; } .scale li[aria-current] { font-size: 1.5rem; line-height: 1.3; color: var(--page); background: var(--text); border-color: var(--text); font-weight: 700; }
.scale .buy[aria-current], .scale .overweight[aria-current] { background: var(--up); border-color: var(--up); }
.scale .sell[aria-current], .scale .underweight[aria-current] { background: var(--down); border-color: var(--down); }
.scale .review { margin-left: auto; border-style: dashed; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(128px, 1fr)); gap: 12px 16px; margin: 18px 0; }
dl div { border-top: 2px solid var(--line); padding-top: 6px; }
dt { color: var(--quiet); font-size: .85rem; } dd { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; }
dd small { display: block; color: var(--quiet); font-weight: 400; font-size: .8rem; }
.name { color: var(--quiet); font-size: .875rem; font-weight: 600; margin: 12px 0 6px; }
.panels { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr)); gap: 0 24px; }
.stances { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 12px 20px; margin: 0 0 12px; }
.stances ul { list-style: none; margin: 0; padding: 0; } .stances li { margin: 0; }
.stances li, .stances .axis { display: grid; grid-template-columns: 165px minmax(0, 1fr) 110px; gap: 0 12px; align-items: center; }
.stances .axis { display: flex; justify-content: space-between; margin: 0 122px 4px 177px; color: var(--quiet); font-size: .75rem; } .stances .axis span:nth-child(even):not(:last-child) { display: none; }
.stances .says { font-size: .875rem; font-variant-numeric: tabular-nums; }
.track { position: relative; height: 30px; background: linear-gradient(var(--line), var(--line)) 50% 50% / 100% 1px no-repeat; }
.track span { position: absolute; display: block; } .track .rated { top: 0; bottom: 0; width: 20%; margin-left: -10%; background: var(--accent); opacity: .1; }
.track .point { top: 8px; width: 14px; height: 14px; margin-left: -7px; border-radius: 50%; background: var(--quiet); }
.track .size { top: 11px; left: 0; height: 8px; background: var(--accent); }
.track .up { background: var(--up); } .track .down { background: var(--down); } .track .flat { background: var(--quiet); }
.wide { overflow-x: auto; padding: 8px 20px; margin: 0 0 12px; } .prose .wide { border: 0; border-radius: 0; padding: 0; }
.prose pre { overflow-x: auto; padding: 10px 12px; border: 1px solid var(--line); border-radius: 6px; font-size: .85rem; }
.prose blockquote { margin: 0 0 12px; padding-inline-start: 14px; border-inline-start: 3px solid var(--line); color: var(--quiet); }
.prose hr { border: 0; border-top: 1px solid var(--line); margin: 16px 0; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { text-align: start; padding-block: 6px; padding-inline: 0 16px; border-bottom: 1px solid var(--line); vertical-align: top; }
th:last-child, td:last-child { padding-inline-end: 0; } tr:last-child > td { border-bottom: 0; }
th { color: var(--quiet); font-weight: 500; white-space: nowrap; } td[style] { white-space: nowrap; }
.evidence :is(td:nth-last-child(3):not([colspan]), th:nth-child(3)) { text-align: right; white-space: nowrap; }
.evidence td:nth-last-child(2) { white-space: nowrap; } .evidence td:nth-child(2) { min-width: 240px; overflow-wrap: anywhere; }
tr:target { background: var(--warn-page); }
a { color: var(--accent); text-decoration: none; } a:hover { text-decoration: underline; }
a.figure { color: inherit; white-space: nowrap; text-decoration: underline dotted var(--accent); text-underline-offset: 3px; }
.pass, .fail, .not_checked { font-weight: 600; white-space: nowrap; } .pass { color: var(--up); } .fail { color: var(--down); } .not_checked { color: var(--quiet); }
mark { background: var(--warn-page); color: var(--warn); border-radius: 3px; padding: 0 2px; text-decoration: underline wavy; text-decoration-thickness: 1px; text-underline-offset: 3px; }
:is(h3, h4) mark { font-size: .8rem; font-weight: 500; text-decoration: none; padding: 2px 6px; }
details { margin: 0 0 12px; } summary { color: var(--quiet); font-size: .875rem; cursor: pointer; } details > :last-child { margin-top: 6px; font-size: .95rem; }
.chart { margin: 24px 0 0; } .chart svg { display: block; width: 100%; height: auto; font-family: var(--font); font-variant-numeric: tabular-nums; }
.chart .narrow-screen { display: none; }
@media screen and (max-width: 600px) {
  .chart .wide-screen { display: none; } .chart .narrow-screen { display: block; }
  main { padding: 20px 14px 48px; } .voice { padding: 14px; } .wide { padding: 4px 14px; } h1 { font-size: 1.5rem; }
  .stances li { grid-template-columns: 1fr auto; } .stances .track { grid-area: 2 / 1 / auto / span 2; } .stances .says { grid-area: 1 / 2; } .stances .axis { margin: 0 0 4px; }
  .scale li { padding: 4px 10px; font-size: .9rem; } .scale .review { margin-left: 0; }
  .evidence thead { display: none; } .evidence td { border: 0; padding: 0; } .evidence td:nth-child(2) { min-width: 0; }
  .evidence tr { display: grid; grid-template-columns: 40px minmax(0, 1fr) auto; gap: 0 10px; padding: 8px 0; border-bottom: 1px solid var(--line); }
  .evidence td[colspan] { grid-column: 2 / -1; } .evidence td:nth-last-child(2) { grid-column: 2; color: var(--quiet); } .evidence td:last-child { color: var(--quiet); overflow-wrap: anywhere; }
}
@media print { details::details-content { display: block; content-visibility: visible; } .long { display: none; } .voices { display: block; } tr, .chart, dl { break-inside: avoid; } h2, h3, h4 { break-after: avoid; } main { max-width: none; padding: 0; } }
`;

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
