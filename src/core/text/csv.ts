type Cell = string | number | boolean | null | undefined;

/** Rows by RFC 4180. Unknown values are empty. */
export function csvText(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/** Spreadsheets take ^GSPC and formulas as text only behind an apostrophe. */
function cell(value: Cell): string {
  if (value === null || value === undefined) return "";
  const text = String(value);
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
