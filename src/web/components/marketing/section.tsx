import type { ReactNode } from "react";

interface Props {
  readonly id?: string;
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ id, title, lead, children }: Props) {
  return (
    <section id={id} className="border-t">
      <div className="mx-auto max-w-6xl px-4 py-14 sm:px-6 sm:py-20">
        <div className="mb-8 grid max-w-2xl gap-3 sm:mb-10">
          <h2 className="text-2xl font-semibold text-ink">{title}</h2>
          {lead ? <p className="text-base text-muted">{lead}</p> : null}
        </div>
        {children}
      </div>
    </section>
  );
}
