import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runCommand } from "#tests/support/app.ts";
import { blocksOf, checkTypes, dayOf, installTypescript, printed, root } from "#tests/support/client-packages.ts";
import { emptyFolder } from "#tests/support/empty-folder.ts";
import { startService } from "#tests/support/service-process.ts";
import { command, python, without } from "./toolchain.ts";

/* A whole day of a stranger with the packages of clients/: 200 analyses on the archive that ships, and all the rest. */

const python3 = without("python3");

/** A service that asks for a key and sends webhooks to this machine, and a customer's key. */
async function opened(owner: string): Promise<Record<string, string>> {
  const home = mkdtempSync(join(tmpdir(), "conclave-day-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const env = {
    CONCLAVE_HOME: home,
    SERVICE_LLM_PROVIDER: "rules",
    SERVICE_AUTH: "key",
    WEBHOOK_ALLOW_PRIVATE: "true",
  };
  const { url } = await startService(env, { withinMs: 300_000 });
  const cli = { PATH: process.env["PATH"] ?? "", CONCLAVE_HOME: home };
  const key = await runCommand(["keys", "create", "--owner", owner, "--plan", "elite"], cli);
  return { CONCLAVE_URL: url, CONCLAVE_API_KEY: key.trim() };
}

const day = expect.objectContaining({
  keys: { wrong: "unauthorized", right: "rules" },
  instruments: expect.arrayContaining(["DEMO"]),
  batch: { status: "succeeded", succeeded: 200, ratings: expect.any(Object) },
  stream: expect.objectContaining({ status: "succeeded" }),
  webhook: { type: "analysis.succeeded", deliveries: [204] },
  rerun: expect.objectContaining({ status: "succeeded" }),
  list: { instruments: 2, next: expect.arrayContaining(["DEMO"]), gone: true },
  backtest: expect.objectContaining({ status: "succeeded" }),
  record: expect.objectContaining({ head: 0 }),
  usage: expect.objectContaining({ jobs: expect.objectContaining({ succeeded: 202, failed: 0 }) }),
});

test("a day in TypeScript, with the package that npm packs", async () => {
  const folder = emptyFolder();
  await installTypescript(folder);
  cpSync(join(root, "clients/typescript/examples/day.ts"), join(folder, "day.ts"));
  await checkTypes(folder, "day.ts");
  const said = await printed(folder, [process.execPath, "day.ts"], await opened("typescript"));
  console.log(said);
  expect(dayOf(said)).toEqual(day);
});

test.skipIf(python3.skip)(
  `a day in Python, with the wheel that pip builds, and its tests and examples${python3.note}`,
  async () => {
    const folder = emptyFolder();
    for (const name of ["pyproject.toml", "README.md", "LICENSE", "EXAMPLES.md", "src", "tests", "examples"])
      cpSync(join(root, "clients/python", name), join(folder, name), { recursive: true });
    const bin = await python(folder, "mypy==2.4.1", "nbclient==0.11.0", "ipykernel==7.4.0");
    const run = (...args: readonly string[]): Promise<string> => command(folder, [join(bin, "python"), ...args], env);
    const env: Record<string, string> = { PYTHONPATH: "tests", PYTHONDONTWRITEBYTECODE: "1", HOME: folder };
    await run("-m", "pip", "wheel", "-q", "--no-deps", "--wheel-dir", "dist", ".");
    rmSync(join(folder, "src"), { recursive: true });
    await command(folder, ["sh", "-c", `${bin}/pip install -q --disable-pip-version-check dist/*.whl`]);

    await run("-m", "mypy", "--strict", "-p", "conclave_client");
    await run("-m", "mypy", "--strict", "examples/day.py", "tests/test_client.py");
    await run("-m", "unittest", "discover", "-s", "tests");

    Object.assign(env, await opened("python"));
    const said = await run("examples/day.py");
    console.log(said);
    expect(dayOf(said)).toEqual(day);

    // Other customers: the day has used up most of its month.
    Object.assign(env, await opened("examples"));
    // But for those that need a library of others, or never end.
    const examples = blocksOf("clients/python/EXAMPLES.md", "python").filter(
      (block) => !/flask|signals\.stream/.test(block),
    );
    writeFileSync(join(folder, "examples.py"), examples.join("\n"));
    await run("examples.py");
    const notebook = ["import nbformat, nbclient", "book = nbformat.read('examples/quickstart.ipynb', 4)"];
    await run("-c", [...notebook, "nbclient.NotebookClient(book, timeout=300).execute()"].join("\n"));
  },
);
