import type { Locator } from "@playwright/test";

/** The column, in pixels, at which the vertical line of a chart's crosshair stands in its first pane; `null`: there is none. */
export async function crosshairColumn(image: Locator): Promise<number | null> {
  return image.evaluate((box) => {
    // The library draws it on the second canvas of a pane.
    const [, canvas] = [...box.querySelectorAll("canvas")].filter(({ width, height }) => width > 250 && height > 100);
    const context = canvas?.getContext("2d") ?? null;
    if (canvas === undefined || context === null) return null;
    const { width, height } = canvas;
    const { data } = context.getImageData(0, 0, width, height);
    const found = Array.from({ length: width }, (_, x) => x).find((x) => {
      const drawn = Array.from({ length: height }, (_unused, y) => (data[(y * width + x) * 4 + 3] ?? 0) > 50);
      return drawn.filter(Boolean).length > height * 0.3;
    });
    return found ?? null;
  });
}
