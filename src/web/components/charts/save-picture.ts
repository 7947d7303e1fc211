import type { ChartData } from "#src/contract/chart.ts";
import { chartColours } from "./chart-colours.ts";

/** Of the line above the picture, in CSS pixels. */
const headHeight = 28;

/** Saves what is drawn as a PNG, headed by what it shows, on the theme's ground. */
export function savePicture(drawn: HTMLCanvasElement, { symbol, currency, asOf }: ChartData): void {
  const scale = window.devicePixelRatio;
  const canvas = document.createElement("canvas");
  canvas.width = drawn.width;
  canvas.height = drawn.height + headHeight * scale;
  const context = canvas.getContext("2d");
  if (context === null) return;
  const { surface, ink } = chartColours();
  context.fillStyle = surface;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = ink;
  context.font = `600 ${13 * scale}px sans-serif`;
  context.fillText(`${symbol}, daily prices in ${currency}, as of ${asOf} · Conclave`, 8 * scale, 18 * scale);
  context.drawImage(drawn, 0, headHeight * scale);
  canvas.toBlob((blob) => {
    if (blob === null) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = `${symbol}-${asOf}.png`;
    link.click();
    URL.revokeObjectURL(link.href);
  }, "image/png");
}
