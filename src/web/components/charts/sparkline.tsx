interface Props {
  /** The oldest first. */
  readonly values: readonly number[];
  /** What it shows, for those who do not see it. */
  readonly label: string;
  /** More is neither better nor worse. */
  readonly neutral?: boolean;
}

const size = { width: 120, height: 32 };
const inset = 2;

/** The shape of a price, without a scale. */
export function Sparkline({ values, label, neutral }: Props) {
  const [first, last] = [values.at(0), values.at(-1)];
  if (first === undefined || last === undefined || values.length < 2) return null;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (index: number): number => (size.width * index) / (values.length - 1);
  const y = (value: number): number =>
    high === low ? size.height / 2 : inset + ((high - value) / (high - low)) * (size.height - 2 * inset);
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="none"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline SVG is no img
      role="img"
      aria-label={label}
      className="h-8 w-full"
    >
      <polyline
        points={values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(" ")}
        fill="none"
        className={neutral === true ? "stroke-accent" : last >= first ? "stroke-positive" : "stroke-negative"}
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
