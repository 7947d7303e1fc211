/** What is made with the first call and kept; what could not be made is tried again with the next. */
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
