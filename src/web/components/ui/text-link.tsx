import Link from "next/link";
import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";

type Props = ComponentProps<typeof Link> & {
  /** Among others of its kind, as in a table: looks like a link when it is pointed at. */
  readonly quiet?: boolean;
};

export function TextLink({ quiet = false, className, ...rest }: Props) {
  const look = quiet ? "hover:underline" : "text-accent underline decoration-accent/40 hover:decoration-accent";
  return <Link {...rest} className={classNames("rounded-sm underline-offset-4", look, className)} />;
}
