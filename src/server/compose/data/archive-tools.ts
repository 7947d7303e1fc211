export { checkArchive } from "#src/market/vendors/archive/archive-check.ts";
export { writeToArchive } from "#src/market/vendors/archive/archive-write.ts";
