import { z } from "zod";

const Form = z.instanceof(FormData, { error: "the form could not be read; reload the page and try again" });

/**
 * The fields of a form; of several with one name the last. An action is called by whoever knows its address, with
 * whatever they like.
 * @throws ZodError for what is no form
 */
export function formFields(given: unknown): Record<string, FormDataEntryValue> {
  return Object.fromEntries(Form.parse(given));
}
