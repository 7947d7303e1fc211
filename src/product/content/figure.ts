/*
 * Data in a fence, so that it is filled in and searched. `figure bars` compares values, `figure steps` shows what waits
 * for what.
 */

export interface Bar {
  readonly label: string;
  /** As it is printed. */
  readonly text: string;
  readonly value: number;
}

export interface Step {
  readonly label: string;
  /** What happens at the same time. */
  readonly parts: readonly string[];
}

export type Figure =
  | { readonly kind: "figure"; readonly form: "bars"; readonly caption: string; readonly bars: readonly Bar[] }
  | { readonly kind: "figure"; readonly form: "steps"; readonly caption: string; readonly steps: readonly Step[] };

const opening = /^figure (bars|steps): (.+)$/;

/**
 * @param info `figure bars: CAPTION` or `figure steps: CAPTION`
 * @param content `LABEL | VALUE`, or `LABEL | PART, PART`
 * @returns `null` for no figure
 * @throws Error for a row that cannot be drawn
 */
export function readFigure(info: string, content: string): Figure | null {
  const [, form, caption = ""] = opening.exec(info) ?? [];
  if (form === undefined) return null;
  const rows = content.trim().split("\n");
  return form === "bars"
    ? { kind: "figure", form, caption, bars: rows.map(readBar) }
    : { kind: "figure", form: "steps", caption, steps: rows.map(readStep) };
}

function cellsOf(row: string): readonly [string, string] {
  const [label, text, more] = row.split("|").map((cell) => cell.trim());
  if (label === undefined || label === "" || text === undefined || text === "" || more !== undefined)
    throw new Error(`a row of a figure is a label, a bar and a value, and not "${row}"`);
  return [label, text];
}

function readBar(row: string): Bar {
  const [label, text] = cellsOf(row);
  const value = Number(/[-−]?\d[\d,]*(?:\.\d+)?/.exec(text)?.[0].replace("−", "-").replaceAll(",", ""));
  if (!Number.isFinite(value)) throw new Error(`a bar needs a value, and not "${text}"`);
  return { label, text, value };
}

function readStep(row: string): Step {
  const [label, parts] = cellsOf(row);
  return { label, parts: parts.split(",").map((part) => part.trim()) };
}

/** A figure as text, a line per row. */
export function textOfFigure(figure: Figure): string {
  const rows =
    figure.form === "bars"
      ? figure.bars.map(({ label, text }) => `${label}: ${text}`)
      : figure.steps.map(({ label, parts }) => `${label}: ${parts.join(", ")}`);
  return [figure.caption, ...rows].join("\n");
}
