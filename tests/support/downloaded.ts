import { buffer } from "node:stream/consumers";
import type { Download } from "@playwright/test";

/** What the browser, which may be on another machine for all it knows, has loaded down. */
export async function bytesOf(download: Download): Promise<Buffer> {
  return buffer(await download.createReadStream());
}
