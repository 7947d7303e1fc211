const words = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** A day that a text names, the same for every reader. */
export function Day({ at }: { at: string }) {
  return <time dateTime={at}>{words.format(new Date(at))}</time>;
}
