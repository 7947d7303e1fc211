import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";

interface Props extends Omit<ComponentProps<"section">, "title"> {
  readonly title?: ReactNode;
  readonly description?: ReactNode;
  /** Stands right of the title: a link, a button, a badge. */
  readonly aside?: ReactNode;
  /** Under a title, what stands in it reaches the edges: a table, a list. */
  readonly flush?: boolean;
  /** Without a title, its content keeps off the edges too. */
  readonly padded?: boolean;
  /** The layout of its content. */
  readonly inner?: string;
  readonly titleId?: string;
}

export function Card(props: Props) {
  const {
    title,
    description,
    aside,
    flush = false,
    padded = false,
    inner,
    titleId,
    className,
    children,
    ...rest
  } = props;
  const isPadded = !flush && (padded || title !== undefined || inner !== undefined);
  return (
    <section {...rest} className={classNames("rounded-lg border bg-surface", className)}>
      {title === undefined ? null : (
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 px-5 pt-5 pb-4">
          <div className="grid min-w-0 gap-1">
            <h2 id={titleId} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base font-semibold text-ink">
              {title}
            </h2>
            {description ? <p className="max-w-3xl text-sm text-muted">{description}</p> : null}
          </div>
          {aside}
        </div>
      )}
      {isPadded ? <CardContent className={inner}>{children}</CardContent> : children}
    </section>
  );
}

/** Keeps a part of a flush card off its edges. */
export function CardContent({ className, ...rest }: ComponentProps<"div">) {
  return <div {...rest} className={classNames("px-5 pb-5 first:pt-5", className)} />;
}
