import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";
import { type VariantProps, cva } from "class-variance-authority";
import { Slot } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { CircleAlert, CircleCheck, CircleHelp, Hourglass, Info, LoaderCircle, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { formatUsd } from "#src/contract/accounts/money.ts";

// The type scale has a size that tailwind-merge does not know and would take for a colour.
const merge = extendTailwindMerge({ extend: { classGroups: { "font-size": [{ text: ["2xs"] }] } } });

/** Class names in one string; of two that set the same property the later wins. */
export function classNames(...values: ClassValue[]): string {
  return merge(clsx(values));
}

export const buttonLook = cva(
  "inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap transition-colors disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "bg-accent text-on-accent hover:bg-accent-strong",
        secondary: "border border-line-strong/60 bg-surface text-ink hover:border-line-strong hover:bg-sunken",
        ghost: "text-muted hover:bg-sunken hover:text-ink",
        danger: "border border-negative/50 bg-surface text-negative hover:border-negative hover:bg-negative-soft",
        link: "h-auto! rounded-sm p-0! text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent",
      },
      size: {
        sm: "h-8 px-3 text-xs",
        md: "h-10 px-4 text-sm",
        icon: "size-9 p-0",
      },
    },
    defaultVariants: { variant: "primary", size: "md" },
  },
);

type Props = ComponentProps<"button"> &
  VariantProps<typeof buttonLook> & {
    /** Gives the look to the one child, a link for instance. */
    asChild?: boolean;
    /** Work is under way: the button keeps its place and takes no second press. */
    pending?: boolean;
  };

export function Button({ variant, size, asChild, pending, className, children, ...rest }: Props) {
  const classes = classNames(buttonLook({ variant, size }), className);
  if (asChild) {
    return (
      <Slot.Root className={classes} {...rest}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      type="button"
      {...rest}
      className={classes}
      disabled={rest.disabled === true || pending === true}
      aria-busy={pending === true ? true : undefined}
    >
      {pending ? <Spinner /> : null}
      {children}
    </button>
  );
}

export type Tone = "neutral" | "info" | "positive" | "negative" | "warning" | "review";

const badgeLook = cva(
  "inline-flex items-center gap-1 rounded-sm border px-1.5 text-xs font-medium whitespace-nowrap [&_svg]:size-3",
  {
    variants: {
      tone: {
        neutral: "border-line bg-sunken text-muted",
        info: "border-accent/25 bg-accent-soft text-accent",
        positive: "border-positive/25 bg-positive-soft text-positive",
        negative: "border-negative/25 bg-negative-soft text-negative",
        warning: "border-warning/25 bg-warning-soft text-warning",
        review: "border-dashed border-review bg-surface text-review",
      } satisfies Record<Tone, string>,
    },
  },
);

export function Badge({ tone = "neutral", className, ...rest }: ComponentProps<"span"> & { readonly tone?: Tone }) {
  return <span {...rest} className={classNames(badgeLook({ tone }), className)} />;
}

const tones = {
  neutral: { box: "border-line bg-sunken", text: "text-ink", Icon: Info },
  info: { box: "border-accent/30 bg-accent-soft", text: "text-accent", Icon: Info },
  positive: { box: "border-positive/30 bg-positive-soft", text: "text-positive", Icon: CircleCheck },
  negative: { box: "border-negative/30 bg-negative-soft", text: "text-negative", Icon: CircleAlert },
  warning: { box: "border-warning/30 bg-warning-soft", text: "text-warning", Icon: TriangleAlert },
  review: { box: "border-dashed border-review bg-surface", text: "text-review", Icon: CircleHelp },
} as const satisfies Record<Tone, { box: string; text: string; Icon: typeof Info }>;

interface AlertProps {
  readonly tone?: Tone;
  readonly title: ReactNode;
  readonly className?: string;
  readonly children?: ReactNode;
}

/** A negative one is read out at once, the others when the reader comes to them. */
export function Alert({ tone = "info", title, className, children }: AlertProps) {
  const { box, text, Icon } = tones[tone];
  return (
    <div
      role={tone === "negative" ? "alert" : undefined}
      className={classNames("flex items-start gap-3 rounded-md border px-4 py-3 text-sm", box, className)}
    >
      <Icon aria-hidden className={classNames("mt-0.75 size-4 shrink-0", text)} />
      <div className="grid min-w-0 gap-1">
        <p className={classNames("font-medium", text)}>{title}</p>
        {children ? <div className="text-ink">{children}</div> : null}
      </div>
    </div>
  );
}

/** US cents as dollars. */
export function Money({ minor, className }: { minor: number; className?: string }) {
  return <span className={`tabular-nums ${className ?? ""}`}>{formatUsd(minor)}</span>;
}

interface ProgressProps {
  readonly label: string;
  /** Of `max`; null when how long it takes is not known. */
  readonly value: number | null;
  readonly max?: number;
  readonly className?: string;
}

const track =
  "[&::-webkit-progress-bar]:rounded-full [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-accent [&::-webkit-progress-value]:transition-[width] motion-reduce:[&::-webkit-progress-value]:transition-none [&::-moz-progress-bar]:rounded-full [&::-moz-progress-bar]:bg-accent";

export function Progress({ label, value, max = 100, className }: ProgressProps) {
  return (
    <progress
      aria-label={label}
      max={max}
      // Without a value the browser knows that it cannot say how far along it is.
      {...(value === null ? {} : { value: Math.min(Math.max(value, 0), max) })}
      className={classNames(
        "block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-sunken",
        track,
        value === null && "animate-pulse bg-accent/40 [&::-webkit-progress-bar]:bg-accent/40",
        className,
      )}
    />
  );
}

/** `label` is for screen readers; without one the spinner is decoration beside a text that says the same. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  const icon = <WorkingIcon className={classNames("size-4", className)} />;
  if (label === undefined) return icon;
  return (
    <output className="inline-flex">
      {icon}
      <span className="sr-only">{label}</span>
    </output>
  );
}

/** Turns while something is under way. For readers who want no motion an hourglass stands in its place. */
export function WorkingIcon({ className }: { className?: string | undefined }) {
  return (
    <>
      <LoaderCircle aria-hidden className={classNames("animate-spin motion-reduce:hidden", className)} />
      <Hourglass aria-hidden className={classNames("hidden motion-reduce:block", className)} />
    </>
  );
}

type LinkProps = ComponentProps<typeof Link> & VariantProps<typeof buttonLook>;

/** A link in the look of a button: to a page, or with `download` or `target` to a file or another site. */
export function LinkButton({ variant, size, className, href, children, download, target, rel, ...rest }: LinkProps) {
  const classes = classNames(buttonLook({ variant, size }), className);
  if (download === undefined && target === undefined)
    return (
      <Link {...rest} href={href} className={classes}>
        {children}
      </Link>
    );
  return (
    <a href={String(href)} className={classes} download={download} target={target} rel={rel}>
      {children}
    </a>
  );
}

type TextLinkProps = ComponentProps<typeof Link> & {
  /** Among others of its kind, as in a table: looks like a link when it is pointed at. */
  readonly quiet?: boolean;
};

export function TextLink({ quiet = false, className, ...rest }: TextLinkProps) {
  const line = quiet ? "hover:underline" : "text-accent underline decoration-accent/40 hover:decoration-accent";
  return <Link {...rest} className={classNames("rounded-sm underline-offset-4", line, className)} />;
}
