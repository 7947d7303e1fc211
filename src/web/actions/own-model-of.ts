import { z } from "zod";
import { OwnModel } from "#src/contract/model-keys.ts";

/** What `OwnModelFields` sends; `null`: the service's models. @throws ZodError that names the field `own_model` */
export function ownModelOf(form: FormData): OwnModel | null {
  const text = (name: string): string | null => {
    const given = form.get(name);
    return typeof given === "string" && given.trim() !== "" ? given.trim() : null;
  };
  const provider = text("own_provider");
  if (provider === null) return null;
  const chosen = { llm_provider: provider, deep_think_llm: text("own_deep"), quick_think_llm: text("own_quick") };
  return z.object({ own_model: OwnModel }).parse({ own_model: chosen }).own_model;
}
