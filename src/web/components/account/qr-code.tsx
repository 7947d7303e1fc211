import { create } from "qrcode";
import { classNames } from "#src/web/components/ui/elements.tsx";

/** Modules of white that a reader needs around the code. @see ISO/IEC 18004, 6.3.8 */
const quiet = 4;

/** Black on white in both themes: many readers do not know it the other way round. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { data, size } = create(text, { errorCorrectionLevel: "M" }).modules;
  const path = Array.from(data, (dark, index) =>
    dark === 0 ? "" : `M${quiet + (index % size)} ${quiet + Math.floor(index / size)}h1v1h-1z`,
  ).join("");
  const side = size + 2 * quiet;
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline SVG is no img
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className={classNames("size-44 rounded-md border bg-[#fff]", className)}
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
