const eventName = "conclave:show-on-chart";

/** Asked for before a chart was there to hear it, and on which page. */
let unheard: { readonly evidence: string; readonly page: string } | null = null;

/**
 * Asks the chart on the page to come into view and point at a piece of evidence. Where none has come alive yet, the
 * first that holds it does so when it has.
 */
export function showOnChart(evidence: string): void {
  const isHeard = !window.dispatchEvent(new CustomEvent(eventName, { detail: evidence, cancelable: true }));
  unheard = isHeard ? null : { evidence, page: window.location.pathname };
}

/**
 * @param show whether the chart holds that piece, which it has shown then
 * @returns how to stop listening
 */
export function onShowOnChart(show: (evidence: string) => boolean): () => void {
  const listen = (event: Event): void => {
    if (event instanceof CustomEvent && typeof event.detail === "string" && show(event.detail)) event.preventDefault();
  };
  window.addEventListener(eventName, listen);
  if (unheard?.page === window.location.pathname && show(unheard.evidence)) unheard = null;
  return () => window.removeEventListener(eventName, listen);
}
