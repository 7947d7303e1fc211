/* The decisions in docs/adr, and whatever names one. */
import { join } from "node:path";
import { adrProblems } from "./adr-problems.ts";

const problems = adrProblems(join(import.meta.dirname, ".."));
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
