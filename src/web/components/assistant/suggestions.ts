/** Questions to begin with. A test holds each to being answered, also without a model. */
export const suggestions = [
  "Does a run that ends in REVIEW count towards my month?",
  "What does an unsupported number in a report mean?",
  "How do I create an API key?",
] as const;
