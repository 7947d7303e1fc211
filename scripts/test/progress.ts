import { DefaultReporter } from "vitest/node";
import type { SerializedError, TestModule, TestSpecification, Vitest } from "vitest/node";
import { groupNames, groupOf, type Group } from "./groups.ts";

/** Guesses of a file that has not run here before, in seconds; what counts is how they compare. */
const guessed: Readonly<Record<Group, number>> = {
  faults: 40,
  browser: 40,
  contract: 5,
  conformance: 5,
  assistant: 5,
  unit: 0.5,
};
const everyMs = 20_000;

interface Running {
  readonly group: Group;
  readonly since: number;
}

export interface GroupResult {
  files: number;
  passed: number;
  failed: number;
  skipped: number;
  firstAt: number;
  lastAt: number;
}

/** Says while tests run which group, how many files of how many, and how long it takes still; failures as they come. */
export class Progress extends DefaultReporter {
  readonly results = new Map<Group, GroupResult>();
  readonly unhandled: SerializedError[] = [];
  /** Each test that failed, on a line: what a log that is cut at the top still has to say. */
  readonly failures: string[] = [];
  /** Files that never ended, as the run was cut off. */
  unended = 0;
  readonly #redraws: boolean;
  readonly #expected = new Map<string, number>();
  readonly #running = new Map<string, Running>();
  readonly #counts = new Map<Group, { all: number; done: number }>();
  #drawn = false;
  #startedAt = 0;
  #toldAt = 0;
  /** Expected and measured seconds of files that have ended. */
  #done = { expected: 0, measured: 0 };
  #vitest: Vitest | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(redraws: boolean) {
    super({ summary: false });
    this.#redraws = redraws;
  }

  /** Of files that run now. */
  get runningGroups(): readonly Group[] {
    return [...this.#running.values()].map(({ group }) => group);
  }

  override onInit(vitest: Vitest): void {
    super.onInit(vitest);
    this.#vitest = vitest;
  }

  override onTestRunStart(specifications: ReadonlyArray<TestSpecification>): void {
    super.onTestRunStart(specifications);
    this.#startedAt = performance.now();
    this.#toldAt = this.#startedAt;
    this.#done = { expected: 0, measured: 0 };
    this.#counts.clear();
    this.#expected.clear();
    for (const one of specifications) {
      const group = this.#groupOf(one.moduleId);
      const last = this.#vitest?.cache.getTestSpecificationResult(one)?.duration;
      this.#expected.set(one.moduleId, last === undefined ? guessed[group] : last / 1000 + 0.1);
      const { all, done } = this.#counts.get(group) ?? { all: 0, done: 0 };
      this.#counts.set(group, { all: all + 1, done });
    }
    this.#timer = setInterval(() => this.#tell(false), 1000).unref();
  }

  override onTestModuleQueued(module: TestModule): void {
    super.onTestModuleQueued(module);
    this.#running.set(module.moduleId, { group: this.#groupOf(module.moduleId), since: performance.now() });
  }

  override onTestModuleEnd(module: TestModule): void {
    super.onTestModuleEnd(module);
    const { group, since } = this.#running.get(module.moduleId) ?? {
      group: this.#groupOf(module.moduleId),
      since: performance.now(),
    };
    const now = performance.now();
    this.#running.delete(module.moduleId);
    this.#done.expected += this.#expected.get(module.moduleId) ?? 0;
    this.#done.measured += (now - since) / 1000;
    const result = this.results.get(group) ?? { files: 0, passed: 0, failed: 0, skipped: 0, firstAt: since, lastAt: 0 };
    this.results.set(group, result);
    const states = [...module.children.allTests()].map((test) => test.result().state);
    const count = (state: string): number => states.filter((one) => one === state).length;
    result.files += 1;
    result.passed += count("passed");
    result.skipped += count("skipped");
    // A file that could not be loaded, or whose hooks failed, has no test of its own that could fail.
    result.failed += Math.max(count("failed"), module.ok() ? 0 : 1);
    result.lastAt = now;
    const file = this.relative(module.moduleId);
    for (const test of module.children.allTests("failed")) {
      this.failures.push(`${file} > ${test.fullName}: ${firstLine(test.result().errors)}`);
      // The errors stand whole at the end, which a run that is cut off never comes to.
      this.log(`${file} > ${test.fullName}: ${(test.result().errors?.[0]?.message ?? "").slice(0, 2000)}`);
    }
    if (!module.ok() && module.errors().length > 0) this.failures.push(`${file}: ${firstLine(module.errors())}`);
    const counts = this.#counts.get(group);
    if (counts === undefined) return;
    counts.done += 1;
    if (counts.done === counts.all) this.#tell(true);
  }

  override onTestRunEnd(...[modules, errors, reason]: Parameters<DefaultReporter["onTestRunEnd"]>): void {
    clearInterval(this.#timer);
    this.#clear();
    this.unhandled.push(...errors);
    const counts = [...this.#counts.values()];
    this.unended += counts.reduce((sum, { all, done }) => sum + all - done, 0);
    this.#running.clear();
    super.onTestRunEnd(modules, errors, reason);
  }

  // The table at the end says it, by group.
  override reportTestSummary(): void {}

  protected override printTestModule(module: TestModule): void {
    if (!module.ok()) super.printTestModule(module);
  }

  protected override printTestCase(...[moduleState, test]: Parameters<DefaultReporter["printTestCase"]>): void {
    if (test.result().state === "failed") super.printTestCase(moduleState, test);
  }

  protected override printTestSuite(): void {}

  override log(...messages: unknown[]): void {
    this.#clear();
    super.log(...messages);
  }

  override error(...messages: unknown[]): void {
    this.#clear();
    super.error(...messages);
  }

  #groupOf(file: string): Group {
    return groupOf(this.relative(file));
  }

  #tell(now: boolean): void {
    const at = performance.now();
    if (this.#redraws) {
      this.#clear();
      process.stdout.write(this.#line());
      this.#drawn = true;
    } else if (now || at - this.#toldAt >= everyMs) {
      this.#toldAt = at;
      process.stdout.write(`${this.#line()}\n`);
    }
  }

  #clear(): void {
    if (this.#drawn) process.stdout.write("\r\u{1B}[2K");
    this.#drawn = false;
  }

  #line(): string {
    const counts = [...this.#counts];
    const total = (of: "all" | "done"): number => counts.reduce((sum, [, one]) => sum + one[of], 0);
    const current = groupNames.filter((name) => this.runningGroups.includes(name));
    const groups = current.map((name) => {
      const { all, done } = this.#counts.get(name) ?? { all: 0, done: 0 };
      return `${name} ${done} of ${all}`;
    });
    const failed = [...this.results.values()].reduce((sum, one) => sum + one.failed, 0);
    return [
      ...(groups.length > 0 ? [groups.join(", ")] : []),
      `${total("done")} of ${total("all")} files`,
      this.#timeLeft(),
      ...(failed > 0 ? [`${failed} failed`] : []),
    ].join(" · ");
  }

  #timeLeft(): string {
    const { expected, measured } = this.#done;
    const elapsed = (performance.now() - this.#startedAt) / 1000;
    if (measured === 0) return "time left not known yet";
    const all = [...this.#expected.values()].reduce((sum, one) => sum + one, 0);
    const running = [...this.#running.values()].reduce((sum, { since }) => sum + (performance.now() - since) / 1000, 0);
    // How much slower than expected files are, and how many run at a time.
    const slower = measured / expected;
    const atATime = Math.max(1, (measured + running) / elapsed);
    const left = Math.max(0, (all - expected) * slower - running) / atATime;
    return left < 60 ? "less than a minute left" : `about ${Math.ceil(left / 60)} min left`;
  }
}

function firstLine(errors: readonly { readonly message: string }[] | undefined): string {
  return errors?.[0]?.message.split("\n", 1)[0] ?? "no message";
}
