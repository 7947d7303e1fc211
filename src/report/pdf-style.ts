import type { CustomTableLayout, StyleDictionary } from "pdfmake/interfaces.js";

/** The page's light colours, for paper. */
export const colours = {
  text: "#1c1f23",
  quiet: "#5f6873",
  line: "#d4d9df",
  accent: "#2457c5",
  up: "#1a7f4b",
  down: "#b3342d",
  warn: "#8a5a00",
  warnPage: "#fff4d6",
} as const;

export const styles: StyleDictionary = {
  title: { fontSize: 20, bold: true, margin: [0, 0, 0, 8] },
  heading: { fontSize: 13, bold: true, margin: [0, 18, 0, 6] },
  agent: { fontSize: 11, bold: true, margin: [0, 12, 0, 4] },
  round: { bold: true, color: colours.quiet, margin: [0, 4, 0, 2] },
  quiet: { color: colours.quiet },
  small: { color: colours.quiet, fontSize: 8.5, margin: [0, 0, 0, 3] },
  thesis: { fontSize: 10.5, margin: [0, 0, 0, 3] },
  levels: { margin: [0, 4, 0, 0] },
  prose: { margin: [0, 0, 0, 5] },
  proseHeading: { bold: true, margin: [0, 5, 0, 3] },
  proseList: { margin: [0, 0, 0, 3] },
  link: { color: colours.accent },
  unsupported: { color: colours.warn, background: colours.warnPage },
  head: { color: colours.quiet, fontSize: 8.5 },
  cell: { fontSize: 8.5 },
};

/** Hair lines between rows, and no others. */
export const rows: CustomTableLayout = {
  hLineWidth: (row, { table }) => (row === 0 || row === table.body.length ? 0 : 0.5),
  vLineWidth: () => 0,
  hLineColor: () => colours.line,
  paddingLeft: () => 0,
  paddingRight: (column, { table }) => (column === (table.widths?.length ?? 0) - 1 ? 0 : 8),
  paddingTop: () => 3,
  paddingBottom: () => 3,
};
