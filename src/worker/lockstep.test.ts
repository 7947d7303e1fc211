import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { z } from "zod";
import { lockstep } from "./lockstep.ts";

const One = z.number();

/** Branches with so many steps each, on a store that writes down in which order steps are started. */
async function started(lengths: readonly number[], ticks: (branch: number, step: number) => number): Promise<string[]> {
  const order: string[] = [];
  const step = async <T>(key: string, _schema: z.ZodType<T>, run: () => Promise<T>): Promise<T> => {
    order.push(key);
    return run();
  };
  await lockstep(
    { kept: new Map(), step },
    lengths.map((length, branch) => async (checkpoint) => {
      for (let index = 0; index < length; index += 1)
        await checkpoint.step(`${branch}.${index}`, One, async () => {
          for (let tick = 0; tick < ticks(branch, index); tick += 1) await Promise.resolve();
          return 1;
        });
    }),
  );
  return order;
}

property.prop([fc.array(fc.nat(4), { minLength: 1, maxLength: 5 }), fc.infiniteStream(fc.nat(20))], { seed: 3 })(
  "the order of steps is the same whichever branch is quicker",
  async (lengths, durations) => {
    const slow = await started(lengths, () => durations.next().value ?? 0);
    const quick = await started(lengths, () => 0);
    expect(slow).toEqual(quick);
    expect(slow).toHaveLength(lengths.reduce((sum, length) => sum + length, 0));
  },
);

test("one branch that fails lets the others end, and then fails the whole", async () => {
  const ended: string[] = [];
  const step = async <T>(_key: string, _schema: z.ZodType<T>, run: () => Promise<T>): Promise<T> => run();
  const whole = lockstep({ kept: new Map(), step }, [
    async (checkpoint) => {
      await checkpoint.step("a", One, () => Promise.reject(new RangeError("broken")));
    },
    async (checkpoint) => {
      await checkpoint.step("b", One, () => Promise.resolve(1));
      await checkpoint.step("c", One, () => Promise.resolve(1));
      ended.push("other");
    },
  ]);
  await expect(whole).rejects.toThrow("broken");
  expect(ended).toEqual(["other"]);
});
