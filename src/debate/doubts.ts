import { checkedOf } from "#src/contract/checked.ts";
import { allSpans, isDoubtful } from "#src/contract/spans.ts";
import type { Turn } from "./concluded-turn.ts";

/** `null` where none are unsupported. */
export function doubtsIn(turns: readonly Pick<Turn<unknown>, "agent" | "report">[]): string | null {
  const counts = new Map<string, number>();
  for (const { agent, report } of turns) {
    const flagged = allSpans(checkedOf(report)).filter(isDoubtful).length;
    if (flagged > 0) counts.set(agent, (counts.get(agent) ?? 0) + flagged);
  }
  if (counts.size === 0) return null;
  const each = [...counts].map(([agent, count]) => `${agent} ${count}`).join(", ");
  return `Figures, words or claims that the evidence does not support, by agent: ${each}. Give them no weight.`;
}
