import { pdfChart } from "./src/report/pdf-chart.ts";
import { finishedRun } from "/work/jobs/src/cli/render-run.ts";
import { readRun } from "/work/jobs/src/cli/run-folder.ts";
console.log(JSON.stringify(pdfChart(finishedRun(await readRun(process.argv[2])), 500)).slice(0, 2500));
