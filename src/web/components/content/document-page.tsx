import type { ReactNode } from "react";
import type { ContentDocument } from "#src/content/library.ts";
import { Breadcrumb } from "#src/web/components/ui/breadcrumb.tsx";
import { DocumentBody } from "./document-body.tsx";
import { TableOfContents } from "./table-of-contents.tsx";

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
