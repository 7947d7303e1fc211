import { Download, Table2 } from "lucide-react";
import { Toolbar } from "radix-ui";
import type { ReactNode } from "react";
import { classNames } from "#src/web/components/ui/elements.tsx";
import { useEarlyPress } from "#src/web/components/ui/early.ts";
import type { RangeName, Scales } from "./chart-view.ts";
import { type ChartColours, chartColours } from "./chart-look.ts";

interface Props {
  readonly label: string;
  readonly ranges: readonly RangeName[];
  readonly view: Scales;
  readonly hasTable: boolean;
  readonly onChange: (next: Partial<Scales>) => void;
  readonly onTable: (isShown: boolean) => void;
  /** `null` until there is a drawing to save. */
  readonly onSave: (() => void) | null;
  /** Where the drawing is made with the first wish for it. */
  readonly onWake?: () => void;
  /** What this chart alone has. */
  readonly children?: ReactNode;
}

/** What every chart can do. One stop of the Tab key: the arrow keys go from button to button. */
export function ChartToolbar(props: Props) {
  const { label, ranges, view, hasTable, onChange, onTable, onSave, onWake, children } = props;
  return (
    <Toolbar.Root aria-label={label} className="flex flex-wrap items-center gap-x-4 gap-y-1 print:hidden">
      <ToolbarGroup label="Range">
        {ranges.map((range) => (
          <ToolbarToggle key={range} isOn={view.range === range} onPress={() => onChange({ range })}>
            {range}
          </ToolbarToggle>
        ))}
      </ToolbarGroup>
      <ToolbarToggle isOn={view.log} onPress={() => onChange({ log: !view.log })}>
        Log
      </ToolbarToggle>
      {children}
      <span className="ml-auto flex gap-1">
        <ToolbarToggle isOn={hasTable} onPress={() => onTable(!hasTable)}>
          <Table2 aria-hidden /> Table
        </ToolbarToggle>
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

interface GroupProps {
  readonly label: string;
  readonly isOneLine?: boolean;
  readonly children: ReactNode;
}

/** @param isOneLine it scrolls where it is too long */
export function ToolbarGroup({ label, isOneLine = false, children }: GroupProps) {
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset does not lay its buttons out in a row everywhere
      role="group"
      aria-label={label}
      className={
        isOneLine
          ? "flex min-w-0 flex-1 basis-40 gap-1 overflow-x-auto p-0.5 pr-6 whitespace-nowrap [mask-image:linear-gradient(to_right,#000_calc(100%-1.5rem),transparent)]"
          : "flex flex-wrap gap-1"
      }
    >
      {children}
    </div>
  );
}

const look =
  "inline-flex h-8 items-center gap-1.5 rounded-md px-2.5 text-xs font-medium text-muted transition-colors hover:bg-sunken hover:text-ink max-sm:h-9 [&_svg]:size-3.5";

interface ToggleProps {
  readonly isOn: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

export function ToolbarToggle({ isOn, onPress, children }: ToggleProps) {
  const ref = useEarlyPress();
  return (
    <Toolbar.Button
      ref={ref}
      data-early=""
      aria-pressed={isOn}
      onClick={onPress}
      className={classNames(look, isOn && "bg-accent-soft text-accent hover:bg-accent-soft hover:text-accent")}
    >
      {children}
    </Toolbar.Button>
  );
}

/** Of each line above the picture, in CSS pixels. */
const lineHeight = 28;

interface Head {
  readonly title: string;
  readonly file: string;
  /** What is drawn in which colour, where the picture itself does not say it. */
  readonly keys?: readonly { readonly name: string; readonly colour: keyof ChartColours }[];
}

/** Saves what is drawn as a PNG, one below the other, headed by what it shows, on the theme's ground. */
export function savePicture(drawn: readonly HTMLCanvasElement[], { title, file, keys = [] }: Head): void {
  const scale = window.devicePixelRatio;
  const canvas = document.createElement("canvas");
  const headHeight = (keys.length === 0 ? 1 : 2) * lineHeight;
  canvas.width = Math.max(...drawn.map(({ width }) => width));
  canvas.height = drawn.reduce((sum, { height }) => sum + height, headHeight * scale);
  const context = canvas.getContext("2d");
  if (context === null) return;
  const colours = chartColours();
  context.fillStyle = colours.surface;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = colours.ink;
  context.font = `600 ${13 * scale}px sans-serif`;
  context.fillText(`${title} · Conclave`, 8 * scale, 18 * scale);
  context.font = `${12 * scale}px sans-serif`;
  let left = 8 * scale;
  for (const { name, colour } of keys) {
    context.fillStyle = colours[colour];
    context.fillText(name, left, (18 + lineHeight) * scale);
    left += context.measureText(name).width + 16 * scale;
  }
  let top = headHeight * scale;
  for (const one of drawn) {
    context.drawImage(one, 0, top);
    top += one.height;
  }
  canvas.toBlob((blob) => {
    if (blob === null) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = file;
    link.click();
    URL.revokeObjectURL(link.href);
  }, "image/png");
}
