import type { Root } from "mdast";
import { fromMarkdown, type CompileContext, type Extension, type Token } from "mdast-util-from-markdown";
import { gfmStrikethroughFromMarkdown } from "mdast-util-gfm-strikethrough";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmStrikethrough } from "micromark-extension-gfm-strikethrough";
import { gfmTable } from "micromark-extension-gfm-table";

/*
 * Agents write markdown, and some of what they write may come from strangers. No raw HTML, no links and no pictures: a
 * report loads nothing and leads nowhere but to its own evidence. Definitions of links are off too: they would swallow
 * a line such as "[M3]: 12.5".
 */

declare module "mdast" {
  /** Code whose text keeps its places in the source. */
  interface CodeSpan {
    type: "codeSpan";
    children: Text[];
  }
  interface CodeBlock {
    type: "codeBlock";
    children: Text[];
  }
  interface PhrasingContentMap {
    codeSpan: CodeSpan;
  }
  interface RootContentMap {
    codeSpan: CodeSpan;
    codeBlock: CodeBlock;
  }
}

const leadsOut = ["htmlFlow", "htmlText", "labelStartImage", "labelStartLink", "labelEnd", "autolink", "definition"];
const blocks = ["blockQuote", "codeFenced", "codeIndented", "headingAtx", "list", "setextUnderline", "thematicBreak"];
const inMarks = ["attention", "codeText"];

/** A text of several blocks. */
export function parseMarkdown(text: string): Root {
  return isSimple(text) ? parse(text, [], true) : parse(text, [...blocks, ...inMarks], false);
}

/** A text that stands in a line: emphasis and code, and no blocks. */
export function parseLine(text: string): Root {
  return parse(text, isSimple(text) ? blocks : [...blocks, ...inMarks], false);
}

function parse(text: string, without: readonly string[], tables: boolean): Root {
  // The parser drops a byte order mark, and every place would be one off.
  return fromMarkdown(text.startsWith("\uFEFF") ? ` ${text.slice(1)}` : text, {
    extensions: [
      ...(tables ? [gfmTable()] : []),
      gfmStrikethrough({ singleTilde: false }),
      { disable: { null: [...leadsOut, ...without] } },
    ],
    mdastExtensions: [gfmTableFromMarkdown(), gfmStrikethroughFromMarkdown(), apart],
  });
}

const mostLength = 100_000;
const mostMarks = 2000;
const deepestPrefix = 100;

/** The parser's time grows with the square of what is nested or emphasised: no agent means so much of it. */
function isSimple(text: string): boolean {
  if (text.length > mostLength) return false;
  let marks = 0;
  let prefix = 0;
  let isPrefix = true;
  for (const sign of text) {
    if ("*_~`".includes(sign)) marks += 1;
    isPrefix = sign === "\n" || (isPrefix && " \t>-+*0123456789.)".includes(sign));
    prefix = sign === "\n" || !isPrefix ? 0 : prefix + 1;
    if (marks > mostMarks || prefix > deepestPrefix) return false;
  }
  return true;
}

/** Each text node is one token, so that its place in the source is exact. */
const apart: Extension = {
  canContainEols: ["codeSpan", "codeBlock"],
  enter: {
    data: beginText,
    codeTextData: beginText,
    codeFlowValue: beginText,
    characterEscape: beginText,
    characterReference: beginText,
    codeText: begin(() => ({ type: "codeSpan", children: [] })),
    codeFenced: begin(() => ({ type: "codeBlock", children: [] })),
    codeIndented: begin(() => ({ type: "codeBlock", children: [] })),
  },
  exit: {
    data: endText,
    codeTextData: endText,
    codeFlowValue: endText,
    characterEscapeValue: addText,
    characterEscape: end,
    characterReference: end,
    codeText: end,
    codeFenced: end,
    codeFencedFence: () => {},
    codeFencedFenceInfo: drop,
    codeFencedFenceMeta: drop,
    codeIndented: end,
  },
};

type Node = Parameters<CompileContext["enter"]>[0];

function begin(make: () => Node) {
  return function (this: CompileContext, token: Token): void {
    this.enter(make(), token);
  };
}

function beginText(this: CompileContext, token: Token): void {
  this.enter({ type: "text", value: "" }, token);
}

function addText(this: CompileContext, token: Token): void {
  const node = this.stack.at(-1);
  if (node?.type === "text") node.value += this.sliceSerialize(token);
}

/** A fence names the language of its code, which nobody is shown. */
function drop(this: CompileContext): void {
  this.resume();
}

function end(this: CompileContext, token: Token): void {
  this.exit(token);
}

function endText(this: CompileContext, token: Token): void {
  addText.call(this, token);
  this.exit(token);
}
