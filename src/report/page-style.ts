import { raw } from "hono/html";

/** The report's own style: one file, no network, light and dark by the reader's setting, fit to print. */
export const pageStyle = raw(`
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
main { max-width: 980px; margin: 0 auto; padding: 32px 20px 64px; }
p { margin: 0 0 12px; }
ul, ol { margin: 0 0 12px; padding-left: 22px; } li { margin: 2px 0; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0; }
h2 { font-size: 1.05rem; line-height: 1.3; margin: 0 0 10px; }
h2.part { font-size: 1.2rem; margin: 44px 0 12px; }
h3 { font-size: 1rem; line-height: 1.4; margin: 20px 0 8px; }
h4, h5, h6 { font-size: .95rem; line-height: 1.4; margin: 16px 0 6px; }
.quiet { color: var(--quiet); } .small { font-size: .875rem; }
header > .quiet { margin: 0 0 4px; }
.thesis { font-size: 1.1rem; margin: 0 0 6px; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 20px; margin: 16px 0; min-width: 0; }
.card > :first-child { margin-top: 0; } .card > :last-child, .card > .prose:last-child > :last-child { margin-bottom: 0; }
.banner { background: var(--warn-page); color: var(--warn); border-radius: 8px; padding: 10px 14px; font-weight: 600; margin: 16px 0 0; }
.scale { display: flex; flex-wrap: wrap; gap: 6px; list-style: none; margin: 20px 0 16px; padding: 0; }
.scale li { margin: 0; padding: 5px 14px; border: 1px solid var(--line); border-radius: 999px; color: var(--quiet); }
.scale li[aria-current] { color: var(--page); background: var(--text); border-color: var(--text); font-weight: 700; }
.scale .buy[aria-current], .scale .overweight[aria-current] { background: var(--up); border-color: var(--up); }
.scale .sell[aria-current], .scale .underweight[aria-current] { background: var(--down); border-color: var(--down); }
.scale .review { margin-left: auto; border-style: dashed; }
.levels { display: grid; grid-template-columns: repeat(auto-fit, minmax(128px, 1fr)); gap: 12px 16px; margin: 18px 0 4px; }
.levels div { border-top: 2px solid var(--line); padding-top: 6px; }
.levels dt { color: var(--quiet); font-size: .85rem; } .levels dd { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; }
.levels dd::first-letter { text-transform: uppercase; }
.wide { overflow-x: auto; }
.prose .wide { margin: 0 0 12px; } .prose pre { overflow-x: auto; padding: 10px 12px; border: 1px solid var(--line); border-radius: 6px; font-size: .85rem; }
.prose blockquote { margin: 0 0 12px; padding-left: 14px; border-left: 3px solid var(--line); color: var(--quiet); }
.prose hr { border: 0; border-top: 1px solid var(--line); margin: 16px 0; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 6px 16px 6px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th:last-child, td:last-child { padding-right: 0; }
tr:last-child > td { border-bottom: 0; }
th { color: var(--quiet); font-weight: 500; white-space: nowrap; }
td.number, th.number { text-align: right; white-space: nowrap; }
td.text { min-width: 240px; overflow-wrap: anywhere; }
td.day { white-space: nowrap; }
.checks td:first-child { white-space: nowrap; } .checks td:last-child { width: 100%; }
tr:target { background: var(--warn-page); }
a { color: var(--accent); text-decoration: none; } a:hover { text-decoration: underline; }
.outcome { font-weight: 600; white-space: nowrap; } .outcome.pass { color: var(--up); } .outcome.fail { color: var(--down); } .outcome.not_checked { color: var(--quiet); }
mark { background: var(--warn-page); color: var(--warn); border-radius: 3px; padding: 0 2px; text-decoration: underline wavy; text-decoration-thickness: 1px; text-underline-offset: 3px; }
details { margin: 0 0 12px; } summary { color: var(--quiet); font-size: .875rem; cursor: pointer; } details ul { margin-top: 6px; font-size: .95rem; }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(340px, 1fr)); gap: 16px; } .sides .card { margin: 0; }
@media (max-width: 600px) {
  main { padding: 20px 14px 48px; } .card { padding: 16px 14px; } .sides { grid-template-columns: minmax(0, 1fr); }
  h1 { font-size: 1.5rem; } .scale li { padding: 4px 10px; font-size: .9rem; } .scale .review { margin-left: 0; }
  .checks tr { display: grid; grid-template-columns: 1fr auto; padding: 8px 0; border-bottom: 1px solid var(--line); }
  .evidence thead { display: none; }
  .evidence tr { display: grid; grid-template-columns: 40px minmax(0, 1fr) auto; gap: 0 10px; padding: 8px 0; border-bottom: 1px solid var(--line); }
  .evidence td { border: 0; padding: 0; } .evidence td.text { min-width: 0; } .evidence td[colspan] { grid-column: 2 / -1; }
  .evidence td.day { grid-column: 2; color: var(--quiet); } .evidence td.source { color: var(--quiet); overflow-wrap: anywhere; }
  .checks tr:last-child { border-bottom: 0; } .checks td { border: 0; padding: 0; } .checks td:last-child { grid-column: 1 / -1; color: var(--quiet); }
}
@media print { .card { break-inside: auto; } tr, .chart, .levels { break-inside: avoid; } h2, h3 { break-after: avoid; } main { max-width: none; padding: 0; } details:not([open]) > ul { display: none; } }
`);
