import type { DepositState } from "#src/contract/deposits.ts";
import { Badge } from "#src/web/components/ui/badge.tsx";
import { stateWords } from "./deposit-labels.ts";

export function StateBadge({ state }: { state: DepositState }) {
  const { name, tone } = stateWords[state];
  return <Badge tone={tone}>{name}</Badge>;
}
