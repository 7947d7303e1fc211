interface Props {
  readonly text: string;
  readonly evidence: readonly string[];
  /** What was worked out, or the name of an agent's own term. */
  readonly basis: string | null;
  /** Whether the evidence is on this page. */
  readonly linked: boolean;
  readonly isTabStop: boolean;
}

/** A figure, and a link to what it rests on; `EvidencePopover` shows that beside it. */
export function Figure({ text, evidence, basis, linked, isTabStop }: Props) {
  const [first] = evidence;
  if (first === undefined) return <span title={`Set by the agent${basis === null ? "" : `: ${basis}`}`}>{text}</span>;
  if (!linked)
    return (
      <span className="figure" title={`Evidence: ${basis ?? evidence.join(", ")}`}>
        {text}
      </span>
    );
  return (
    <a
      className="figure"
      href={`#${first}`}
      data-evidence={evidence.join(" ")}
      data-basis={basis ?? undefined}
      tabIndex={isTabStop ? undefined : -1}
    >
      {text}
    </a>
  );
}
