import { readdirSync, readFileSync } from "node:fs";

interface Seen {
  readonly parent: number;
  /** Tells a process from a later one with the same id. */
  readonly startedAt: string;
  /** Seconds of itself and of the children it has waited for. */
  readonly seconds: number;
  readonly waited: number;
}

const ticksASecond = 100;

/**
 * Seconds of processor time of a process and of all that it and its descendants started, also of those that outlive
 * their parent. What is looked at again and again misses only what an orphan did since the last look.
 */
export class ProcessorTime {
  readonly #root: number;
  #seen = new Map<number, Seen>();
  /** Of processes that are gone and that no descendant of the root has waited for. */
  #unwaited = 0;

  constructor(root: number) {
    this.#root = root;
  }

  /** @returns the total so far; `null` where the system has no /proc */
  look(): number | null {
    const all = readProcesses();
    if (all === null) return null;
    const now = new Map([...all].filter(([id]) => this.#isOurs(id, all)));
    const vanished = [...this.#seen].filter(([id, { startedAt }]) => now.get(id)?.startedAt !== startedAt);
    const owed = new Map<number | null, number>();
    for (const [id, { seconds }] of vanished) {
      const heir = this.#heir(id, now);
      owed.set(heir, (owed.get(heir) ?? 0) + seconds);
    }
    for (const [heir, seconds] of owed) {
      const inherited = heir === null ? 0 : (now.get(heir)?.waited ?? 0) - (this.#seen.get(heir)?.waited ?? 0);
      this.#unwaited += Math.max(0, seconds - inherited);
    }
    this.#seen = now;
    return [...now.values()].reduce((sum, { seconds }) => sum + seconds, this.#unwaited);
  }

  #isOurs(id: number, all: ReadonlyMap<number, Seen>): boolean {
    for (let at = id, one = all.get(at); one !== undefined; at = one.parent, one = all.get(at))
      if (at === this.#root || this.#seen.get(at)?.startedAt === one.startedAt) return true;
    return false;
  }

  /** The nearest living forebear of a process that is gone, to whom its time has come if it was waited for. */
  #heir(id: number, now: ReadonlyMap<number, Seen>): number | null {
    for (let at = this.#seen.get(id)?.parent; at !== undefined; at = this.#seen.get(at)?.parent)
      if (now.has(at)) return at;
    return null;
  }
}

/** Seconds of the children that a process has waited for: what a script ran before this one. */
export function secondsOfChildren(id: number): number {
  return readProcess(id)?.waited ?? 0;
}

function readProcesses(): ReadonlyMap<number, Seen> | null {
  try {
    const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    const all = ids.flatMap((name): [number, Seen][] => {
      const one = readProcess(Number(name));
      return one === null ? [] : [[Number(name), one]];
    });
    return all.length === 0 ? null : new Map(all);
  } catch {
    return null;
  }
}

function readProcess(id: number): Seen | null {
  try {
    const text = readFileSync(`/proc/${id}/stat`, "utf8");
    // After the name, which may hold anything.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const seconds = (index: number): number => Number(fields[index]) / ticksASecond;
    const waited = seconds(13) + seconds(14);
    return {
      parent: Number(fields[1]),
      startedAt: fields[19] ?? "",
      seconds: seconds(11) + seconds(12) + waited,
      waited,
    };
  } catch {
    return null;
  }
}
