import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { authFormPaths } from "#src/http/api/auth-forms.ts";
import { authPaths } from "#src/http/api/auth-paths.ts";
import { addressForms, elementsOnDisk, postedForms } from "#tests/support/every-form.ts";

/* Nothing that somebody types into a form with a secret can enter an address, whatever their browser has loaded. */

const src = join(import.meta.dirname, "../../src");
const elements = elementsOnDisk();
const wrapper = "web/components/ui/form.tsx";
const read = (file: string): string => readFileSync(join(src, file), "utf8");

describe("a form of the pages", () => {
  test("is the one that is posted, or stands in the list of those whose fields are the address", () => {
    const plain = elements.filter(({ tag }) => tag === "form");
    expect(plain.map(({ file }) => file).toSorted()).toEqual([wrapper, ...Object.keys(addressForms)].toSorted());
    for (const { file, attributes } of plain)
      if (file !== wrapper) expect([file, attributes["method"]]).toEqual([file, "get"]);
    expect(read(wrapper)).toContain('{ method: "post", action }');
  });

  test("that is posted is known, with where it stands: the test in a browser goes by that", () => {
    const files = new Set(elements.filter(({ tag }) => tag === "Form").map(({ file }) => file));
    expect([...files].toSorted()).toEqual(Object.keys(postedForms).toSorted());
  });

  test("that is an address has only the fields of its list", () => {
    const controls = /^(?:input|Input|select|Select|textarea|Textarea|Checkbox|Switch)$/;
    for (const [file, names] of Object.entries(addressForms)) {
      const fields = elements.filter((one) => one.file === file && one.inside.length > 0 && controls.test(one.tag));
      const found = fields.map(({ attributes }) => attributes["name"]).filter((name) => name !== undefined);
      expect(names, file).toEqual(expect.arrayContaining(found));
    }
  });

  test("is sent nowhere else by a button, but to a path that answers forms", () => {
    for (const { file, attributes } of elements) {
      expect(attributes, file).not.toHaveProperty("formMethod");
      const to = attributes["formAction"];
      if (to !== undefined)
        expect([file, to]).toEqual([expect.stringMatching(/^web\/components\/auth\//), "{`/api/auth${backupPath}`}"]);
    }
  });

  test("of sign-in goes to a path that answers forms", () => {
    const named = globSync("web/components/{auth,account}/*.tsx", { cwd: src }).flatMap((file) =>
      [...read(file).matchAll(/(?:path: |Path = )"(\/[^"]+)"/g)].map(([, path]) => path),
    );
    expect([...new Set(named)].toSorted()).toEqual([...authFormPaths].toSorted());
    for (const path of authFormPaths) expect(authPaths).toHaveProperty([`POST ${path}`]);
  });
});

test("a field for a secret stands in a form that is posted", () => {
  const secrets = elements.filter(
    ({ tag, attributes }) =>
      /^(?:input|Input)$/.test(tag) &&
      (attributes["type"] === "password" ||
        /password|token|secret|^code$|otp/i.test(attributes["name"] ?? "") ||
        /current-password|new-password|one-time-code/.test(attributes["autoComplete"] ?? "")),
  );
  expect(secrets.length).toBeGreaterThan(8);
  const apart = new Set([
    // A field of its own, which stands in the forms that use it.
    "web/components/account/new-password-field.tsx",
    // In no form at all, as the first test sees: no browser sends it anywhere by itself.
    "web/components/reference/try-access.tsx",
  ]);
  for (const { file, inside } of secrets) expect([file, inside]).toEqual([file, apart.has(file) ? [] : ["Form"]]);
  expect(elements.filter(({ file, tag }) => /reference\/try-/.test(file) && /^form$/i.test(tag))).toEqual([]);
});

test("a field for a secret, an address or a name tells browsers what it is for", () => {
  const untold = elements.filter(
    ({ tag, attributes }) =>
      /^(?:input|Input)$/.test(tag) &&
      (/^(?:password|email)$/.test(attributes["type"] ?? "") || /^(?:name|code)$/.test(attributes["name"] ?? "")) &&
      attributes["autoComplete"] === undefined,
  );
  expect(untold.map(({ file, attributes }) => [file, attributes["name"]])).toEqual([]);
});

test("nothing else that is served has a form", () => {
  const files = globSync("{http,report,services,content,contract,processors}/**/*.ts", { cwd: src });
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => /<form\b/i.test(read(file)))).toEqual([]);
});
