import { cva, type VariantProps } from "class-variance-authority";
import Link from "next/link";
import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import { Spinner } from "./spinner.tsx";

const look = cva(
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
  VariantProps<typeof look> & {
    /** Gives the look to the one child, a link for instance. */
    asChild?: boolean;
    /** Work is under way: the button keeps its place and takes no second press. */
    pending?: boolean;
  };

export function Button({ variant, size, asChild, pending, className, children, ...rest }: Props) {
  const classes = classNames(look({ variant, size }), className);
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

type LinkProps = ComponentProps<typeof Link> & VariantProps<typeof look>;

/** A link in the look of a button: to a page, or with `download` or `target` to a file or another site. */
export function LinkButton({ variant, size, className, href, children, download, target, rel, ...rest }: LinkProps) {
  const classes = classNames(look({ variant, size }), className);
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
