import type { StrategyName } from "#src/contract/backtest.ts";
import { percentText } from "#src/platform/number-text.ts";
import { Checkbox } from "#src/web/components/ui/checkbox.tsx";
import { strategyStyles, type StrategyLine } from "./strategies.ts";

interface Props {
  readonly lines: readonly StrategyLine[];
  readonly shown: readonly StrategyName[];
  /** The place that is pointed at. */
  readonly place: number;
  readonly onShown: (shown: readonly StrategyName[]) => void;
}

/** Which line is whose, what it is worth at the place that is pointed at, and whether it is drawn. */
export function CurveLegend({ lines, shown, place, onShown }: Props) {
  return (
    <fieldset>
      <legend className="sr-only">Strategies shown</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-3">
        {lines.map(({ strategy, title, returns }) => (
          <Checkbox
            key={strategy}
            checked={shown.includes(strategy)}
            onCheckedChange={(on) => onShown(on ? [...shown, strategy] : shown.filter((one) => one !== strategy))}
            label={
              <span className="inline-flex items-center gap-2 whitespace-nowrap">
                <span aria-hidden className={`w-4 border-t-2 ${strategyStyles[strategy].swatch}`} />
                {title}
                {shown.includes(strategy) ? (
                  <span className="text-muted tabular-nums">{percentText(returns[place] ?? 0, 1)}</span>
                ) : null}
              </span>
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
