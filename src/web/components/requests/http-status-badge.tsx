import { Badge, type Tone } from "#src/web/components/ui/badge.tsx";

const tones: Readonly<Record<string, Tone>> = { 2: "positive", 3: "neutral", 4: "warning", 5: "negative" };

export function HttpStatusBadge({ status }: { readonly status: number }) {
  return (
    <Badge tone={tones[String(status).slice(0, 1)] ?? "neutral"} className="font-mono">
      {status}
    </Badge>
  );
}
