export { checkArchive } from "#src/market/vendors/archive/archive-check.ts";
