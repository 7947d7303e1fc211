/*
 * Inflected forms of English verbs, so that a lexicon lists each verb once: `drop+` doubles its last letter, and
 * `rise/rose/risen` gives the forms that no rule makes.
 */

/** Every form of a verb: `climb`, `climbs`, `climbed`, `climbing`. */
export function formsOf(written: string): string[] {
  const [base = "", past, participle] = written.split("/");
  const stem = base.replace("+", "");
  const doubled = base.endsWith("+") ? `${stem}${stem.slice(-1)}` : stem;
  const silent = stem.endsWith("e") && !stem.endsWith("ee") ? stem.slice(0, -1) : doubled;
  const third = /(?:s|x|z|ch|sh|[^aeiou]o)$/.test(stem)
    ? `${stem}es`
    : /[^aeiou]y$/.test(stem)
      ? `${stem.slice(0, -1)}ies`
      : `${stem}s`;
  const regular = /[^aeiou]y$/.test(stem) ? `${stem.slice(0, -1)}ied` : `${silent}ed`;
  return [...new Set([stem, third, `${silent}ing`, past ?? regular, participle ?? past ?? regular])];
}

/** The forms of several verbs, which blanks part. */
export function allForms(verbs: string): string[] {
  return verbs.split(/\s+/).filter(Boolean).flatMap(formsOf);
}
