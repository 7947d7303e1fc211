import { type ComponentProps, Fragment, type ReactNode } from "react";
import { ChevronLeft, ChevronRight, type LucideIcon } from "lucide-react";
import Link from "next/link";
import { Button, LinkButton, classNames } from "./elements.tsx";

interface Props {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
}

export function PageHeader({ title, description, actions }: Props) {
  return (
    <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
      {/* A long line under the title wraps before the buttons do. */}
      <div className="grid min-w-0 gap-1 sm:flex-1 sm:basis-96">
        <h1 className="text-xl font-semibold text-ink">{title}</h1>
        {description ? <div className="max-w-2xl text-sm text-muted">{description}</div> : null}
      </div>
      {actions ? (
        <div className="flex max-w-full shrink-0 flex-wrap items-center gap-2 print:hidden">{actions}</div>
      ) : null}
    </div>
  );
}

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

interface CardProps extends Omit<ComponentProps<"section">, "title"> {
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

export function Card(props: CardProps) {
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

/** A row of figures with their names. */
export function Figures({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-4">{children}</dl>;
}

interface FiguresProps {
  readonly name: string;
  readonly note?: string | undefined;
  /** For words and dates, which are longer than figures. */
  readonly small?: boolean;
  readonly children: ReactNode;
}

export function Figure({ name, note, small, children }: FiguresProps) {
  return (
    <div className="grid content-start gap-0.5 rounded-lg border bg-surface px-4 py-3.5">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className={small === true ? "text-sm font-medium" : "text-lg font-semibold tabular-nums sm:text-xl"}>
        {children}
      </dd>
      {note === undefined ? null : <dd className="text-xs text-muted">{note}</dd>}
    </div>
  );
}

interface EmptyStateProps {
  readonly icon?: LucideIcon;
  readonly title: string;
  /** The next step, as a button or a link. */
  readonly action?: ReactNode;
  readonly className?: string;
  readonly children?: ReactNode;
}

/** Says why there is nothing, and what to do about it. */
export function EmptyState({ icon: Icon, title, action, className, children }: EmptyStateProps) {
  return (
    <div className={classNames("grid justify-items-center gap-3 px-6 py-12 text-center", className)}>
      {Icon ? <Icon aria-hidden className="size-6 text-faint" strokeWidth={1.5} /> : null}
      <div className="grid max-w-sm gap-1">
        <p className="text-base font-medium text-ink">{title}</p>
        {children ? <div className="text-sm text-muted">{children}</div> : null}
      </div>
      {action}
    </div>
  );
}

interface PaginationProps {
  /** Null where there is no such page. */
  readonly newer: string | null;
  readonly older: string | null;
  readonly label?: string;
}

/** Pages of a list with a cursor: there is no count, so there are no numbers. */
export function Pagination({ newer, older, label = "Pages" }: PaginationProps) {
  if (newer === null && older === null) return null;
  return (
    <nav aria-label={label} className="flex justify-between gap-3 pt-4">
      {newer === null ? (
        <span />
      ) : (
        <LinkButton href={newer} variant="secondary" size="sm">
          <ChevronLeft aria-hidden /> Newer
        </LinkButton>
      )}
      {older === null ? null : (
        <LinkButton href={older} variant="secondary" size="sm">
          Older <ChevronRight aria-hidden />
        </LinkButton>
      )}
    </nav>
  );
}

interface FilterFormProps {
  readonly action: string;
  /** Where the list is without filters; `null` when there are none. */
  readonly clear: string | null;
  /** What its button says. */
  readonly confirm?: string;
  /** Its columns in a wide window. */
  readonly className: string;
  readonly children: ReactNode;
}

/** A plain form: the address is the filter, so a filtered list can be kept, shared and gone back to. */
export function FilterForm({ action, clear, confirm = "Filter", className, children }: FilterFormProps) {
  return (
    <search>
      <form method="get" action={action} className={`grid grid-cols-2 items-end gap-3 px-5 py-4 ${className}`}>
        {children}
        <div className="flex gap-2 max-md:col-span-2">
          <Button type="submit" variant="secondary">
            {confirm}
          </Button>
          {clear === null ? null : (
            <LinkButton href={clear} variant="ghost">
              Clear
            </LinkButton>
          )}
        </div>
      </form>
    </search>
  );
}

/** What a filter offers. */
export function anyOf<T extends string>(values: readonly T[], label: (value: T) => string = String) {
  return [{ value: "", label: "Any" }, ...values.map((value) => ({ value, label: label(value) }))];
}

/** A grey place for what is on its way; the page around it says that it loads. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames("animate-pulse rounded-md bg-sunken", className)} />;
}

/** Stands where a page will be while the server reads what it shows. */
export function PageSkeleton() {
  return (
    <div className="grid gap-6">
      <output className="sr-only">Loading</output>
      <Skeleton className="h-8 w-40" />
      <Skeleton className="h-44" />
      <Skeleton className="h-80" />
    </div>
  );
}

interface AuthCardProps {
  readonly title: string;
  readonly description?: ReactNode;
  /** Below the card: where else one may want to go. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

export function AuthCard({ title, description, footer, children }: AuthCardProps) {
  return (
    <>
      <Card className="grid gap-5 p-6">
        <div className="grid gap-1">
          <h1 className="text-xl font-semibold">{title}</h1>
          {description ? <div className="text-sm text-muted">{description}</div> : null}
        </div>
        {children}
      </Card>
      {footer ? <div className="mt-5 text-center text-sm text-muted">{footer}</div> : null}
    </>
  );
}
