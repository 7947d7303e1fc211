import { cva } from "class-variance-authority";
import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";

export type Tone = "neutral" | "info" | "positive" | "negative" | "warning" | "review";

const look = cva(
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
  return <span {...rest} className={classNames(look({ tone }), className)} />;
}
