/** A passage's page: its address without the anchor; an operation of the API reference is a page of its own. */
export function pageOf(url: string): string {
  return url.startsWith("/docs/api") ? url : (url.split("#")[0] ?? url);
}
