import type { Column, Content, ContentColumns, TableCell } from "pdfmake/interfaces.js";
import { hasAll, setPieces, startsRight, typefaceFor, type Piece, type Typeface } from "./pdf-scripts.ts";

/** The same content, with every text in fonts that have its signs and in the order in which it is read. */
export function typeset(content: readonly Content[], own: string): Content[] {
  const text = JSON.stringify(content);
  const typeface = typefaceFor(text, own);
  return hasAll(text, typeface) ? [...content] : content.map((node) => setNode(node, typeface));
}

function setNode(node: Content, typeface: Typeface): Content {
  if (typeof node === "number") return node;
  if (typeof node === "string") return setParagraph({ text: node }, node, typeface);
  if (Array.isArray(node)) return node.map((one) => setNode(one, typeface));
  if (node.text !== undefined) return setParagraph(node, node.text, typeface);
  if (node.stack !== undefined) return { ...node, stack: node.stack.map((one) => setNode(one, typeface)) };
  if (node.columns !== undefined) return { ...node, columns: node.columns.map((one) => setColumn(one, typeface)) };
  if (node.ul !== undefined) {
    const items = node.ul.map((item) => setNode(item, typeface));
    return startsRight(plainOf(node.ul)) ? fromRight(node, items, () => "•") : { ...node, ul: items };
  }
  if (node.ol !== undefined) {
    const { start = 1 } = node;
    const items = node.ol.map((item) => setNode(item, typeface));
    const markOf = (index: number): string => `.${start + index}`;
    return startsRight(plainOf(node.ol)) ? fromRight(node, items, markOf) : { ...node, ol: items };
  }
  if (node.table === undefined) return node;
  const body = node.table.body.map((row) => row.map((cell) => setCell(cell, typeface)));
  return { ...node, table: { ...node.table, body } };
}

/** A paragraph that is read from the right stands at the right, unless it was put in the middle. */
function setParagraph(node: object, text: Content, typeface: Typeface): Content {
  const { content, isRtl } = setPieces(piecesOf(text, {}), typeface);
  const centred = "alignment" in node && node.alignment === "center";
  return { ...node, text: content, ...(isRtl && !centred ? { alignment: "right" as const } : {}) };
}

function piecesOf(node: Content, look: object): Piece[] {
  if (typeof node === "string" || typeof node === "number") return [{ text: String(node), look }];
  if (Array.isArray(node)) return node.flatMap((one) => piecesOf(one, look));
  const { text, ...own } = node;
  return text === undefined ? [] : piecesOf(text, { ...look, ...own });
}

function setColumn(column: Column, typeface: Typeface): Column {
  const { width } = typeof column === "object" && "width" in column ? column : {};
  return { stack: [setNode(column, typeface)], ...(width !== undefined && { width }) };
}

function setCell(cell: TableCell, typeface: Typeface): TableCell {
  return isTaken(cell) ? cell : setNode(cell, typeface);
}

/** By the cell before it, which is wider than its column. */
function isTaken(cell: TableCell): cell is Record<PropertyKey, never> {
  return typeof cell === "object" && Object.keys(cell).length === 0;
}

/** Items with their marks at the right. */
function fromRight(
  { margin }: Pick<ContentColumns, "margin">,
  items: readonly Content[],
  markOf: (index: number) => string,
): Content {
  const stack = items.map((item, index): Content => {
    const mark: Column = { text: markOf(index), width: 14, alignment: "right" };
    return { columns: [{ stack: [item], width: "*" }, mark] };
  });
  return { ...(margin === undefined ? {} : { margin }), stack };
}

function plainOf(node: unknown): string {
  if (typeof node === "string") return node;
  if (Array.isArray(node)) return node.map(plainOf).join(" ");
  if (typeof node !== "object" || node === null) return "";
  const { text, stack } = { text: undefined, stack: undefined, ...node };
  return plainOf(text ?? stack);
}
