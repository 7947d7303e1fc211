import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";

export function Card({ className, ...rest }: ComponentProps<"section">) {
  return <section {...rest} className={classNames("rounded-lg border bg-surface", className)} />;
}

export function CardHeader({ className, ...rest }: ComponentProps<"div">) {
  return <div {...rest} className={classNames("grid gap-1 px-5 pt-5 pb-4", className)} />;
}

export function CardTitle({ className, children, ...rest }: ComponentProps<"h2">) {
  return (
    <h2 {...rest} className={classNames("text-base font-semibold text-ink", className)}>
      {children}
    </h2>
  );
}

export function CardDescription({ className, ...rest }: ComponentProps<"p">) {
  return <p {...rest} className={classNames("text-sm text-muted", className)} />;
}

export function CardContent({ className, ...rest }: ComponentProps<"div">) {
  return <div {...rest} className={classNames("px-5 pb-5 first:pt-5", className)} />;
}
