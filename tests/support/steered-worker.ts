import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { chooseReasoner } from "#src/server/compose/models/choose-reasoner.ts";
import { composeChannels, composeMail } from "#src/server/worker/main.ts";
import { composeCustomerModels } from "#src/server/compose/models/compose-model-reasoner.ts";
import { composePaymentGateway } from "#src/server/compose/compose-payment-gateway.ts";
import { composeReasoner } from "#src/server/compose/models/compose-reasoner.ts";
import { composeVendors, serviceData } from "#src/server/compose/data/choose-data.ts";
import { jobSettings, signalSettings } from "#src/server/compose/job-environments.ts";
import { knowledgePassages } from "#src/server/compose/models/knowledge-passages.ts";
import { readSettings } from "#src/core/config/config.ts";
import { createLog } from "#src/core/operation/log.ts";
import { outside } from "#src/product/webhooks/public/post.ts";
import { startEngine } from "#src/server/worker/engine.ts";
import type { WorkerTools } from "#src/server/worker/workflows/analysis.ts";
import type { TestApp } from "./front-door.ts";
import { testSecret } from "./database.ts";
import { emptyFolder } from "./empty-folder.ts";
import { testClock, type TestClock } from "./signal-engine.ts";

const demo = join(import.meta.dirname, "../../demo");

export interface SteeredWorker extends WorkerTools {
  readonly clock: TestClock;
  /** What it has logged of level `warn` and above, a line each. */
  readonly complaints: () => readonly string[];
}

/**
 * `conclave worker` in this process, put together from settings as it is there, with a clock that the test turns. The
 * durable engine is one for a process, so there is one of these in a test file. Stops with the test.
 */
export async function startSteeredWorker(
  { db, queue, url }: Pick<TestApp, "db" | "queue" | "url">,
  at: string,
  env: Readonly<Record<string, string>>,
): Promise<SteeredWorker> {
  const settings = readSettings({
    DATABASE_URL: url,
    AUTH_SECRET: testSecret,
    SERVICE_LLM_PROVIDER: "rules",
    SERVICE_ONLINE_TOOLS: "false",
    ...env,
  });
  const clock = testClock(at);
  const lines: string[] = [];
  const log = createLog("warn", "worker", { write: (line) => void lines.push(line) });
  const data = serviceData(settings, demo);
  const choice = { reasoner: null, provider: null, deep: null, quick: null, baseUrl: null };
  const reasoner = await composeReasoner(await chooseReasoner(choice, settings), settings);
  const mail = composeMail({ db, clock, log }, settings);
  const vendors = await composeVendors(data, settings);
  const tools: WorkerTools = {
    db,
    queue,
    clock,
    log,
    vendors,
    vendorChainOf: () => vendors,
    reasoner,
    testMode: { reasoner, vendors },
    customerModels: composeCustomerModels(settings),
    paymentGateway: composePaymentGateway({ db, clock }, settings),
    network: outside(false),
    jobs: jobSettings(settings),
    signals: await signalSettings(settings, data, reasoner.provider, clock),
    countAnswers: () => {},
    mail: () => mail,
    channels: () => composeChannels(settings),
    home: emptyFolder(),
    settings: { codeVersion: "test", seed: 1, toolSteps: 2, onlineTools: data.online, conditions: true as const },
  };
  const silent = { info: () => {}, debug: () => {}, warn: () => {}, error: () => {} };
  const engine = await startEngine(
    {
      ...tools,
      setAside: () => {},
      countRemoved: () => {},
      retention: settings.retention,
      passages: async () => knowledgePassages(),
      embedder: null,
      backtests: {
        rules: createRulesReasoner(),
        minAgreement: settings.signals.threshold,
        cutoffs: settings.reasoner.cutoffs,
        archives: data.archives,
        defaults: { rounds: 1, riskRounds: 1, codeVersion: "test" },
        toolSteps: 2,
        vendors: () => composeVendors({ archives: data.archives, online: false }, settings),
      },
    },
    url,
    settings.service.maxConcurrency,
    silent,
    // That its clock is off, it is right about.
    (_executorId, reason) => {
      if (!reason.includes("clock")) lines.push(reason);
    },
  );
  onTestFinished(() => engine.stop(1000));
  return { ...tools, clock, complaints: () => lines };
}
