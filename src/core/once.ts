/** Made once and kept; failures are tried again. */
export function kept<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return async () => {
    made ??= make();
    try {
      return await made;
    } catch (error) {
      made = null;
      throw error;
    }
  };
}

/** Kept as long as the object, which must not change. */
export function oncePer<K extends WeakKey, V>(workOut: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (of) => {
    const found = known.get(of) ?? { value: workOut(of) };
    known.set(of, found);
    return found.value;
  };
}

/** Made when first asked for, or while the process waits anyway. */
export function later<T>(make: () => T): () => T {
  const get = whenAsked(make);
  setImmediate(() => {
    try {
      get();
    } catch {
      // Whoever asks is told.
    }
  });
  return get;
}

/** Made on first use, or never. */
export function whenAsked<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
