/*
 * Loaded into a process before its own code (`node --import`), for tests of what an error does that nobody caught:
 * in the first job that keeps something a promise is let go, in the second a callback throws, and beside all work
 * both happen once. `PLANTED=work` plants in jobs too.
 */
import { DBOS } from "@dbos-inc/dbos-sdk";

function letGo(text: string): void {
  void Promise.reject(new Error(`${text}: a promise that nobody awaits`));
}

function throwLater(text: string): void {
  setTimeout(() => {
    throw new Error(`${text}: a callback that throws`);
  }, 0);
}

setTimeout(() => {
  letGo("planted");
  throwLater("planted");
}, 200);

if (process.env["PLANTED"] === "work") {
  const plants = [letGo, throwLater];
  const runStep = DBOS.runStep.bind(DBOS);
  DBOS.runStep = (work, config) => {
    if (config?.name === "page 1") plants.shift()?.("planted in a job");
    return runStep(work, config);
  };
}
