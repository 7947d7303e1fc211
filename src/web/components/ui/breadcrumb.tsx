import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { Fragment } from "react";

interface Step {
  readonly label: string;
  /** Missing on the last one, the page itself. */
  readonly href?: string;
}

export function Breadcrumb({ steps }: { steps: readonly Step[] }) {
  return (
    <nav aria-label="Breadcrumb" className="mb-3">
      <ol className="flex flex-wrap items-center gap-1.5 text-xs text-muted">
        {steps.map(({ label, href }, index) => (
          <Fragment key={label}>
            {index === 0 ? null : (
              <li aria-hidden>
                <ChevronRight className="size-3 text-faint" />
              </li>
            )}
            <li>
              {href === undefined ? (
                <bdi aria-current="page">{label}</bdi>
              ) : (
                <Link href={href} className="underline-offset-4 hover:text-ink hover:underline">
                  {label}
                </Link>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  );
}
