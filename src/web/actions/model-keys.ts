"use server";

import { z } from "zod";
import { CustomerProvider, ModelKeyDefaults, ModelKeySecret } from "#src/contract/model-keys.ts";
import { OwnLimitUsd } from "#src/contract/usage.ts";
import { changeModelKey } from "#src/product/model-keys/change-model-key.ts";
import { checkModelKey } from "#src/product/model-keys/check-model-key.ts";
import { deleteModelKey } from "#src/product/model-keys/delete-model-key.ts";
import { saveModelKey } from "#src/product/model-keys/save-model-key.ts";
import { webContext } from "../context.ts";
import { contextOf } from "../viewer.ts";
import { defineAction } from "./action.ts";
import { formFields } from "./form-fields.ts";
import { formAction } from "./form-action.ts";
import { outcome, signedIn, type Outcome } from "./outcome.ts";

/** `secret` is never sent back with what was typed (form-action.ts). */
const Given = z.object({ provider: CustomerProvider, secret: ModelKeySecret });

/** Keeps a key that its provider accepts. @returns its provider */
export const keepModelKey = formAction((fields: FormData): Promise<Outcome<CustomerProvider>> =>
  outcome(async () => {
    const who = await signedIn();
    const { provider, secret } = Given.parse({
      provider: fields.get("provider") ?? "",
      secret: fields.get("secret") ?? "",
    });
    const { check } = webContext().customerModels;
    await saveModelKey(contextOf(who), { provider, key: secret, probe: check });
    return provider;
  }, "secret"),
);

const temperature = "must be a number from 0 to 2";
/** An empty field sets nothing. */
const blank = (value: unknown): unknown => (typeof value === "string" && value.trim() === "" ? undefined : value);
const KeySettings = z.object({
  provider: CustomerProvider,
  deep_think_llm: z.preprocess(blank, ModelKeyDefaults.shape.deep_think_llm.optional()),
  quick_think_llm: z.preprocess(blank, ModelKeyDefaults.shape.quick_think_llm.optional()),
  reasoning_effort: z.preprocess(blank, ModelKeyDefaults.shape.reasoning_effort.optional()),
  temperature: z.preprocess(blank, z.coerce.number(temperature).min(0, temperature).max(2, temperature).optional()),
  monthly_limit_usd: z.preprocess(blank, OwnLimitUsd.optional()),
});

/** What a key's runs are made with where they name nothing, and what they may cost in a month. */
export const setModelKey = defineAction((form: FormData): Promise<Outcome> =>
  outcome(async () => {
    const who = await signedIn();
    const { provider, monthly_limit_usd: limitUsd = null, ...given } = KeySettings.parse(formFields(form));
    const defaults = ModelKeyDefaults.parse(JSON.parse(JSON.stringify(given)));
    await changeModelKey(contextOf(who), { provider, defaults, limitUsd });
    return null;
  }),
);

export const testModelKey = defineAction((given: string): Promise<Outcome> =>
  outcome(async () => {
    const who = await signedIn();
    const provider = CustomerProvider.parse(given);
    await checkModelKey(contextOf(who), { provider, probe: webContext().customerModels.check });
    return null;
  }),
);

export const endModelKey = defineAction((given: string): Promise<Outcome> =>
  outcome(async () => {
    const who = await signedIn();
    await deleteModelKey(contextOf(who), { provider: CustomerProvider.parse(given) });
    return null;
  }),
);
