import { Badge, type Tone } from "#src/web/components/ui/badge.tsx";

const tones: Readonly<Record<string, Tone>> = { GET: "info", POST: "positive", DELETE: "negative" };

export function MethodBadge({ method }: { readonly method: string }) {
  return (
    <Badge tone={tones[method] ?? "neutral"} className="justify-center font-mono">
      {method}
    </Badge>
  );
}
