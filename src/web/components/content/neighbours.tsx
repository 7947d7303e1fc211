import { ArrowLeft, ArrowRight } from "lucide-react";
import Link from "next/link";
import { TextLink } from "#src/web/components/ui/elements.tsx";

export interface Neighbour {
  readonly title: string;
  readonly path: string;
}

interface Props {
  readonly label: string;
  readonly previous: Neighbour | undefined;
  readonly next: Neighbour | undefined;
}

/** The texts before and behind this one. */
export function Neighbours({ label, previous, next }: Props) {
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
