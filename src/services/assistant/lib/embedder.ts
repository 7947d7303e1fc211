/** Makes vectors of texts, such that texts with the same meaning lie near each other. */
export interface Embedder {
  /** Vectors of two models are not compared. */
  readonly model: string;
  /** One vector for each text, in their order, all of one length. @throws whatever the service fails with */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly (readonly number[])[]>;
}
