import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { onTestFinished } from "vitest";
import { readSettings } from "#src/core/config/config.ts";

const main = join(import.meta.dirname, "../../src/cli/main.js");

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** A command line with a home folder of its own and none of this machine's keys; gone when the test ends. */
export function conclaveHome(env: Readonly<Record<string, string>> = {}) {
  const home = mkdtempSync(join(tmpdir(), "conclave-test-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const environment = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    CONCLAVE_HOME: home,
    // Nothing listens there: no model of this machine may take part.
    SERVICE_LLM_BASE_URL: "ollama=http://127.0.0.1:9",
    ...env,
  };

  function start(...args: string[]): { child: ChildProcess; ended: Promise<Ended> } {
    const child = spawn(process.execPath, [main, ...args], {
      cwd: home,
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let out = "";
    let err = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
    const ended = new Promise<Ended>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code, signal) => resolve({ code, signal, out, err }));
    });
    return { child, ended };
  }

  /** In this process, which costs a tenth, for whatever needs none of its own: signals, a terminal, standard input do. */
  async function call(...args: string[]): Promise<Ended> {
    const { runProgram } = await import("#src/cli/program.ts");
    const [out, err] = [reader(), reader()];
    const before = process.cwd();
    process.chdir(home);
    try {
      const code = await runProgram(args, {
        loadSettings: () => readSettings(environment),
        interruption: () => new AbortController().signal,
        out: out.stream,
        err: err.stream,
      });
      return { code, signal: null, out: out.text(), err: err.text() };
    } finally {
      process.chdir(before);
    }
  }

  return { home, start, call, run: (...args: string[]): Promise<Ended> => start(...args).ended };
}

/** The environment of a run that asks the model server at `url`. */
export function askingModel(url: string): Record<string, string> {
  return {
    SERVICE_LLM_PROVIDER: "openai-compatible",
    SERVICE_LLM_BASE_URL: url,
    SERVICE_DEEP_THINK_LLM: "deep",
    SERVICE_QUICK_THINK_LLM: "quick",
    SERVICE_MODELS: '{"deep": {"input": "1", "output": "20"}, "quick": {"input": "1", "output": "2"}}',
  };
}

function reader(): { readonly stream: Writable; readonly text: () => string } {
  let text = "";
  const stream = new Writable({
    decodeStrings: false,
    write(piece, _encoding, done) {
      text += String(piece);
      done();
    },
  });
  return { stream, text: () => text };
}
