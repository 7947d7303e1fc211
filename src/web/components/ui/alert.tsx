import { CircleAlert, CircleCheck, CircleHelp, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Tone } from "./badge.tsx";
import { classNames } from "./class-names.ts";

const tones = {
  neutral: { box: "border-line bg-sunken", text: "text-ink", Icon: Info },
  info: { box: "border-accent/30 bg-accent-soft", text: "text-accent", Icon: Info },
  positive: { box: "border-positive/30 bg-positive-soft", text: "text-positive", Icon: CircleCheck },
  negative: { box: "border-negative/30 bg-negative-soft", text: "text-negative", Icon: CircleAlert },
  warning: { box: "border-warning/30 bg-warning-soft", text: "text-warning", Icon: TriangleAlert },
  review: { box: "border-dashed border-review bg-surface", text: "text-review", Icon: CircleHelp },
} as const satisfies Record<Tone, { box: string; text: string; Icon: typeof Info }>;

interface Props {
  readonly tone?: Tone;
  readonly title: ReactNode;
  readonly className?: string;
  readonly children?: ReactNode;
}

/** A negative one is read out at once, the others when the reader comes to them. */
export function Alert({ tone = "info", title, className, children }: Props) {
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
