const eventName = "conclave:show-on-chart";

/** Asks the chart on the page to come into view and point at a piece of evidence. Charts that do not hold it do nothing. */
export function showOnChart(evidence: string): void {
  window.dispatchEvent(new CustomEvent(eventName, { detail: evidence }));
}

/** @returns how to stop listening */
export function onShowOnChart(show: (evidence: string) => void): () => void {
  const listen = (event: Event): void => {
    if (event instanceof CustomEvent && typeof event.detail === "string") show(event.detail);
  };
  window.addEventListener(eventName, listen);
  return () => window.removeEventListener(eventName, listen);
}
