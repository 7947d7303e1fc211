/** Kept as long as the object, which must not change. */
export function oncePer<K extends WeakKey, V>(workOut: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (of) => {
    const found = known.get(of) ?? { value: workOut(of) };
    known.set(of, found);
    return found.value;
  };
}
