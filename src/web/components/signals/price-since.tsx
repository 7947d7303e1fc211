import { priceUnit } from "#src/contract/price-unit.ts";
import type { ReactNode } from "react";
import type { Signal } from "#src/contract/signals.ts";
import type { SignalPath } from "#src/services/signals/read-signal-path.ts";
import { Badge } from "#src/web/components/ui/badge.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#src/web/components/ui/card.tsx";
import { priceText, returnText } from "./signal-text.ts";

interface Props {
  readonly signal: Signal;
  readonly path: SignalPath;
  /** Its chart. */
  readonly children: ReactNode;
}

/** Where the price went after the entry, and which of the signal's levels a close has reached. */
export function PriceSince({ signal, path, children }: Props) {
  return (
    <Card className="min-w-0">
      <CardHeader>
        <CardTitle className="flex flex-wrap items-center gap-3">
          {path.entry === null ? "Price" : "Price since entry"}
          {path.entry === null ? null : <LevelBadge path={path} />}
        </CardTitle>
        <CardDescription>
          {sinceText(signal, path)}Up to {signal.session}, prices are as the run knew them. Later ones are the opens and
          closes used to settle the signal.
        </CardDescription>
      </CardHeader>
      {children === null ? null : <CardContent>{children}</CardContent>}
    </Card>
  );
}

function LevelBadge({ path: { hit } }: { path: SignalPath }) {
  if (hit === null) return <Badge>No level reached</Badge>;
  return hit.level === "stop" ? <Badge tone="negative">Stop hit</Badge> : <Badge tone="positive">Target hit</Badge>;
}

function sinceText(signal: Signal, { closes, entry, hit }: SignalPath): string {
  const last = closes.at(-1);
  if (entry === null || last === undefined) return "";
  const moved = `${returnText(last.close / entry.price - 1)} from the open of ${entry.session} to the close of ${last.session}, without dividends. `;
  return hit === null
    ? `${moved}Levels count when a session closes at or beyond them. `
    : `${moved}The close of ${hit.session}, ${priceText(hit.close)} ${priceUnit(signal)}, reached the ${hit.level} at ${priceText(hit.price)}. `;
}
