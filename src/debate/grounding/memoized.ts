/** Far more than the parts of one statement. */
const most = 512;

/** A reading of text that is asked for again and again: each clause and sentence is looked at by several readers. */
export function remembered<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= most) known.clear();
    const found = read(text);
    known.set(text, found);
    return found;
  };
}

/** The same of a reading that rests on something beside the text, such as evidence, for as long as that is kept. */
export function rememberedOf<K extends object, T>(): (of: K, text: string, read: () => T) => T {
  const all = new WeakMap<K, Map<string, T>>();
  return (of, text, read) => {
    const known = all.get(of) ?? new Map<string, T>();
    all.set(of, known);
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= most) known.clear();
    const found = read();
    known.set(text, found);
    return found;
  };
}
