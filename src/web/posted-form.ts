import { headers } from "next/headers";
import type { PostedForm } from "#src/contract/posted-form.ts";
import { postedFormIn } from "#src/product/accounts/public/posted-form.ts";
import { webContext } from "./context.ts";

/** What a form of this page came to that the browser sent by itself a moment ago. @param path behind `/api/auth` */
export async function postedForm(path: string): Promise<PostedForm | null> {
  return postedFormIn(webContext().auth.keys.secret, (await headers()).get("cookie"), path);
}
