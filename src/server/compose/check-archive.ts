export { checkArchive } from "#src/market/vendors/archive-check.ts";
