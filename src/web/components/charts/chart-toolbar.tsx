import { Download, Table2 } from "lucide-react";
import { Toolbar } from "radix-ui";
import type { ReactNode } from "react";
import type { ChartIndicator } from "#src/contract/chart.ts";
import { classNames } from "#src/web/components/ui/class-names.ts";
import type { ChartView, RangeName } from "./chart-view.ts";

interface Props {
  readonly symbol: string;
  readonly ranges: readonly RangeName[];
  readonly view: ChartView;
  readonly indicators: readonly ChartIndicator[];
  /** `null`: there is nothing after the as-of date to see. */
  readonly later: { readonly asOf: string; readonly isShown: boolean } | null;
  readonly hasTable: boolean;
  readonly onChange: (next: Partial<ChartView>) => void;
  readonly onLater: (isShown: boolean) => void;
  readonly onTable: (isShown: boolean) => void;
  /** `null` until there is a drawing to save. */
  readonly onSave: (() => void) | null;
  readonly onWake: () => void;
}

/** One stop of the Tab key: the arrow keys go from button to button. */
export function ChartToolbar(props: Props) {
  const { symbol, ranges, view, indicators, later, hasTable, onChange, onLater, onTable, onSave, onWake } = props;
  const toggled = (id: string): string[] =>
    view.indicators.includes(id) ? view.indicators.filter((one) => one !== id) : [...view.indicators, id];
  return (
    <Toolbar.Root
      aria-label={`Chart of ${symbol}`}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden"
    >
      <Group label="Range">
        {ranges.map((range) => (
          <Toggle key={range} isOn={view.range === range} onPress={() => onChange({ range })}>
            {range}
          </Toggle>
        ))}
      </Group>
      <Toggle isOn={view.log} onPress={() => onChange({ log: !view.log })}>
        Log
      </Toggle>
      {indicators.length === 0 ? null : (
        <Group label="Cited indicators">
          {indicators.map(({ id, title }) => (
            <Toggle
              key={id}
              isOn={view.indicators.includes(id)}
              // In the order in which they are listed, so that each keeps its colour.
              onPress={() =>
                onChange({ indicators: indicators.map((one) => one.id).filter((one) => toggled(id).includes(one)) })
              }
            >
              {title}
            </Toggle>
          ))}
        </Group>
      )}
      {later === null ? null : (
        <Toggle isOn={later.isShown} onPress={() => onLater(!later.isShown)}>
          After {later.asOf}
        </Toggle>
      )}
      <span className="ml-auto flex gap-1">
        <Toggle isOn={hasTable} onPress={() => onTable(!hasTable)}>
          <Table2 aria-hidden /> Table
        </Toggle>
        <Toolbar.Button
          className={look}
          onPointerEnter={onWake}
          onFocus={onWake}
          aria-disabled={onSave === null}
          onClick={() => onSave?.()}
        >
          <Download aria-hidden /> PNG
        </Toolbar.Button>
      </span>
    </Toolbar.Root>
  );
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset does not lay its buttons out in a row everywhere
    <div role="group" aria-label={label} className="flex flex-wrap gap-1">
      {children}
    </div>
  );
}

const look =
  "inline-flex h-8 items-center gap-1.5 rounded-md px-2.5 text-xs font-medium text-muted transition-colors hover:bg-sunken hover:text-ink max-sm:h-9 [&_svg]:size-3.5";

function Toggle({ isOn, onPress, children }: { isOn: boolean; onPress: () => void; children: ReactNode }) {
  return (
    <Toolbar.Button
      aria-pressed={isOn}
      onClick={onPress}
      className={classNames(look, isOn && "bg-accent-soft text-accent hover:bg-accent-soft hover:text-accent")}
    >
      {children}
    </Toolbar.Button>
  );
}
