import { access, constants, mkdir } from "node:fs/promises";
import type { VendorKind } from "#src/platform/config.ts";
import type { Cli } from "../cli.ts";
import { chooseReasoner, installedModels, providersWithKey } from "#src/compose/choose-reasoner.ts";
import { pen } from "../summary.ts";

/** One thing that was looked at. `ok` null: not configured, which is no fault. */
interface Finding {
  readonly group: "reasoner" | "data" | "machine";
  readonly name: string;
  readonly ok: boolean | null;
  readonly detail: string;
}

/** Says what is usable and what will be used; asks nobody outside but a local Ollama. @returns 1 when something configured is unusable */
export async function doctor(cli: Cli, options: { json: boolean; colour: boolean }): Promise<number> {
  const findings = [...(await reasoners(cli)), ...(await sources(cli)), ...(await machine(cli))];
  if (options.json) cli.out.write(`${JSON.stringify({ findings })}\n`);
  else {
    const draw = pen(options.colour);
    for (const group of ["reasoner", "data", "machine"] as const) {
      cli.out.write(`${draw("bold", group)}\n`);
      for (const { name, ok, detail } of findings.filter((finding) => finding.group === group)) {
        const mark = ok === null ? draw("dim", "·") : ok ? draw("green", "✓") : draw("red", "✗");
        cli.out.write(`  ${mark} ${name.padEnd(20)} ${detail}\n`);
      }
    }
  }
  return findings.some(({ ok }) => ok === false) ? 1 : 0;
}

async function reasoners(cli: Cli): Promise<Finding[]> {
  const { settings } = cli;
  const keyed = providersWithKey(settings);
  const local = await installedModels(settings.ollamaBaseUrl);
  const named = ["anthropic", "openai", "google", "xai", "deepseek", "mistral", "groq", "openrouter", "azure", "bedrock", "openai-compatible"];
  const found: Finding[] = named.map((name) => ({
    group: "reasoner",
    name,
    ok: keyed.includes(name) || hasKey(cli, name) ? true : null,
    detail: keyed.includes(name) ? "key set" : hasKey(cli, name) ? "key set; used when named" : "no key",
  }));
  found.push({
    group: "reasoner",
    name: "ollama",
    ok: local.length > 0 ? true : null,
    detail: local.length > 0 ? `${local.length} models at ${settings.ollamaBaseUrl}: ${local.slice(0, 3).join(", ")}` : `nothing answers at ${settings.ollamaBaseUrl}`,
  });
  found.push({ group: "reasoner", name: "rules", ok: true, detail: "always there; a rules engine, no language model" });
  return [...found, await chosen(cli)];
}

function hasKey({ settings: { keys } }: Cli, provider: string): boolean {
  switch (provider) {
    case "openrouter":
      return keys.openrouter !== null;
    case "azure":
      return keys.azure !== null;
    case "bedrock":
      return keys.bedrock !== null || keys.awsAccessKeyId !== null;
    case "openai-compatible":
      return keys.openaiCompatible !== null;
    default:
      return false;
  }
}

async function chosen(cli: Cli): Promise<Finding> {
  const finding = { group: "reasoner", name: "will be used" } as const;
  try {
    const choice = await chooseReasoner({ reasoner: null, provider: null, deep: null, quick: null, baseUrl: null }, cli.settings);
    const { provider, models } = cli.reasonerFor(choice);
    return { ...finding, ok: true, detail: provider === "rules" ? "rules" : `${provider}: ${models.deep} (managers), ${models.quick} (others)` };
  } catch (error) {
    return { ...finding, ok: false, detail: error instanceof Error ? error.message : String(error) };
  }
}

async function sources(cli: Cli): Promise<Finding[]> {
  const { settings } = cli;
  const found: Finding[] = [];
  for (const dir of [...settings.archives, cli.demoArchive]) {
    const errors = (await cli.checkArchive(dir).catch((error: unknown) => [{ level: "error", message: String(error) }])).filter(({ level }) => level === "error");
    const [first] = errors;
    found.push({ group: "data", name: dir === cli.demoArchive ? "shipped archive" : "archive", ok: first === undefined, detail: first === undefined ? dir : `${dir}: ${first.message}` });
  }
  const { keys } = settings;
  const keyed: readonly (readonly [string, boolean, string])[] = [
    ["finnhub", keys.finnhub !== null, "FINNHUB_API_KEY"],
    ["alpha-vantage", keys.alphaVantage !== null, "ALPHA_VANTAGE_API_KEY"],
    ["fred", keys.fred !== null, "FRED_API_KEY"],
    ["edgar", settings.edgarContact !== null, "EDGAR_CONTACT, a mail address the SEC asks for"],
  ];
  for (const [name, set, variable] of keyed) found.push({ group: "data", name, ok: set ? true : null, detail: set ? "usable" : `needs ${variable}` });
  for (const name of ["yahoo", "gdelt", "ccxt"]) found.push({ group: "data", name, ok: true, detail: "needs no key" });
  for (const name of ["stocktwits", "reddit"]) found.push({ group: "data", name, ok: true, detail: "needs no key; shows only the present; asked when MARKET_VENDORS names it" });
  return [...found, await usedSources(cli)];
}

async function usedSources(cli: Cli): Promise<Finding> {
  const { settings } = cli;
  const finding = { group: "data", name: "will be used" } as const;
  const online = settings.onlineTools ?? (settings.archives.length === 0 || settings.vendors !== null);
  try {
    const chain = await cli.chainFor({ archives: settings.archives, online });
    const kinds: readonly VendorKind[] = ["bars", "actions", "filings", "news", "social", "macro", "funding"];
    const text = kinds.map((kind) => `${kind}: ${chain.byKind[kind].map(({ name }) => name).join(", ") || "none"}`).join("; ");
    const shipped = settings.archives.length === 0 ? "; the shipped archive for DEMO and ^GSPC" : "";
    return { ...finding, ok: true, detail: `${text}${shipped}` };
  } catch (error) {
    return { ...finding, ok: false, detail: error instanceof Error ? error.message : String(error) };
  }
}

async function machine(cli: Cli): Promise<Finding[]> {
  const { home } = cli.settings;
  const writable = await mkdir(home, { recursive: true })
    .then(() => access(home, constants.W_OK))
    .then(
      () => true,
      () => false,
    );
  return [
    { group: "machine", name: "node", ok: true, detail: process.version },
    { group: "machine", name: "home", ok: writable, detail: writable ? home : `${home} cannot be written` },
    { group: "machine", name: "conclave", ok: true, detail: cli.version },
  ];
}
