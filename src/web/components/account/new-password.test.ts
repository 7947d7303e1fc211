import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Revocable } from "#src/contract/accounts/credentials.ts";
import { RevokeChoices } from "./new-password.tsx";

const ticked = (isRoutine: boolean): readonly string[] => {
  const html = renderToStaticMarkup(createElement(RevokeChoices, { kinds: Revocable.options, isRoutine }));
  return Revocable.options.filter((kind) =>
    html.split("<input").some((one) => one.includes(`value="${kind}"`) && one.includes('checked=""')),
  );
};

test("a recovery revokes all that is not unticked, a change of the password other sessions alone", () => {
  expect(ticked(false)).toEqual(Revocable.options);
  expect(ticked(true)).toEqual(["sessions"]);
});
