export { institutionsIn, writeInstitutions, writeToArchive } from "#src/market/vendors/archive/archive-write.ts";
