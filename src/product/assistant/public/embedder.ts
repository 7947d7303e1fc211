/** Texts of the same meaning lie near each other. */
export interface Embedder {
  /** Vectors of two models are not compared. */
  readonly model: string;
  /** One each, in order. @throws whatever the service fails with */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly (readonly number[])[]>;
}
