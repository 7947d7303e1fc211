import { html as markup, raw } from "hono/html";
import { opinionScale, type Rating } from "#src/contract/jobs/analysis.ts";
import type { ShownEvidence } from "#src/contract/run/evidence.ts";
import { plainText } from "#src/contract/text.ts";
import { buildDocument } from "./build-document.ts";
import { drawChart } from "./charts/chart.ts";
import type { Block, Part, Round, Stage, Stance, StanceMap, Voice } from "./document.ts";
import { lineHtml, tongueHtml, wordsHtml, type Markup, htmlStyle } from "./html.ts";
import type { FinishedRun } from "./text/result-text.ts";
import { percentAt, wayOf } from "./charts/stance-map.ts";

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
