import { html } from "hono/html";
import { Opinion } from "#src/contract/analysis.ts";
import type { AgentReport, AgentTurn } from "#src/contract/run.ts";
import { plainText } from "#src/contract/plain-text.ts";
import { chartStyle, renderChart } from "./chart.ts";
import { pageStyle } from "./page-style.ts";
import { createProse, type Prose } from "./prose.ts";
import {
  agentTitles,
  badComputations,
  capital,
  checkTitle,
  costText,
  dataNotes,
  instantText,
  levelParts,
  money,
  reasonerName,
  reportsInOrder,
  sentence,
  syntheticNote,
  valueText,
  verdictParts,
  type Finished,
} from "./words.ts";
import { flaggedNotes, groundingLine } from "./grounding-words.ts";
import { hasDoubtfulPoint } from "./marked-text.ts";

type Markup = ReturnType<typeof html>;
const nothing = html``;

/** The report as one HTML file that needs no network and no script. */
export async function renderPage(finished: Finished): Promise<string> {
  const { run, reports } = finished;
  const { data, levels } = reports;
  const { chart, evidence } = run.manifest;
  const prose = createProse(new Set(evidence.map((item) => item.id)));
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>${data.symbol}: ${run.result.rating} as of ${data.session ?? run.request.trade_date}</title>
        <style>
          ${pageStyle}${chartStyle}
        </style>
      </head>
      <body>
        <main>
          ${header(finished, prose)}
          ${chart.length === 0 ? nothing : html`<section class="card">${renderChart({ bars: chart, levels, asOf: data.session ?? "", symbol: data.symbol, currency: data.currency })}</section>`}
          ${decision(finished, prose)} ${debate(finished, prose)} ${aboutData(finished)} ${evidenceTable(finished)}
          ${setting(finished)}
        </main>
      </body>
    </html> `;
  return plainText(String(await page));
}

function header(finished: Finished, prose: Prose): Markup {
  const { run, reports } = finished;
  const { data, verdict } = reports;
  const { rating } = run.result;
  const about = [
    data.name,
    data.asset_type,
    data.currency,
    data.as_of === null ? "" : `what was known by ${instantText(data.as_of)}`,
  ];
  return html`<header>
    <p class="quiet">${about.filter((part) => part !== "").join(" · ")}</p>
    <h1>${data.symbol} as of ${data.session ?? run.request.trade_date}</h1>
    ${data.synthetic ? html`<p class="banner">${syntheticNote}</p>` : nothing}
    <ol class="scale" aria-label="Rating">
      ${Opinion.options.map((option) => html`<li class="${option.toLowerCase()}" ${option === rating ? html` aria-current="true"` : nothing}>${option}</li>`)}
      <li class="review" ${rating === "REVIEW" ? html` aria-current="true"` : nothing}>REVIEW</li>
    </ol>
    ${
      reports.review_reason !== null
        ? html`<p class="thesis">
            <strong>No opinion.</strong> ${prose.line(sentence(reports.review_reason))} REVIEW is not a Hold.
          </p>`
        : verdict === null
          ? nothing
          : html`<p class="thesis">${prose.thesis(reports)}</p>
              <p class="quiet">${capital(verdictParts(finished).join(" · "))}</p>`
    }
  </header>`;
}

function decision(finished: Finished, prose: Prose): Markup {
  const { run, reports } = finished;
  const { trader, checks } = reports;
  if (run.result.decision === null) return nothing;
  const parts = levelParts(reports.levels);
  return html`<section class="card">
    <h2>Decision</h2>
    ${trader === undefined ? html`<p>${run.result.decision}</p>` : turns(trader, prose)}
    ${
      parts.length === 0
        ? nothing
        : html`<dl class="levels">
            ${parts.map(
              ([name, value]) =>
                html`<div>
                  <dt>${name}</dt>
                  <dd>${value}</dd>
                </div>`,
            )}
          </dl>`
    }
    ${
      checks.length === 0
        ? nothing
        : html`<h3>Checks</h3>
            <table class="checks">
              <tbody>
                ${checks.map(
                  (check) =>
                    html`<tr>
                      <td>${checkTitle(check.id)}</td>
                      <td class="outcome ${check.outcome}">${check.outcome.replace("_", " ")}</td>
                      <td>${check.detail}</td>
                    </tr>`,
                )}
              </tbody>
            </table>`
    }
  </section>`;
}

/** Bull and bear stand side by side, as they argued; all others below each other. */
function debate({ reports: all }: Finished, prose: Prose): Markup {
  const reports = reportsInOrder(all).filter(({ agent }) => agent !== "trader");
  if (reports.length === 0) return nothing;
  const sides = reports.filter(({ agent }) => agent === "bull" || agent === "bear");
  const before = reports.filter(({ agent }) => agent === "portfolio_manager" || agent === "research_manager");
  const after = reports.filter((report) => !sides.includes(report) && !before.includes(report));
  return html`<h2 class="part">The debate</h2>
    ${before.map((report) => agentCard(report, prose))}
    ${sides.length === 0 ? nothing : html`<div class="sides">${sides.map((report) => agentCard(report, prose))}</div>`}
    ${after.map((report) => agentCard(report, prose))}`;
}

function agentCard(report: AgentReport, prose: Prose): Markup {
  return html`<section class="card">
    <h3>${agentTitles[report.agent]}</h3>
    ${report.skipped === null ? nothing : html`<p class="quiet">Not asked: ${report.skipped}.</p>`}
    ${turns(report, prose)}
  </section>`;
}

function turns(report: AgentReport, prose: Prose): Markup {
  const line = groundingLine(report);
  const several = report.turns.length > 1;
  return html`${report.turns.map(
    (turn) =>
      html`${several ? html`<h4>Round ${turn.round}</h4>` : nothing}
        <div class="prose">${prose.text(turn)}</div>
        ${turn.problem === null ? nothing : html`<p class="quiet">No structured answer: ${sentence(turn.problem)}</p>`}${points(turn, prose)}`,
  )}
  ${line === null ? nothing : html`<p class="quiet small">${line}</p>`}
  ${[...flaggedNotes(report), ...badComputations(report)].map((text) => html`<p class="quiet small">${text}</p>`)}`;
}

/** What others in the debate read of the turn. Open when a number in it rests on nothing. */
function points(turn: AgentTurn, prose: Prose): Markup {
  if (turn.points.length === 0) return nothing;
  const doubtful = hasDoubtfulPoint(turn.grounding);
  return html`<details${doubtful ? html` open` : nothing}><summary>${turn.points.length === 1 ? "1 point, as the others read it" : `${turn.points.length} points, as the others read them`}</summary><ul>${turn.points.map((_point, index) => html`<li>${prose.claim(turn, index)}</li>`)}</ul></details>`;
}

function aboutData({ reports }: Finished): Markup {
  const { sources } = reports.data;
  const notes = dataNotes(reports);
  if (notes.length === 0 && sources.length === 0) return nothing;
  return html`<h2 class="part">About the data</h2>
    <section class="card">
      ${sources.length === 0 ? nothing : html`<p>Sources: ${sources.join(", ")}</p>`}
      ${
        notes.length === 0
          ? nothing
          : html`<ul>
              ${notes.map((note) => html`<li>${note}</li>`)}
            </ul>`
      }
    </section>`;
}

function evidenceTable({ run }: Finished): Markup {
  const items = run.manifest.evidence;
  if (items.length === 0) return nothing;
  return html`<h2 class="part">Evidence</h2>
    <section class="card wide">
      <table class="evidence">
        <thead>
          <tr>
            <th>Id</th>
            <th>What</th>
            <th class="number">Value</th>
            <th>Day</th>
            <th>Source</th>
          </tr>
        </thead>
        <tbody>
          ${items.map(
            (item) =>
              html`<tr id="${item.id}">
                <td>${item.id}</td>
                ${
                  item.value === null
                    ? html`<td class="text" colspan="2">
                        <span class="quiet">${item.label}</span><br />${valueText(item)}
                      </td>`
                    : html`<td class="text">
                          ${item.label}${item.formula === null ? nothing : html`<br /><span class="quiet small">${item.formula}</span>`}
                        </td>
                        <td class="number">${valueText(item)}</td>`
                }
                <td class="day">${item.at}</td>
                <td class="source">${item.source}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </section>`;
}

function setting(finished: Finished): Markup {
  const { usage, manifest } = finished.run;
  const number = (value: number): string => value.toLocaleString("en-US");
  return html`<h2 class="part">Cost and setting</h2>
    <section class="card">
      <p>Reasoner: ${reasonerName(finished)}</p>
      <p>Cost: ${costText(finished)}</p>
      <p class="quiet small">Run ${manifest.run_id}, code ${manifest.code_version}, seed ${manifest.seed}</p>
      ${
        usage.agents.length === 0
          ? nothing
          : html`<div class="wide">
              <table>
                <thead>
                  <tr>
                    <th>Agent</th>
                    <th>Model</th>
                    <th class="number">Calls</th>
                    <th class="number">Input tokens</th>
                    <th class="number">of them cached</th>
                    <th class="number">Output tokens</th>
                    <th class="number">Cost</th>
                  </tr>
                </thead>
                <tbody>
                  ${usage.agents.map(
                    (line) =>
                      html`<tr>
                        <td>${agentTitles[line.agent]}</td>
                        <td>${line.model}</td>
                        <td class="number">${number(line.calls)}</td>
                        <td class="number">${number(line.input_tokens)}</td>
                        <td class="number">${number(line.cached_input_tokens)}</td>
                        <td class="number">${number(line.output_tokens)}</td>
                        <td class="number">${line.cost_usd === null ? "–" : money(line.cost_usd)}</td>
                      </tr>`,
                  )}
                </tbody>
              </table>
            </div>`
      }
    </section>`;
}
