/*
 * The decisions in docs/adr, and whatever names one.
 *
 * Usage: node scripts/check-adr.ts [FOLDER]
 */
import { join, resolve } from "node:path";
import { adrProblems } from "./adr-problems.ts";

const problems = adrProblems(resolve(process.argv[2] ?? join(import.meta.dirname, "..")));
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
