const gap = 6;
const margin = 8;

/**
 * Puts a popover that is about to open where the reader is: what the browser focuses in a dialog it also scrolls to,
 * and the page would be gone from under the link.
 */
export function placeInView(panel: HTMLElement): void {
  panel.style.top = `${scrollY}px`;
  panel.style.maxHeight = `${document.documentElement.clientHeight}px`;
}

/** Puts an open popover below an element, or above it where more of it fits there; it then scrolls with the page. */
export function placeBeside(panel: HTMLElement, element: Element): void {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const below = clientHeight - bottom - gap - margin;
  const above = top - gap - margin;
  panel.style.maxHeight = "";
  const up = panel.offsetHeight > below && above > below;
  panel.style.maxHeight = `${Math.max(up ? above : below, 120)}px`;
  const middle = (left + right - panel.offsetWidth) / 2;
  const most = clientWidth - panel.offsetWidth - margin;
  panel.style.left = `${scrollX + Math.max(margin, Math.min(middle, most))}px`;
  panel.scrollTop = 0;
  panel.style.top = `${scrollY + (up ? top - gap - panel.offsetHeight : bottom + gap)}px`;
}
