import type { ReactNode } from "react";
import {
  type Bar,
  type Figure,
  type Step,
  type Block,
  type Heading,
  withAnchors,
} from "#src/product/content/markdown.ts";
import type { ContentDocument } from "#src/product/content/library.ts";
import { Breadcrumb } from "#src/web/components/ui/page-parts.tsx";
import { classNames, TextLink } from "#src/web/components/ui/elements.tsx";
import { CodeBlock } from "#src/web/components/ui/code-block.tsx";
import "./document.css";
import { ArrowLeft, ArrowRight } from "lucide-react";
import Link from "next/link";

interface Props {
  readonly document: ContentDocument;
  readonly steps: readonly { readonly label: string; readonly href?: string }[];
  /** Under the title: dates, reading time. */
  readonly about: ReactNode;
  /** Below the text. */
  readonly children: ReactNode;
}

/** A text with its title and contents; the same for articles and posts. */
export function DocumentPage({ document: { title, summary, headings, blocks }, steps, about, children }: Props) {
  return (
    <>
      <Breadcrumb steps={steps} />
      <div className="grid gap-x-16 lg:grid-cols-[minmax(0,44rem)_minmax(0,1fr)]">
        <header className="grid gap-3 pb-8">
          <h1 className="text-2xl font-semibold sm:text-3xl">{title}</h1>
          <p className="text-lg text-muted">{summary}</p>
          <p className="flex flex-wrap gap-x-3 gap-y-1 text-sm text-faint">{about}</p>
        </header>
        <aside aria-label="Contents" className="pb-6 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:pb-0">
          <TableOfContents headings={headings} />
        </aside>
        <div className="min-w-0">
          <DocumentBody blocks={blocks} />
          {children}
        </div>
      </div>
    </>
  );
}

const languages: Readonly<Record<string, string>> = { sh: "shell", ts: "TypeScript", json: "JSON", http: "HTTP" };

/** The blocks in their order; the markup comes from src/product/content/markdown.ts, which lets none of the text's own through. */
function DocumentBody({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className="grid gap-5 [&>*]:min-w-0">
      {blocks.map((block, index) => {
        if (block.kind === "figure") return <DocumentFigure key={index} figure={block} />;
        return block.kind === "code" ? (
          <CodeBlock key={index} language={languages[block.language] ?? block.language} code={block.code} />
        ) : (
          <div key={index} className="document" dangerouslySetInnerHTML={{ __html: withAnchors(block.html) }} />
        );
      })}
    </div>
  );
}

/** A figure of an article: its words are text, and the drawing adds to them. */
function DocumentFigure({ figure }: { figure: Figure }) {
  return (
    <figure className="rounded-lg border bg-surface p-4 sm:p-5">
      {figure.form === "bars" ? <Bars bars={figure.bars} /> : <Steps steps={figure.steps} />}
      <figcaption className="mt-4 text-sm text-muted">{figure.caption}</figcaption>
    </figure>
  );
}

function Bars({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(...bars.map(({ value }) => Math.abs(value)), Number.MIN_VALUE);
  return (
    <dl className="grid gap-3 text-sm">
      {bars.map(({ label, text, value }) => (
        <div key={label} className="grid gap-x-4 gap-y-1 sm:grid-cols-[10rem_1fr_6rem] sm:items-center">
          <dt>{label}</dt>
          <dd className="contents">
            <span aria-hidden className="order-last h-3 rounded-sm bg-sunken sm:order-none">
              <span
                className={classNames("block h-3 rounded-sm", value < 0 ? "bg-faint" : "bg-accent")}
                style={{ width: `${Math.max(0.5, (100 * Math.abs(value)) / most)}%` }}
              />
            </span>
            <span className="tabular-nums sm:text-right">{text}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="grid gap-2 text-sm">
      {steps.map(({ label, parts }, index) => (
        <li key={label} className="grid gap-x-4 gap-y-1 sm:grid-cols-[10rem_1fr] sm:items-center">
          <span>
            <span className="mr-2 text-faint tabular-nums">{index + 1}</span>
            {label}
          </span>
          <ul className="flex flex-wrap gap-2">
            {parts.map((part) => (
              <li key={part} className="rounded-md border bg-sunken px-2 py-1">
                {part}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

/** The headings of a page: beside it where there is room, folded away above it where there is none. */
function TableOfContents({ headings }: { headings: readonly Heading[] }) {
  if (headings.length < 2) return null;
  return (
    <>
      <details className="rounded-md border bg-surface lg:hidden">
        <summary className="px-4 py-2.5 text-sm font-medium">On this page</summary>
        <nav aria-label="On this page" className="border-t px-4 py-3">
          <Places headings={headings} />
        </nav>
      </details>
      <nav
        aria-label="On this page (sidebar)"
        className="sticky top-20 hidden max-h-[calc(100dvh-6rem)] overflow-y-auto lg:block"
      >
        <p className="mb-3 text-xs font-medium text-muted">On this page</p>
        <Places headings={headings} />
      </nav>
    </>
  );
}

function Places({ headings }: { headings: readonly Heading[] }) {
  return (
    <ol className="grid gap-2 text-sm">
      {headings.map(({ id, text, level }) => (
        <li key={id} className={level === 3 ? "pl-4" : undefined}>
          <a href={`#${id}`} className="text-muted underline-offset-4 hover:text-ink hover:underline">
            {text}
          </a>
        </li>
      ))}
    </ol>
  );
}

const words = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** A day that a text names, the same for every reader. */
export function Day({ at }: { at: string }) {
  return <time dateTime={at}>{words.format(new Date(at))}</time>;
}

/** What the page is, for search engines. A block of data: no script runs, so no nonce is asked for. */
export function JsonLd({ data }: { data: Readonly<Record<string, unknown>> }) {
  const text = JSON.stringify({ "@context": "https://schema.org", ...data }).replaceAll("<", "\\u003c");
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />;
}

interface Neighbour {
  readonly title: string;
  readonly path: string;
}

interface NeighboursProps {
  readonly label: string;
  readonly previous: Neighbour | undefined;
  readonly next: Neighbour | undefined;
}

/** The texts before and behind this one. */
export function Neighbours({ label, previous, next }: NeighboursProps) {
  if (previous === undefined && next === undefined) return null;
  return (
    <nav aria-label={label} className="mt-10 grid gap-4 border-t pt-6 sm:grid-cols-2">
      {previous ? (
        <Link href={previous.path} className="group grid content-start gap-1">
          <span className="flex items-center gap-1.5 text-xs text-faint">
            <ArrowLeft aria-hidden className="size-3.5" /> Previous
          </span>
          <span className="text-base font-medium text-accent underline-offset-4 group-hover:underline">
            {previous.title}
          </span>
        </Link>
      ) : null}
      {next ? (
        <Link
          href={next.path}
          className="group grid content-start gap-1 sm:col-start-2 sm:justify-items-end sm:text-right"
        >
          <span className="flex items-center gap-1.5 text-xs text-faint">
            Next <ArrowRight aria-hidden className="size-3.5" />
          </span>
          <span className="text-base font-medium text-accent underline-offset-4 group-hover:underline">
            {next.title}
          </span>
        </Link>
      ) : null}
    </nav>
  );
}

/** Texts on what is near to this one. */
export function Related({ documents }: { documents: readonly (Neighbour & { readonly summary: string })[] }) {
  if (documents.length === 0) return null;
  return (
    <section aria-labelledby="related" className="mt-12 border-t pt-6">
      <h2 id="related" className="mb-3 text-base font-semibold">
        Related
      </h2>
      <DocumentLinks documents={documents} />
    </section>
  );
}

export function DocumentLinks({ documents }: { documents: readonly (Neighbour & { readonly summary: string })[] }) {
  return (
    <ul className="grid gap-4">
      {documents.map(({ title, path, summary }) => (
        <li key={path} className="grid gap-0.5">
          <TextLink href={path} className="justify-self-start text-base">
            {title}
          </TextLink>
          <p className="text-sm text-muted">{summary}</p>
        </li>
      ))}
    </ul>
  );
}
