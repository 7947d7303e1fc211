import { raw } from "hono/html";

/** The report's own style: one file, no network, light and dark by the reader's setting, fit to print. */
export const pageStyle = raw(`
:root { color-scheme: light dark; --font: system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  --page: #fbfbfa; --card: #ffffff; --text: #1c1f23; --quiet: #5f6873; --line: #e3e6ea; --accent: #2457c5;
  --up: #1a7f4b; --down: #b3342d; --warn: #8a5a00; --warn-page: #fff4d6; }
@media (prefers-color-scheme: dark) { :root { --page: #121417; --card: #1a1d21; --text: #e8eaed; --quiet: #9aa4b0;
  --line: #2c3138; --accent: #7ea6ff; --up: #4cc38a; --down: #f2777a; --warn: #f5c869; --warn-page: #3a2f12; } }
* { box-sizing: border-box; }
html { overflow-x: hidden; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.6 var(--font); }
main { max-width: 980px; margin: 0 auto; padding: 32px 20px 64px; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 4px; }
h2 { font-size: 1.15rem; margin: 40px 0 12px; }
h3, h4, h5, h6 { font-size: 1rem; margin: 20px 0 8px; }
.quiet { color: var(--quiet); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 20px; margin: 16px 0; overflow-wrap: break-word; }
.banner { background: var(--warn-page); color: var(--warn); border-radius: 8px; padding: 10px 14px; font-weight: 600; }
.scale { display: flex; flex-wrap: wrap; gap: 6px; list-style: none; margin: 20px 0 8px; padding: 0; }
.scale li { padding: 6px 14px; border: 1px solid var(--line); border-radius: 999px; color: var(--quiet); }
.scale li[aria-current] { color: var(--page); background: var(--text); border-color: var(--text); font-weight: 700; }
.scale .apart { margin-left: auto; border-style: dashed; }
.levels { display: grid; grid-template-columns: repeat(auto-fit, minmax(110px, 1fr)); gap: 12px; margin: 16px 0 0; }
.levels div { border-top: 2px solid var(--line); padding-top: 6px; }
.levels dt { color: var(--quiet); font-size: .85rem; } .levels dd { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 6px 10px 6px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--quiet); font-weight: 500; }
td.number { text-align: right; white-space: nowrap; }
td.text { min-width: 220px; }
tr:target { outline: 2px solid var(--accent); outline-offset: -2px; }
a { color: var(--accent); text-decoration: none; } a:hover { text-decoration: underline; }
.outcome { font-weight: 600; white-space: nowrap; } .outcome.pass { color: var(--up); } .outcome.fail { color: var(--down); } .outcome.not_checked { color: var(--quiet); }
mark { background: var(--warn-page); color: var(--warn); border-radius: 3px; padding: 0 2px; text-decoration: underline wavy; text-decoration-thickness: 1px; text-underline-offset: 3px; }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(320px, 1fr)); gap: 16px; } .sides .card { margin: 0; }
.card > h3:first-child { margin-top: 0; }
.card p:last-child { margin-bottom: 0; }
@media (max-width: 480px) { .sides { grid-template-columns: 1fr; } main { padding: 20px 14px 48px; } .card { padding: 14px; } }
@media print { body { background: none; } .card { break-inside: avoid-page; } }
`);
