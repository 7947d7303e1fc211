import { html } from "hono/html";
import { Opinion } from "#src/contract/analysis.ts";
import type { AgentReport } from "#src/contract/run.ts";
import { chartStyle, renderChart } from "./chart.ts";
import { pageStyle } from "./page-style.ts";
import { renderProse } from "./prose.ts";
import { agentTitles, duration, groundingLine, money, priceText, reasonerName, reportsInOrder, syntheticNote, valueText, type Finished } from "./words.ts";

type Markup = ReturnType<typeof html>;
const nothing = html``;

/** The report as one HTML file that needs no network and no script. */
export async function renderPage(finished: Finished): Promise<string> {
  const { run, reports } = finished;
  const { data } = reports;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${data.symbol}: ${run.result.rating} as of ${data.session ?? run.request.trade_date}</title>
<style>${pageStyle}${chartStyle}</style>
</head>
<body>
<main>
${header(finished)}
${run.manifest.chart.length === 0 ? nothing : html`<section class="card">${renderChart({ bars: run.manifest.chart, levels: reports.levels, asOf: data.session ?? "", symbol: data.symbol, currency: data.currency })}</section>`}
${decision(finished)}
${agents(finished)}
${dataNotes(finished)}
${evidence(finished)}
${setting(finished)}
</main>
</body>
</html>
`;
  return String(await page);
}

function header(finished: Finished): Markup {
  const { run, reports } = finished;
  const { data, verdict } = reports;
  const { rating } = run.result;
  return html`<header>
<p class="quiet">${data.name} · ${data.asset_type} · ${data.currency}${data.as_of === null ? "" : ` · known by ${data.as_of.replace(".000Z", "Z")}`}</p>
<h1>${data.symbol} as of ${data.session ?? run.request.trade_date}</h1>
${data.synthetic ? html`<p class="banner">${syntheticNote}</p>` : nothing}
<ol class="scale" aria-label="Rating">
${Opinion.options.map((option) => html`<li${option === rating ? html` aria-current="true"` : nothing}>${option}</li>`)}
<li class="apart"${rating === "REVIEW" ? html` aria-current="true"` : nothing}>REVIEW</li>
</ol>
${
  reports.review_reason !== null
    ? html`<p><strong>No opinion.</strong> ${sentence(reports.review_reason)} REVIEW is not a Hold.</p>`
    : verdict === null
      ? nothing
      : html`<p>${verdict.thesis}</p><p class="quiet">${verdictLine(finished)}</p>`
}
</header>`;
}

function verdictLine({ reports }: Finished): string {
  const { verdict, data } = reports;
  return [
    verdict?.target == null ? "" : `Target ${priceText(verdict.target, data.currency)}`,
    verdict?.horizon_days == null ? "" : `horizon ${verdict.horizon_days} days`,
    verdict?.confidence == null ? "" : `confidence ${verdict.confidence}`,
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

function decision({ run, reports }: Finished): Markup {
  if (run.result.decision === null) return nothing;
  const { levels, checks } = reports;
  const price = (value: number | null): string => priceText(value, levels?.currency ?? "");
  const parts: [string, string][] =
    levels === null
      ? []
      : [
          ["Action", levels.action],
          ["Entry", price(levels.entry)],
          ["Stop", price(levels.stop)],
          ["Target", price(levels.target)],
          ["Size", levels.size_pct === null ? "–" : `${levels.size_pct} %`],
        ];
  return html`<section class="card"><h3>Decision</h3>
<p>${run.result.decision}</p>
${parts.length === 0 ? nothing : html`<dl class="levels">${parts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`}
${
  checks.length === 0
    ? nothing
    : html`<h3>Checks</h3><div class="wide"><table>${checks.map((check) => html`<tr><td>${check.id.replaceAll("_", " ")}</td><td class="outcome ${check.outcome}">${check.outcome.replace("_", " ")}</td><td class="text">${check.detail}</td></tr>`)}</table></div>`
}
</section>`;
}

/** Bull and bear stand side by side, as they argued; all others below each other. */
function agents(finished: Finished): Markup {
  const known = new Set(finished.run.manifest.evidence.map((item) => item.id));
  const reports = reportsInOrder(finished.reports);
  const sides = reports.filter(({ agent }) => agent === "bull" || agent === "bear");
  const before = reports.filter(({ agent }) => agent === "portfolio_manager" || agent === "research_manager");
  const after = reports.filter((report) => !sides.includes(report) && !before.includes(report) && report.agent !== "trader");
  if (reports.length === 0) return nothing;
  return html`<h2>The debate</h2>
${before.map((report) => agentCard(report, known))}
<div class="sides">${sides.map((report) => agentCard(report, known))}</div>
${after.map((report) => agentCard(report, known))}`;
}

function agentCard(report: AgentReport, known: ReadonlySet<string>): Markup {
  const line = groundingLine(report);
  const several = report.turns.length > 1;
  return html`<section class="card"><h3>${agentTitles[report.agent]}</h3>
${report.skipped === null ? nothing : html`<p class="quiet">Not asked: ${report.skipped}.</p>`}
${report.turns.map(
  (turn) => html`${several ? html`<h4>Round ${turn.round}</h4>` : nothing}${renderProse(turn, known)}${turn.problem === null ? nothing : html`<p class="quiet">No structured answer: ${turn.problem}</p>`}`,
)}
${line === null ? nothing : html`<p class="quiet">${line}</p>`}
</section>`;
}

function dataNotes({ reports }: Finished): Markup {
  const { notes, sources } = reports.data;
  if (notes.length === 0 && sources.length === 0) return nothing;
  return html`<h2>About the data</h2><section class="card">
${sources.length === 0 ? nothing : html`<p>Sources: ${sources.join(", ")}</p>`}
${notes.length === 0 ? nothing : html`<ul>${notes.map((note) => html`<li>${note}</li>`)}</ul>`}
</section>`;
}

function evidence({ run }: Finished): Markup {
  const items = run.manifest.evidence;
  if (items.length === 0) return nothing;
  return html`<h2>Evidence</h2><section class="card wide"><table>
<thead><tr><th>Id</th><th>What</th><th>Value</th><th>Day</th><th>Source</th></tr></thead>
<tbody>${items.map(
    (item) => html`<tr id="${item.id}"><td>${item.id}</td><td class="text">${item.label}${item.formula === null ? nothing : html`<br><span class="quiet">${item.formula}</span>`}</td><td class="${item.value === null ? "text" : "number"}">${valueText(item)}</td><td>${item.at}</td><td>${item.source}</td></tr>`,
  )}</tbody></table></section>`;
}

function setting(finished: Finished): Markup {
  const { usage, manifest } = finished.run;
  return html`<h2>Cost and setting</h2><section class="card wide">
<p>Reasoner: ${reasonerName(finished)}. Cost: ${money(usage.cost_usd)}${usage.budget_usd === null ? "" : ` of a budget of $${usage.budget_usd}`} in ${usage.calls} calls and ${duration(finished)}.</p>
<p class="quiet">Run ${manifest.run_id}, code ${manifest.code_version}, seed ${manifest.seed}</p>
${
  usage.agents.length === 0
    ? nothing
    : html`<table><thead><tr><th>Agent</th><th>Model</th><th>Calls</th><th>Input tokens</th><th>of them cached</th><th>Output tokens</th><th>Cost</th></tr></thead>
<tbody>${usage.agents.map((line) => html`<tr><td>${agentTitles[line.agent]}</td><td>${line.model}</td><td class="number">${line.calls}</td><td class="number">${line.input_tokens}</td><td class="number">${line.cached_input_tokens}</td><td class="number">${line.output_tokens}</td><td class="number">${money(line.cost_usd)}</td></tr>`)}</tbody></table>`
}
</section>`;
}

function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
