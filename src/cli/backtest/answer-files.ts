import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import type { AnswerStore } from "#src/backtest/remembered-answers.ts";
import { CorruptRun } from "#src/core/errors.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";
import { jsonOrNothing } from "#src/core/text/lines-file.ts";

const Kept = z.object({ sha256: z.string(), spoken: z.unknown() });

/** Files by question hash, shared by a home's backtests; moved into place when whole. */
export function answerFiles(dir: string): AnswerStore {
  const pathOf = (key: string): string => join(dir, key.slice(0, 2), `${key}.json`);
  return {
    async read(key) {
      const text = await readFile(pathOf(key), "utf8").catch((error: unknown) => {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
        throw error;
      });
      if (text === null) return null;
      const kept = Kept.safeParse(jsonOrNothing(text));
      if (!kept.success || kept.data.sha256 !== sha256(canonicalJson(kept.data.spoken)))
        throw new CorruptRun(`the stored answer ${pathOf(key)} has been altered; delete it to ask the model again`);
      return kept.data.spoken;
    },
    async write(key, value) {
      const path = pathOf(key);
      const spoken: unknown = JSON.parse(JSON.stringify(value));
      const part = `${path}.${randomBytes(4).toString("hex")}.part`;
      await mkdir(dirname(path), { recursive: true });
      const file = await open(part, "wx");
      try {
        await file.writeFile(`${JSON.stringify({ sha256: sha256(canonicalJson(spoken)), spoken })}\n`);
        await file.datasync();
      } finally {
        await file.close();
      }
      await rename(part, path);
    },
  };
}
