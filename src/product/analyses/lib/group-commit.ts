/** With more, database and front door wait for each other. */
const mostTogether = 25;

interface Waiting<I, T> {
  readonly item: I;
  readonly told: PromiseWithResolvers<T>;
}

/**
 * Work that arrives during a transaction shares the next.
 * @param commit outcomes in order
 * @param blame whether an error may be one item's: then each is tried alone
 */
export function groupCommit<I, T>(
  commit: (items: readonly I[]) => Promise<readonly T[]>,
  blame: (error: unknown) => boolean,
): (item: I) => Promise<T> {
  let waiting: Waiting<I, T>[] = [];
  let out = false;

  const tell = async (group: readonly Waiting<I, T>[], committed: Promise<readonly T[]>): Promise<void> => {
    try {
      const outcomes = await committed;
      for (const [index, { told }] of group.entries()) {
        const outcome = outcomes[index];
        if (outcome === undefined) told.reject(new Error("a transaction said nothing of an item"));
        else told.resolve(outcome);
      }
    } catch (error) {
      if (group.length > 1 && blame(error)) for (const one of group) await tell([one], commit([one.item]));
      else for (const { told } of group) told.reject(error);
    }
  };
  const send = (): void => {
    const group = waiting.slice(0, mostTogether);
    waiting = waiting.slice(mostTogether);
    out = group.length > 0;
    if (!out) return;
    const committed = commit(group.map(({ item }) => item));
    // The next transaction need not wait for the answers.
    committed.then(send, send);
    void tell(group, committed);
  };
  return (item) => {
    const told = Promise.withResolvers<T>();
    waiting.push({ item, told });
    if (!out) send();
    return told.promise;
  };
}
