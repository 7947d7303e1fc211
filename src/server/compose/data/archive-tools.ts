export { checkArchive } from "#src/market/vendors/archive/archive-check.ts";
export { institutionsIn, writeInstitutions, writeToArchive } from "#src/market/vendors/archive/archive-write.ts";
