import { html as markup, raw } from "hono/html";
import { opinionScale, type Rating } from "#src/contract/analysis.ts";
import type { ShownEvidence } from "#src/contract/evidence.ts";
import { plainText } from "#src/contract/plain-text.ts";
import { buildDocument } from "./build-document.ts";
import { drawChart } from "./chart.ts";
import type {
  Block,
  Part,
  Round,
  Stage,
  Stance,
  StanceMap,
  Voice,
  Cell,
  Column,
  Line,
  Span,
  Table,
  Tongue,
  Words,
} from "./document.ts";
import { htmlStyle } from "./html-style.ts";
import type { FinishedRun } from "./result-text.ts";
import { percentAt, wayOf } from "./stance-map.ts";
import { directionOf } from "#src/contract/language.ts";

/** The report as one HTML file that needs no network and no script. */
export async function renderHtml(finished: FinishedRun, document = buildDocument(finished)): Promise<string> {
  const { title, headline, parts, footer } = document;
  const page = await markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${raw(htmlStyle)}</style>
</head>
<body><main>
<h1>${headline}</h1>
${parts.map(drawPart)}
<footer class="small">${footer}</footer>
</main></body>
</html>
`;
  return plainText(String(page));
}

function drawPart({ id, title, note, blocks }: Part): Markup {
  const heading = title === null ? "" : markup`<h2>${title}${noteOf(note)}</h2>`;
  return markup`<section id="${id}">${heading}${blocks.map(drawBlock)}</section>\n`;
}

function noteOf(note: string | null): Markup | string {
  return note === null ? "" : markup` <span class="note">${note}</span>`;
}

function drawBlock(block: Block): Markup {
  switch (block.kind) {
    case "paragraph":
    case "table":
      return wordsHtml([block]);
    case "prose":
      return markup`<div class="prose"${tongueHtml(block)}>${wordsHtml(block.words)}</div>`;
    case "list":
      return markup`${block.title === null ? "" : markup`<p class="name">${block.title}</p>`}<ul>${block.items.map((line) => markup`<li${tongueHtml(line)}>${lineHtml(line)}</li>`)}</ul>`;
    case "folded":
      return markup`<details${block.isLong ? raw(' class="long"') : ""}><summary>${block.title}</summary>${drawBlock(block.block)}</details>`;
    case "rating":
      return drawScale(block.rating);
    case "facts":
      return markup`<dl>${block.facts.map(({ label, value, note }) => markup`<div><dt>${label}</dt><dd>${value}${note === null ? "" : markup`<small>${note}</small>`}</dd></div>`)}</dl>`;
    case "stances":
      return drawStances(block);
    case "chart":
      return markup`<figure class="chart">${drawChart(block.data)}<figcaption>${lineHtml(block.caption)}</figcaption></figure>`;
    case "stage":
      return drawStage(block);
    case "evidence":
      return drawEvidence(block.items);
  }
}

function drawScale(rating: Rating): Markup {
  const place = (option: Rating): Markup =>
    markup`<li class="${option.toLowerCase()}"${option === rating ? raw(' aria-current="true"') : ""}>${option}</li>`;
  return markup`<ol class="scale" aria-label="Rating">${[...opinionScale, "REVIEW" as const].map(place)}</ol>`;
}

/** Opinions on one scale, and sizes on another; each name leads to the words. */
function drawStances({ opinions, ratingAt, sizes, sizesTo, remarks }: StanceMap): Markup {
  const line = (stance: Stance, mark: Markup): Markup =>
    markup`<li><span class="who"><a href="#${stance.saidAt}">${stance.title}</a></span><span class="track" aria-hidden="true">${mark}</span><span class="says">${stance.says}</span></li>`;
  const panel = (name: string, axis: readonly string[], lines: readonly Markup[]): Markup | string =>
    lines.length === 0
      ? ""
      : markup`<div class="stances"><p class="name">${name}</p><p class="axis" aria-hidden="true">${axis.map((end) => markup`<span>${end}</span>`)}</p><ul>${lines}</ul></div>`;
  const rated = ratingAt === null ? "" : markup`<span class="rated" style="left:${percentAt(ratingAt)}"></span>`;
  const dot = ({ place }: Stance): Markup =>
    markup`${rated}<span class="point ${wayOf(place)}" style="left:${percentAt(place)}"></span>`;
  const bar = ({ place }: Stance): Markup =>
    markup`<span class="size" style="width:${Math.round((place / sizesTo) * 100)}%"></span>`;
  return markup`<div class="panels">${panel(
    "Opinion",
    opinionScale,
    opinions.map((one) => line(one, dot(one))),
  )}${panel(
    "Size (share of the portfolio)",
    ["0%", `${sizesTo}%`],
    sizes.map((one) => line(one, bar(one))),
  )}</div>${remarks.map((remark) => markup`<p>${remark}</p>`)}`;
}

/** Who spoke at the same time stands side by side where there is room for two, round below round. */
function drawStage({ title, note, rounds }: Stage): Markup {
  const heading = title === null ? "" : markup`<h3>${title}${noteOf(note)}</h3>`;
  return markup`${heading}${rounds.map((round) => drawRound(round, title === null ? "h3" : "h4"))}`;
}

function drawRound({ title, voices }: Round, heading: "h3" | "h4"): Markup {
  const name = title === null ? "" : markup`<p class="name">${title}</p>`;
  return markup`${name}<div class="voices">${voices.map((voice) => drawVoice(voice, heading))}</div>`;
}

/** Closed to who it is and what it comes to; it opens to its points and its words. */
function drawVoice(
  { ids: [id = "", ...others], agent, title, says, flag, points, blocks, notes }: Voice,
  heading: "h3" | "h4",
): Markup {
  const anchors = others.map((other) => markup`<span id="${other}"></span>`);
  const items = points.map((line) => markup`<li${tongueHtml(line)}>${lineHtml(line)}</li>`);
  return markup`<details class="voice ${agent}"><summary><${raw(heading)}>${title}</${raw(heading)}> <span class="note">${says}</span>${flag === null ? "" : markup` <mark>${flag}</mark>`}</summary><div id="${id}">${anchors}${items.length === 0 ? "" : markup`<ul class="points">${items}</ul>`}${blocks.map(drawBlock)}${notes.map((note) => markup`<p class="small">${note}</p>`)}</div></details>\n`;
}

function drawEvidence(items: readonly ShownEvidence[]): Markup {
  const small = (text: string | null | undefined): Markup | string =>
    text == null ? "" : markup`<br><span class="note">${text}</span>`;
  const rows = items.map(({ id, label, value, text, formula, at, source, weighs }) => {
    const what =
      value === null
        ? markup`<td colspan="2"><span class="note">${label}</span><br>${text}${small(formula)}${small(weighs)}</td>`
        : markup`<td>${label}${small(formula)}${small(weighs)}</td><td>${value}</td>`;
    return markup`<tr id="${id}"><td>${id}</td>${what}<td>${at}</td><td>${source}</td></tr>\n`;
  });
  return markup`<div class="wide"><table class="evidence"><thead><tr><th>ID</th><th>Description</th><th>Value</th><th>Date</th><th>Source</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

/* Words as HTML for the page. */

type Markup = ReturnType<typeof markup>;

export function wordsHtml(words: readonly Words[]): Markup {
  return markup`${words.map(drawWords)}`;
}

/** Which language it is in, and which way that is read. */
function tongueHtml({ language }: Tongue): Markup | string {
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
