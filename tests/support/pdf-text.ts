import { inflateSync } from "node:zlib";

export interface ReadPdf {
  readonly pages: number;
  /** The words of all pages, as drawn, with single spaces. */
  readonly text: string;
  readonly title: string;
}

/**
 * Reads back a PDF of the kind pdfkit writes: plain objects, deflated streams, text as glyph numbers that each font's
 * ToUnicode table translates. @throws when it is none
 */
export function readPdf(bytes: Uint8Array): ReadPdf {
  const file = Buffer.from(bytes).toString("latin1");
  if (!/^%PDF-1\.\d\n/.test(file) || !file.trimEnd().endsWith("%%EOF")) throw new Error("no PDF");
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(file)?.[1]);
  if (!file.slice(start).startsWith("xref\n")) throw new Error("its cross-reference table is not where it says");
  const objects = readObjects(file, start);
  const fonts = [...objects.values()].flatMap((object) => {
    const table = /\/ToUnicode (\d+) 0 R/.exec(object)?.[1];
    return table === undefined ? [] : [{ object, glyphs: readToUnicode(streamOf(objects.get(Number(table)) ?? "")) }];
  });
  const glyphsOf = (name: string): ReadonlyMap<string, string> => {
    const number = new RegExp(`/${name} (\\d+) 0 R`).exec(file)?.[1];
    return fonts.find(({ object }) => object === objects.get(Number(number)))?.glyphs ?? new Map();
  };
  const pages = [...objects.values()].filter((object) => /\/Type \/Page\b(?!s)/.test(object));
  const text = pages
    .map((page) => drawnText(streamOf(objects.get(Number(/\/Contents (\d+) 0 R/.exec(page)?.[1])) ?? ""), glyphsOf))
    .join("\n");
  const title = objects.get(Number(/\/Title (\d+) 0 R/.exec(file)?.[1])) ?? "";
  return { pages: pages.length, text: text.replaceAll(/\s+/g, " "), title: /\((.*)\)/s.exec(title)?.[1] ?? "" };
}

function readObjects(file: string, start: number): Map<number, string> {
  const objects = new Map<number, string>();
  for (const [index, line] of file.slice(start).split("\n").slice(2).entries()) {
    const offset = /^(\d{10}) 00000 n/.exec(line)?.[1];
    if (offset === undefined) continue;
    const at = Number(offset);
    if (!file.slice(at).startsWith(`${index} 0 obj`)) throw new Error(`object ${index} is not where the table says`);
    objects.set(index, file.slice(at, file.indexOf("\nendobj", at)));
  }
  return objects;
}

function streamOf(object: string): string {
  const at = object.indexOf("stream\n");
  const body = Buffer.from(object.slice(at + 7, object.lastIndexOf("\nendstream")), "latin1");
  return (object.includes("/FlateDecode") ? inflateSync(body) : body).toString("latin1");
}

/** `<0000> <00ff> [<0041> …]`, one text for each glyph. */
function readToUnicode(table: string): Map<string, string> {
  const glyphs = new Map<string, string>();
  for (const [, first = "", list = ""] of table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[(.*?)\]/gs))
    for (const [index, [, hex = ""]] of [...list.matchAll(/<([0-9a-f ]*)>/g)].entries())
      glyphs.set(
        (parseInt(first, 16) + index).toString(16).padStart(4, "0"),
        Buffer.from(hex.replaceAll(" ", ""), "hex").swap16().toString("utf16le"),
      );
  return glyphs;
}

/** Each `[<0001…> 12 …] TJ` of a content stream, in the font named before it; `q` and `Q` keep and give back the font. */
function drawnText(content: string, glyphsOf: (font: string) => ReadonlyMap<string, string>): string {
  let font = "";
  const kept: string[] = [];
  let text = "";
  for (const [sign, named, drawn] of content.matchAll(/^q$|^Q$|\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/gms)) {
    if (sign === "q") kept.push(font);
    else if (sign === "Q") font = kept.pop() ?? "";
    else if (named !== undefined) font = named;
    else {
      const glyphs = glyphsOf(font);
      const hex = [...(drawn ?? "").matchAll(/<([0-9a-f]*)>/g)].map(([, piece = ""]) => piece).join("");
      text += `${(hex.match(/.{4}/g) ?? []).map((glyph) => glyphs.get(glyph) ?? "").join("")}\n`;
    }
  }
  return text;
}
