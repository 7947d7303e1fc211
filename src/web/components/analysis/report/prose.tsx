import { Fragment, type ReactNode } from "react";
import { directionOf } from "#src/contract/run/language.ts";
import type { Column, Line, Span, Table, Tongue, Words } from "#src/report/document.ts";
import "./report.css";

interface Look {
  /** Whether the evidence is on this page; where it is not, nothing leads anywhere. */
  readonly linked?: boolean;
}

interface ProseProps extends Tongue, Look {
  readonly words: readonly Words[];
  /** Where the language is not known. */
  readonly dir?: "auto";
}

/** What an agent wrote. */
export function Prose({ words, language, dir, linked = true }: ProseProps) {
  return (
    <div className="prose" dir={dir} {...(language === undefined ? {} : tongueOf({ language }))}>
      {drawAll(words, { linked, links: 0, level: 3 })}
    </div>
  );
}

export function Text({ line, linked = true }: { line: Line } & Look) {
  return <span className="prose">{drawSpans(line.spans, { linked, links: 0, level: 3 })}</span>;
}

export function tongueOf({ language }: Tongue): { readonly lang?: string; readonly dir?: "ltr" | "rtl" } {
  return language === undefined ? {} : { lang: language, dir: directionOf(language) };
}

/** A statement as far as it is drawn. */
interface Drawing {
  readonly linked: boolean;
  /** It is one stop of the Tab key, its first link; arrow keys go on from there (evidence-popover.tsx). */
  links: number;
  /** Of its last heading: whoever hears them read out expects no gap below the page's own h3. */
  level: number;
}

function drawAll(words: readonly Words[], drawing: Drawing): ReactNode {
  return words.map((one, index) => <Fragment key={index}>{drawWords(one, drawing)}</Fragment>);
}

function drawWords(words: Words, drawing: Drawing): ReactNode {
  switch (words.kind) {
    case "paragraph": {
      const text = drawSpans(words.line.spans, drawing);
      return words.tone === "tight" ? text : <p>{text}</p>;
    }
    case "heading": {
      drawing.level = Math.min(6, words.level + 3, drawing.level + 1);
      const Heading = headings[drawing.level] ?? "h6";
      return <Heading>{drawSpans(words.line.spans, drawing)}</Heading>;
    }
    case "items": {
      const items = words.items.map((item, index) => <li key={index}>{drawAll(item, drawing)}</li>);
      return words.start === null ? <ul>{items}</ul> : <ol start={words.start}>{items}</ol>;
    }
    case "quote":
      return <blockquote>{drawAll(words.words, drawing)}</blockquote>;
    case "code":
      return (
        <pre>
          <code>{drawSpans(words.line.spans, drawing)}</code>
        </pre>
      );
    case "rule":
      return <hr />;
    case "table":
      return drawTable(words, drawing);
  }
}

const headings: Readonly<Record<number, "h4" | "h5" | "h6">> = { 4: "h4", 5: "h5" };

function drawTable({ columns, rows }: Table, drawing: Drawing): ReactNode {
  const styleOf = (column: Column | undefined) =>
    column === undefined || column.align === "left" ? undefined : { textAlign: column.align };
  return (
    <div className="wide">
      <table>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={index} style={styleOf(column)}>
                {drawSpans(column.line.spans, drawing)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map(({ line }, index) => (
                <td key={index} style={styleOf(columns[index])}>
                  {drawSpans(line.spans, drawing)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function drawSpans(spans: readonly Span[], drawing: Drawing): ReactNode {
  return spans.map((span, index) => <Fragment key={index}>{drawSpan(span, drawing)}</Fragment>);
}

function drawSpan(span: Span, drawing: Drawing): ReactNode {
  switch (span.kind) {
    case "text":
      return span.text;
    case "flagged":
      return <mark title={span.reason}>{span.text}</mark>;
    case "unknown":
      return <mark title="No such evidence">{span.text}</mark>;
    case "cited":
      if (!drawing.linked) return <span className="cite">{span.text}</span>;
      return (
        <a href={`#${span.text}`} tabIndex={isTabStop(drawing) ? undefined : -1}>
          {span.text}
        </a>
      );
    case "figure": {
      const leads = drawing.linked && span.evidence.length > 0;
      return <Figure {...span} linked={drawing.linked} isStop={leads && isTabStop(drawing)} />;
    }
    case "strong":
    case "em":
    case "s":
    case "code": {
      const Tag = span.kind;
      return <Tag>{drawSpans(span.spans, drawing)}</Tag>;
    }
    case "break":
      return <br />;
  }
}

function isTabStop(drawing: Drawing): boolean {
  drawing.links += 1;
  return drawing.links === 1;
}

interface FigureProps {
  readonly text: string;
  readonly evidence: readonly string[];
  /** What was worked out, or the name of an agent's own term. */
  readonly basis: string | null;
  /** Whether the evidence is on this page. */
  readonly linked: boolean;
  readonly isStop: boolean;
}

/** A figure, and a link to what it rests on; `EvidencePopover` shows that beside it. */
function Figure({ text, evidence, basis, linked, isStop }: FigureProps) {
  const [first] = evidence;
  if (first === undefined) return <span title={`Set by the agent${basis === null ? "" : `: ${basis}`}`}>{text}</span>;
  if (!linked)
    return (
      <span className="figure" title={`Evidence: ${basis ?? evidence.join(", ")}`}>
        {text}
      </span>
    );
  return (
    <a
      className="figure"
      href={`#${first}`}
      data-evidence={evidence.join(" ")}
      data-basis={basis ?? undefined}
      tabIndex={isStop ? undefined : -1}
    >
      {text}
    </a>
  );
}
