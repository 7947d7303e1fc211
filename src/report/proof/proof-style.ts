import { htmlStyle } from "#src/report/html-style.ts";

/** The report's style, and what surrounds the report in a proof file. */
export const proofStyle = `${htmlStyle}
#proof-verdict { margin: 0 0 24px; padding: 14px 20px; border-radius: 10px; background: var(--warn-page); color: var(--warn); }
#proof-verdict p { margin: 4px 0 0; } #proof-verdict strong { font-size: 1.1rem; }
#proof-verdict[data-state=ok] { background: var(--up); color: var(--page); }
#proof-verdict[data-state=wrong] { background: var(--down); color: var(--page); }
#proof-verdict label { display: block; margin-top: 10px; font-size: .875rem; }
#proof-verdict input { display: block; width: 100%; max-width: 26rem; margin-top: 4px; padding: 6px 10px; border: 1px solid; border-radius: 6px; background: var(--page); color: var(--text); font: inherit; }
#proof-page a { text-decoration: underline; }
#proof-panel details { margin: 8px 0; } #proof-panel pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: .8rem; }
#proof-panel td { font-size: .875rem; overflow-wrap: anywhere; }
`;
