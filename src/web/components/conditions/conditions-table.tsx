import type { Condition, ConditionState, ConditionStatus } from "#src/contract/conditions.ts";
import { conditionText, stateText, watchText } from "#src/report/conditions.ts";
import { Badge, type Tone } from "#src/web/components/ui/elements.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";

interface Props {
  readonly label: string;
  readonly conditions: readonly Condition[];
  readonly states: readonly ConditionState[];
}

const tones = {
  holds: "neutral",
  broken: "negative",
  held: "positive",
  expired: "neutral",
} as const satisfies Record<ConditionStatus, Tone>;

/** What would break a rating, and where each stands by the closes since. */
export function ConditionsTable({ label, conditions, states }: Props) {
  return (
    <Table aria-label={label}>
      <THead>
        <TR>
          <TH className="w-full">Breaks the rating</TH>
          <TH>Watched</TH>
          <TH>State</TH>
        </TR>
      </THead>
      <TBody>
        {conditions.map((condition) => {
          const state = states.find(({ id }) => id === condition.id);
          return (
            <TR key={condition.id}>
              <TD>{conditionText(condition)}</TD>
              <TD className="whitespace-nowrap">{watchText(condition)}</TD>
              <TD className="whitespace-nowrap">
                <Badge tone={tones[state?.status ?? "holds"]}>
                  {state === undefined ? "Watched" : stateText(condition, state)}
                </Badge>
              </TD>
            </TR>
          );
        })}
      </TBody>
    </Table>
  );
}
