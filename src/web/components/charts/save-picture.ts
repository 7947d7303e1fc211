import { chartColours } from "./chart-colours.ts";

/** Of the line above the picture, in CSS pixels. */
const headHeight = 28;

/** Saves what is drawn as a PNG, one below the other, headed by what it shows, on the theme's ground. */
export function savePicture(
  drawn: readonly HTMLCanvasElement[],
  { title, file }: { readonly title: string; readonly file: string },
): void {
  const scale = window.devicePixelRatio;
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(...drawn.map(({ width }) => width));
  canvas.height = drawn.reduce((sum, { height }) => sum + height, headHeight * scale);
  const context = canvas.getContext("2d");
  if (context === null) return;
  const { surface, ink } = chartColours();
  context.fillStyle = surface;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = ink;
  context.font = `600 ${13 * scale}px sans-serif`;
  context.fillText(`${title} · Conclave`, 8 * scale, 18 * scale);
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
