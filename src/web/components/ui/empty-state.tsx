import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

interface Props {
  readonly icon?: LucideIcon;
  readonly title: string;
  /** The next step, as a button or a link. */
  readonly action?: ReactNode;
  readonly className?: string;
  readonly children?: ReactNode;
}

/** Says why there is nothing, and what to do about it. */
export function EmptyState({ icon: Icon, title, action, className, children }: Props) {
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
