import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freePorts, until } from "#tests/support/up-process.ts";
import { requestCases } from "./request-cases.ts";
import { python, startRules, without, workshop } from "./toolchain.ts";

const python3 = without("python3");

/** What was answered, with whole numbers as exact as they were written: Python does not round them either. */
async function answer(base: string, body: string): Promise<{ status: number; body: unknown }> {
  const reply = await fetch(`${base}/v1/analyses`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  const exact = (_key: string, value: unknown, { source }: { source?: string }): unknown =>
    typeof value === "number" && /^-?\d+$/.test(source ?? "") ? BigInt(source ?? 0) : value;
  const read: unknown = JSON.parse(await reply.text(), exact);
  // What a job looks like that was taken is not FastAPI's to say.
  return { status: reply.status, body: reply.status === 202 ? "taken" : read };
}

async function startTwin(): Promise<string> {
  const folder = workshop("fastapi");
  const bin = await python(folder, "fastapi==0.165.0", "pydantic==2.14.3", "uvicorn==0.54.0");
  const [port] = await freePorts();
  const twin = spawn(join(bin, "uvicorn"), ["twin:app", "--port", String(port), "--log-level", "warning"], {
    cwd: folder,
    stdio: "ignore",
  });
  onTestFinished(async () => {
    twin.kill("SIGTERM");
    if (twin.exitCode === null) await once(twin, "exit");
  });
  const url = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(`${url}/ready`)).ok, 60_000);
  return url;
}

test.skipIf(python3.skip)(
  `a request is taken or refused in the very words of FastAPI and pydantic${python3.note}`,
  async () => {
    const [twin, { url }] = await Promise.all([startTwin(), startRules()]);
    const differences: unknown[] = [];
    for (const body of requestCases) {
      const [theirs, ours] = await Promise.all([answer(twin, body), answer(url, body)]);
      try {
        expect(ours).toEqual(theirs);
      } catch {
        differences.push({ body, theirs, ours });
      }
    }
    expect(differences).toEqual([]);
  },
);
