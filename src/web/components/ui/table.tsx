import type { ComponentProps } from "react";
import { classNames } from "./elements.tsx";

/** Scrolls sideways inside its own box, which the keyboard reaches, and words for screen readers alone with it; `aria-label` or `caption` names it. */
export function Table({ className, "aria-label": label, children, ...rest }: ComponentProps<"table">) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
    <section aria-label={label ?? "Table"} tabIndex={0} className="relative w-full overflow-x-auto">
      <table {...rest} className={classNames("w-full border-collapse text-left text-sm", className)}>
        {children}
      </table>
    </section>
  );
}

export function THead({ className, ...rest }: ComponentProps<"thead">) {
  return <thead {...rest} className={classNames("border-b text-xs text-muted", className)} />;
}

export function TBody({ className, ...rest }: ComponentProps<"tbody">) {
  return <tbody {...rest} className={classNames("[&>tr]:border-b [&>tr:last-child]:border-0", className)} />;
}

export function TR({ className, ...rest }: ComponentProps<"tr">) {
  return <tr {...rest} className={className} />;
}

interface CellProps {
  /** Figures stand right, so that their digits line up. */
  readonly numeric?: boolean;
}

export function TH({ numeric, className, children, ...rest }: ComponentProps<"th"> & CellProps) {
  return (
    <th
      scope="col"
      {...rest}
      className={classNames(
        "px-3 py-2 font-medium whitespace-nowrap first:pl-5 last:pr-5",
        numeric && "text-right",
        className,
      )}
    >
      {children}
    </th>
  );
}

export function TD({ numeric, className, ...rest }: ComponentProps<"td"> & CellProps) {
  return (
    <td
      {...rest}
      className={classNames(
        "px-3 py-2.5 align-baseline first:pl-5 last:pr-5",
        numeric && "text-right whitespace-nowrap tabular-nums",
        className,
      )}
    />
  );
}
