import type { Reader, Slots, StreamRecord, Violation } from "./history.ts";

/** Rules of streams: what is numbered in the database, and what each reader heard of it. */
export function checkStreams(streams: readonly StreamRecord[], readers: readonly Reader[]): Violation[] {
  const numbersOf = new Map(streams.map(({ stream, numbers }) => [stream, numbers]));
  return [
    ...streams.flatMap(({ stream, numbers }): Violation[] =>
      numbers.every((number, at) => number === at + 1)
        ? []
        : [{ rule: "streams without gaps", subject: stream, seen: numbers.join(" ") }],
    ),
    ...readers.flatMap((reader) => checkReader(reader, numbersOf.get(reader.stream) ?? [])),
  ];
}

function checkReader({ stream, connections, stayed }: Reader, numbers: readonly number[]): Violation[] {
  const found: Violation[] = [];
  for (const { after, ids } of connections) {
    const wrong = ids.findIndex((id, at) => at > 0 && id <= (ids[at - 1] ?? 0));
    if (wrong !== -1)
      found.push({
        rule: "a connection is in order",
        subject: stream,
        seen: `${ids[wrong]} behind ${ids[wrong - 1]}, from ${after}`,
      });
  }
  const heard = connections.flatMap(({ ids }) => ids);
  const from = connections[0]?.after ?? 0;
  const until = stayed ? Infinity : Math.max(from, ...heard);
  const wanted = numbers.filter((number) => number > from && number <= until);
  if (heard.toSorted((a, b) => a - b).join() !== wanted.join()) {
    const times = Map.groupBy(heard, (id) => id);
    const lost = wanted.filter((id) => !times.has(id));
    const doubled = [...times].filter(([, all]) => all.length > 1).map(([id]) => id);
    const invented = [...times.keys()].filter((id) => !wanted.includes(id));
    found.push({
      rule: "nothing lost or doubled after a reconnect",
      subject: stream,
      seen: `lost ${lost.join(" ")}; doubled ${doubled.join(" ")}; unknown ${invented.join(" ")}`,
    });
  }
  return found;
}

export function checkSlots({ ofAll, ofOwner, samples }: Slots): Violation[] {
  return samples.flatMap((sample) => {
    const running = Object.values(sample).reduce((sum, count) => sum + count, 0);
    const found: Violation[] = [];
    if (running > ofAll)
      found.push({ rule: "never more slots than allowed", subject: "all", seen: `${running} of ${ofAll}` });
    for (const [owner, count] of Object.entries(sample))
      if (count > ofOwner)
        found.push({ rule: "never more slots than allowed", subject: owner, seen: `${count} of ${ofOwner}` });
    return found;
  });
}
