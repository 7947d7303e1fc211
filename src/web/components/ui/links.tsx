import type { VariantProps } from "class-variance-authority";
import Link from "next/link";
import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import { buttonLook } from "./elements.tsx";

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
