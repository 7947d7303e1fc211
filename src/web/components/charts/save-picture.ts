import { chartColours, type ChartColours } from "./chart-colours.ts";

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
