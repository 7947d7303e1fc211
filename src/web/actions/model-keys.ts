"use server";

import { z } from "zod";
import { CustomerProvider, ModelKeyDefaults, ModelKeySecret } from "#src/contract/jobs/model-keys.ts";
import { OwnLimitUsd } from "#src/contract/jobs/usage.ts";
import { changeModelKey, checkModelKey, deleteModelKey, saveModelKey } from "#src/product/model-keys/model-keys.ts";
import { webContext } from "../context.ts";
import { formFields, TypedDecimal } from "./form-fields.ts";
import { userForm, userAction } from "./acting.ts";

/** `secret` is never sent back with what was typed (form-action.ts). */
const Given = z.object({ provider: CustomerProvider, secret: ModelKeySecret });

/** Keeps a key that its provider accepts. @returns its provider */
export const keepModelKey = userForm(
  async ({ ctx }, fields) => {
    const { provider, secret } = Given.parse({
      provider: fields.get("provider") ?? "",
      secret: fields.get("secret") ?? "",
    });
    const { check } = webContext().customerModels;
    await saveModelKey(ctx, { provider, key: secret, probe: check });
    return provider;
  },
  { field: "secret" },
);

const temperature = "must be a number from 0 to 2";
/** An empty field sets nothing. */
const blank = (value: unknown): unknown => (typeof value === "string" && value.trim() === "" ? undefined : value);
const KeySettings = z.object({
  provider: CustomerProvider,
  deep_think_llm: z.preprocess(blank, ModelKeyDefaults.shape.deep_think_llm.optional()),
  quick_think_llm: z.preprocess(blank, ModelKeyDefaults.shape.quick_think_llm.optional()),
  reasoning_effort: z.preprocess(blank, ModelKeyDefaults.shape.reasoning_effort.optional()),
  temperature: z.preprocess(
    blank,
    TypedDecimal.pipe(z.coerce.number<string>(temperature).min(0, temperature).max(2, temperature)).optional(),
  ),
  monthly_limit_usd: z.preprocess(blank, TypedDecimal.pipe(OwnLimitUsd).optional()),
});

/** What a key's runs are made with where they name nothing, and what they may cost in a month. */
export const setModelKey = userAction(async ({ ctx }, form: FormData) => {
  const { provider, monthly_limit_usd: limitUsd = null, ...given } = KeySettings.parse(formFields(form));
  const defaults = ModelKeyDefaults.parse(JSON.parse(JSON.stringify(given)));
  await changeModelKey(ctx, { provider, defaults, limitUsd });
});

export const testModelKey = userAction(async ({ ctx }, given: string) => {
  const provider = CustomerProvider.parse(given);
  await checkModelKey(ctx, { provider, probe: webContext().customerModels.check });
});

export const endModelKey = userAction(async ({ ctx }, given: string) => {
  await deleteModelKey(ctx, { provider: CustomerProvider.parse(given) });
});
