export { writeToArchive } from "#src/market/vendors/archive-write.ts";
