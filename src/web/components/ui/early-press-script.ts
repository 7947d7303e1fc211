/**
 * Notes what was pressed of `[data-early]` before the page is alive. Each takes its own note when it comes alive; see
 * `early-press.ts`.
 */
export const earlyPressScript = `addEventListener("click",function(e){var b=e.target.closest&&e.target.closest("[data-early]");if(b)b.dataset.early="pressed"},true)`;
