import type { Page } from "@playwright/test";

/** Two frames: what is shorter is seen as one change. */
const stillMs = 34;

/** From the next page on, notes all that begins to move by itself. */
export async function watchMotion(page: Page): Promise<void> {
  await page.addInitScript((most) => {
    const seen = new Set<string>();
    Reflect.set(window, "motion", seen);
    const look = (): void => {
      for (const animation of document.getAnimations()) {
        const lasts = Number(animation.effect?.getComputedTiming().activeDuration ?? 0);
        if (lasts > most) seen.add(animationName(animation));
      }
    };
    const animationName = (animation: Animation): string =>
      animation instanceof CSSAnimation
        ? animation.animationName
        : animation instanceof CSSTransition
          ? animation.transitionProperty
          : "script";
    for (const type of ["animationstart", "transitionrun"]) window.addEventListener(type, look, true);
    Reflect.set(window, "lookForMotion", look);
  }, stillMs);
}

/** What has moved since the page was loaded, or moves now, by the names of animations and of what changes. */
export async function motionOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    Reflect.get(window, "lookForMotion")();
    return [...Reflect.get(window, "motion")];
  });
}
