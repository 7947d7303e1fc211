import { access, constants, mkdir } from "node:fs/promises";
import type { VendorKind } from "#src/core/config/grouped-variables.ts";
import { coverageText } from "#src/contract/run/evidence.ts";
import { kindText } from "#src/contract/signals/instruments.ts";
import { composeAnalysisEnvironment } from "#src/server/compose/analysis-environment.ts";
import { modelServers } from "#src/core/config/model-servers.ts";
import { InvalidInput, isConclaveError } from "#src/core/errors.ts";
import type { Cli } from "#src/cli/cli.ts";
import {
  chooseReasoner,
  installedModels,
  noWish,
  providersWithKey,
} from "#src/server/compose/models/choose-reasoner.ts";
import { probeBudgetUsd, readBudget } from "#src/cli/runs/run-flags.ts";
import { askModels } from "./doctor-ask.ts";
import { examineService, waysOut } from "./doctor-service.ts";
import { isConclave, listenProblem } from "#src/cli/service/ports.ts";
import { jsonLine, penFor, printable } from "#src/cli/terminal.ts";

/** `ok` null: not configured, no fault. */
interface Finding {
  readonly group: "reasoner" | "data" | "machine" | "service";
  readonly name: string;
  readonly ok: boolean | null;
  /** True for the model that an analysis without flags would use. */
  readonly used: boolean;
  readonly detail: string;
}

/** The flags as they came. */
export interface DoctorFlags {
  readonly ask?: boolean;
  readonly budgetUsd?: string;
  readonly json?: boolean;
}

/** Asks only a local Ollama, the database and the mail server. @returns 1 when something configured is unusable */
export async function doctor(cli: Cli, symbol: string | undefined, flags: DoctorFlags): Promise<number> {
  const json = flags.json === true;
  if (symbol !== undefined) return tellCoverage(cli, symbol, json);
  const budget = readBudget(flags);
  if (flags.ask === true) return askModels(cli, budget ?? probeBudgetUsd, json);
  if (budget !== null) throw new InvalidInput("--budget-usd: only works with --ask, because nothing else costs money");
  const told = (await examineService(cli)).map((each) => ({ group: "service" as const, used: false, ...each }));
  const findings: Finding[] = [...(await reasoners(cli)), ...(await sources(cli)), ...(await machine(cli)), ...told];
  if (json) cli.out.write(jsonLine({ findings }));
  else {
    const draw = penFor(cli.out);
    for (const group of ["reasoner", "data", "machine", "service"] as const) {
      cli.out.write(`${draw("bold", group)}\n`);
      for (const { name, ok, used, detail } of findings.filter((finding) => finding.group === group)) {
        const mark =
          ok === null ? draw("dim", "·") : !ok ? draw("red", "✗") : used ? draw("cyan", "→") : draw("green", "✓");
        cli.out.write(
          `  ${mark} ${printable(name).padEnd(18)} ${ok === null ? draw("dim", printable(detail)) : printable(detail)}\n`,
        );
      }
    }
    cli.out.write(draw("dim", "→ marks what an analysis without flags uses\n"));
  }
  return findings.some(({ ok }) => ok === false) ? 1 : 0;
}

/** Which evidence an analysis of a symbol would find; no source outside is asked. */
async function tellCoverage(cli: Cli, text: string, json: boolean): Promise<number> {
  const environment = await composeAnalysisEnvironment(cli.settings, cli.demoArchive, cli.clock);
  const assetType = /-usd[ct]?$/i.test(text) ? "crypto" : "stock";
  const read = environment.read(text, assetType);
  if (!read.ok) throw new InvalidInput(read.reason);
  const { symbol } = read;
  const { kind: what, coverage } = await environment.evidenceOf({ symbol, assetType }, cli.interruption());
  if (json) cli.out.write(jsonLine({ symbol, kind: what, coverage }));
  else {
    const draw = penFor(cli.out);
    cli.out.write(`${draw("bold", `evidence on ${symbol}`)}\n`);
    cli.out.write(`    ${"Kind".padEnd(22)} ${printable(kindText(what))}\n`);
    for (const one of coverage) {
      const { label, text: found } = coverageText(one);
      const mark = one.status === "missing" ? draw("dim", "·") : draw("green", "✓");
      cli.out.write(`  ${mark} ${label.padEnd(22)} ${printable(found)}\n`);
    }
  }
  return coverage.some(({ kind, status }) => kind === "bars" && status === "missing") ? 1 : 0;
}

async function reasoners(cli: Cli): Promise<Finding[]> {
  const { settings } = cli;
  const keyed = providersWithKey(settings);
  const local = await installedModels(settings.ollamaBaseUrl);
  const withKey = modelServers.filter(({ name }) => settings.keys.models[name] !== undefined);
  const others = ["openrouter", ...withKey.map(({ name }) => name), "azure", "bedrock", "openai-compatible"];
  const first = ["anthropic", "openai", "google", "xai", "deepseek", "mistral", "groq"];
  const named = async (name: string): Promise<Finding> => {
    const wanted = { provider: name, deep: "any", quick: "any", baseUrl: settings.reasoner.baseUrl };
    const problem = await cli.reasonerFor(wanted).then(() => null, problemIn);
    const usable = keyed.includes(name) ? "has a key" : "can be chosen with --provider";
    return {
      group: "reasoner",
      name,
      used: false,
      ok: problem === null ? true : null,
      detail: problem?.replace(`${name} `, "") ?? usable,
    };
  };
  const found = await Promise.all([...first, ...others].map(named));
  found.push({
    group: "reasoner",
    name: "ollama",
    used: false,
    ok: local.length > 0 ? true : null,
    detail:
      local.length > 0
        ? `${local.slice(0, 3).join(", ")}${local.length > 3 ? `, and ${local.length - 3} more` : ""} at ${settings.ollamaBaseUrl}`
        : `no model at ${settings.ollamaBaseUrl}`,
  });
  const unset = modelServers.filter((row) => !("local" in row) && settings.keys.models[row.name] === undefined);
  found.push({
    group: "reasoner",
    name: "more servers",
    used: false,
    ok: null,
    detail: `${unset.map(({ name }) => name).join(", ")}: set their keys in SERVICE_LLM_API_KEY; lmstudio, vllm and llamacpp need none`,
  });
  found.push({
    group: "reasoner",
    name: "rules",
    used: false,
    ok: true,
    detail: "always available: a rules engine, no language model",
  });
  return [...found, await chosenReasoner(cli)];
}

async function chosenReasoner(cli: Cli): Promise<Finding> {
  const finding = { group: "reasoner", name: "will be used", used: true } as const;
  try {
    const choice = await chooseReasoner(noWish, cli.settings);
    const { provider, models } = await cli.reasonerFor(choice);
    return {
      ...finding,
      ok: true,
      detail: provider === "rules" ? "rules" : `${provider}: ${models.deep} (managers), ${models.quick} (others)`,
    };
  } catch (error) {
    return { ...finding, ok: false, detail: problemIn(error) };
  }
}

async function sources(cli: Cli): Promise<Finding[]> {
  const { settings } = cli;
  const found: Finding[] = [];
  for (const dir of [...settings.archives, cli.demoArchive]) {
    const problem = await archiveProblem(cli, dir);
    const name = dir === cli.demoArchive ? "included archive" : "archive";
    found.push({
      group: "data",
      name,
      used: false,
      ok: problem === null,
      detail: problem === null ? dir : `${dir}: ${problem}`,
    });
  }
  const { keys } = settings;
  const keyed: readonly (readonly [string, boolean, string])[] = [
    ["edgar", settings.edgarContact !== null, "set edgar=EMAIL in MARKET_ACCESS: the SEC requires a contact"],
    ["finnhub", keys.finnhub !== null, "set finnhub=KEY in MARKET_ACCESS"],
    ["alpha-vantage", keys.alphaVantage !== null, "set alpha-vantage=KEY in MARKET_ACCESS"],
    ["fred", keys.fred !== null, "set fred=KEY in MARKET_ACCESS"],
  ];
  for (const name of ["yahoo", "gdelt", "ccxt"])
    found.push({ group: "data", name, used: false, ok: true, detail: "needs no key" });
  for (const [name, set, needs] of keyed)
    found.push({ group: "data", name, used: false, ok: set ? true : null, detail: set ? "usable" : needs });
  for (const name of ["stocktwits", "reddit"])
    found.push({
      group: "data",
      name,
      used: false,
      ok: true,
      detail: "needs no key; current data only; used when MARKET_VENDORS lists it",
    });
  return [...found, ...(await usedSources(cli))];
}

async function archiveProblem(cli: Cli, dir: string): Promise<string | null> {
  try {
    const errors = (await cli.checkArchive(dir)).filter(({ level }) => level === "error");
    const [first] = errors;
    return first === undefined
      ? null
      : `${first.file}: ${first.message}${errors.length > 1 ? `, and ${errors.length - 1} more; see conclave archive check` : ""}`;
  } catch (error) {
    return problemIn(error);
  }
}

async function usedSources(cli: Cli): Promise<Finding[]> {
  const { settings } = cli;
  const finding = { group: "data", used: true } as const;
  const online = settings.onlineTools ?? (settings.archives.length === 0 || settings.vendors !== null);
  const shipped = settings.archives.length === 0 && settings.vendors === null && settings.onlineTools !== true;
  const kinds: readonly VendorKind[] = ["bars", "actions", "filings", "news", "social", "macro", "funding", "events"];
  try {
    const archives = settings.archives.length === 0 && !online ? [cli.demoArchive] : settings.archives;
    const vendors = await cli.vendorChainFor({ archives, online });
    const unasked = (name: string): string =>
      name === "edgar" && settings.edgarContact === null ? "edgar (needs edgar=EMAIL in MARKET_ACCESS)" : name;
    return [
      ...kinds.map((kind) => ({
        ...finding,
        ok: true,
        name: kind,
        detail: vendors.byKind[kind].map(({ name }) => unasked(name)).join(", then ") || "nobody",
      })),
      ...(shipped
        ? [{ ...finding, ok: true, name: "DEMO and ^GSPC", detail: "the included archive, for its date range" }]
        : []),
    ];
  } catch (error) {
    return [{ ...finding, ok: false, name: "will be used", detail: problemIn(error) }];
  }
}

async function machine(cli: Cli): Promise<Finding[]> {
  const { home } = cli.settings;
  const problem = await mkdir(home, { recursive: true })
    .then(() => access(home, constants.W_OK))
    .then(() => null, problemIn);
  return [
    { group: "machine", name: "node", used: false, ok: true, detail: process.version },
    {
      group: "machine",
      name: "home",
      used: false,
      ok: problem === null,
      detail: problem === null ? home : `${home} is not writable: ${problem}`,
    },
    ...cli.settings.notes.map((detail) => ({
      group: "machine" as const,
      name: "setting",
      used: false,
      ok: false,
      detail,
    })),
    ...(await waysOut(cli)).map((way) => ({ group: "machine" as const, used: false, ...way })),
    { group: "machine", name: "port", used: false, ...(await portState(cli)) },
    { group: "machine", name: "conclave", used: false, ok: true, detail: cli.version },
  ];
}

/** Only PORT can be in the way; `up` takes free inner ports. */
async function portState({ settings: { service } }: Cli): Promise<Pick<Finding, "ok" | "detail">> {
  const { host, port } = service;
  const problem = await listenProblem(port, host);
  if (problem === null) return { ok: true, detail: `${port} of ${host} is free` };
  if (await isConclave(port, host))
    return { ok: true, detail: `${port} of ${host}: Conclave is already running there` };
  return {
    ok: null,
    detail: `${port} of ${host} is not available (${problem}); choose another with PORT=... npm start`,
  };
}

/** @throws what is no foreseeable problem */
function problemIn(error: unknown): string {
  if (isConclaveError(error) || (error instanceof Error && "code" in error)) return error.message;
  throw error;
}
