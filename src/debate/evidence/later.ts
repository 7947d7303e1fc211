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
