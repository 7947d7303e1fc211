import { describe, expect, test } from "vitest";
import { groupCommit } from "./submit-job.ts";

/** A transaction that ends when it is told to, and doubles its numbers. */
function collector(blame: (error: unknown) => boolean = () => false) {
  const groups: number[][] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const submit = groupCommit(async (items: readonly number[]) => {
    groups.push([...items]);
    const end = Promise.withResolvers<void>();
    ends.push(end);
    await end.promise;
    if (items.includes(13)) throw new RangeError("no 13");
    return items.map((item) => item * 2);
  }, blame);
  return { groups, ends, submit };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("submissions", () => {
  test("one alone goes at once; what comes meanwhile goes together, in order, and each gets its own", async () => {
    const { groups, ends, submit } = collector();
    const first = submit(1);
    const others = [submit(2), submit(3)];
    expect(groups).toEqual([[1]]);
    ends[0]?.resolve();
    expect(await first).toBe(2);
    expect(groups).toEqual([[1], [2, 3]]);
    ends[1]?.resolve();
    expect(await Promise.all(others)).toEqual([4, 6]);
    void submit(4);
    expect(groups).toEqual([[1], [2, 3], [4]]);
  });

  test("a group has its limit, and what is over goes with the next", async () => {
    const { groups, ends, submit } = collector();
    for (let item = 100; item <= 130; item += 1) void submit(item);
    ends[0]?.resolve();
    await turn();
    ends[1]?.resolve();
    await turn();
    expect(groups.map((group) => group.length)).toEqual([1, 25, 5]);
    expect(groups.flat()).toEqual(Array.from({ length: 31 }, (_, index) => 100 + index));
  });

  test("one that fails its group fails alone", async () => {
    const { groups, ends, submit } = collector((error) => error instanceof RangeError);
    void submit(0);
    const told = Promise.allSettled([submit(12), submit(13), submit(14)]);
    for (let end = 0; end < 5; end += 1) {
      ends[end]?.resolve();
      await turn();
    }
    expect((await told).map((each) => (each.status === "fulfilled" ? each.value : String(each.reason)))).toEqual([
      24,
      "RangeError: no 13",
      28,
    ]);
    expect(groups).toEqual([[0], [12, 13, 14], [12], [13], [14]]);
  });

  test("what is nobody's fault fails the group, and the next goes on", async () => {
    const { ends, submit } = collector();
    void submit(0);
    const told = Promise.allSettled([submit(12), submit(13)]);
    for (let end = 0; end < 2; end += 1) {
      ends[end]?.resolve();
      await turn();
    }
    expect((await told).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    const next = submit(1);
    ends[2]?.resolve();
    expect(await next).toBe(2);
  });
});
