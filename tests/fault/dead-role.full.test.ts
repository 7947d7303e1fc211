import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { HealthReport } from "#src/contract/api/site-routes.ts";
import { clearUp, makeHome, startUp, until } from "#tests/support/up-process.ts";

const script = join(import.meta.dirname, "../support/planted-role.ts");

afterEach(async () => {
  expect(await clearUp()).toEqual([]);
});

test("a worker that always dies: health says so, the API answers, and all is well once it stands", async () => {
  const home = await makeHome();
  const plant = `${home}-plant`;
  await writeFile(plant, "");
  const up = await startUp(home, {
    env: {
      UP_SCRIPT: script,
      CHILD_DIES_WHILE: `worker:${plant}`,
      SERVICE_LLM_PROVIDER: "rules",
      SERVICE_ONLINE_TOOLS: "false",
      LOG_LEVEL: "warn",
    },
  });
  await until(() => up.said().includes("Conclave is running"));
  const health = async (): Promise<HealthReport> => HealthReport.parse(JSON.parse(await up.ask("http", "/api/health")));
  await until(() => (up.said().match(/worker exited with code 1; restarting in/g)?.length ?? 0) >= 3);
  expect(await health()).toMatchObject({
    status: "degraded",
    checks: { database: { status: "up" }, signalEngine: { status: "down" } },
  });
  expect(JSON.parse(await up.ask("http", "/v1/config"))).toMatchObject({ llm_provider: "rules" });
  await rm(plant);
  await until(async () => (await health()).status === "ok");
  expect(up.said()).not.toMatch(/http (exited|was terminated)|giving up/);
  up.process.kill("SIGTERM");
  expect((await up.ended()).code).toBe(0);
});
