import type { ChartIndicator } from "#src/contract/chart.ts";
import { ToolbarGroup, ToolbarToggle } from "./chart-toolbar.tsx";

interface Props {
  readonly indicators: readonly ChartIndicator[];
  /** Ids of those that are drawn. */
  readonly shown: readonly string[];
  /** `null`: there is nothing after the as-of date to see. */
  readonly later: { readonly asOf: string; readonly isShown: boolean } | null;
  readonly onIndicators: (shown: readonly string[]) => void;
  readonly onLater: (isShown: boolean) => void;
}

/** What a chart of prices has beside ranges and scale. */
export function PriceSwitches({ indicators, shown, later, onIndicators, onLater }: Props) {
  const toggled = (id: string): string[] => (shown.includes(id) ? shown.filter((one) => one !== id) : [...shown, id]);
  return (
    <>
      {indicators.length === 0 ? null : (
        <ToolbarGroup label="Cited indicators" isOneLine>
          {indicators.map(({ id, title }) => (
            <ToolbarToggle
              key={id}
              isOn={shown.includes(id)}
              // In the order in which they are listed, so that each keeps its colour.
              onPress={() => onIndicators(indicators.map((one) => one.id).filter((one) => toggled(id).includes(one)))}
            >
              {title}
            </ToolbarToggle>
          ))}
        </ToolbarGroup>
      )}
      {later === null ? null : (
        <ToolbarToggle isOn={later.isShown} onPress={() => onLater(!later.isShown)}>
          After {later.asOf}
        </ToolbarToggle>
      )}
    </>
  );
}
