import { ExternalLink } from "lucide-react";
import type { Deposit } from "#src/contract/deposits.ts";
import { explorerOf } from "#src/contract/explorers.ts";
import { classNames } from "#src/web/components/ui/class-names.ts";

interface Props {
  readonly deposit: Pick<Deposit, "currency">;
  readonly kind: "address" | "transaction";
  /** The address, or the transaction's id. */
  readonly what: string;
  readonly className?: string;
}

/** Leads to the chain where somebody shows it; else only the text. */
export function ExplorerLink({ deposit, kind, what, className }: Props) {
  const text = <span className="font-mono text-xs wrap-anywhere">{what}</span>;
  const href = explorerOf(deposit.currency.network, kind, what);
  if (href === null) return text;
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      className={classNames(
        "inline-flex items-baseline gap-1.5 text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent",
        className,
      )}
    >
      {text}
      <ExternalLink aria-hidden className="size-3 shrink-0 self-center" />
      <span className="sr-only"> (block explorer, opens in a new tab)</span>
    </a>
  );
}
