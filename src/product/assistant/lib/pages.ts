/** A passage's page: its address without the anchor. */
export function pageOf(url: string): string {
  return url.split("#")[0] ?? url;
}
