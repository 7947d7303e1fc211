import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { likelyAddress, modelAddress } from "./variable-kinds.ts";

test.each([
  [" http://127.0.0.1:8000/v1 ", "http://127.0.0.1:8000/v1"],
  ['"https://gateway.example/v1/"', "https://gateway.example/v1"],
  ["https://gateway.example//v1//", "https://gateway.example/v1"],
  ["https://gateway.example/v1#", "https://gateway.example/v1"],
  ["https://gateway.example/api/v1/chat/completions", "https://gateway.example/api/v1"],
  ["https://api.anthropic.com/v1/messages", "https://api.anthropic.com/v1"],
  ["http://127.0.0.1:11434/api/generate", "http://127.0.0.1:11434"],
  ["https://gateway.example/v1/v1", "https://gateway.example/v1"],
  ["https://gateway.example/v1?key=k", "https://gateway.example/v1?key=k"],
  ["localhost:8000/v1", "http://localhost:8000/v1"],
  ["127.0.0.1:11434", "http://127.0.0.1:11434"],
  ["host.docker.internal:1234/v1", "http://host.docker.internal:1234/v1"],
  ["gateway.example/v1", "gateway.example/v1"],
  ["localhost.example/v1", "localhost.example/v1"],
  ["", ""],
])("%j is the address %j", (text, address) => expect(modelAddress(text)).toBe(address));

test.each([
  ["http://127.0.0.1:8000", "http://127.0.0.1:8000/v1"],
  ["http://127.0.0.1:8000/api", "http://127.0.0.1:8000/v1"],
  ["https://gateway.example/openai", "https://gateway.example/openai/v1"],
  ["https://gateway.example/v1", null],
  ["https://gateway.example/v1beta", null],
])("where %s knows nothing, %s is likely", (address, likely) => expect(likelyAddress(address)).toBe(likely));

const segment = fc
  .stringMatching(/^[a-z]{3,8}$/)
  .filter(
    (word) =>
      word !== "completions" &&
      word !== "responses" &&
      word !== "messages" &&
      word !== "models" &&
      word !== "embeddings",
  );

property.prop(
  [fc.array(segment, { maxLength: 3 }), fc.constantFrom("", "/", "//", " ", "#", "/#x", "/chat/completions")],
  {
    seed: 9,
    numRuns: 200,
  },
)("what comes along with an address is taken off, and once is enough", (path, more) => {
  const address = ["https://gateway.example", ...path, "v1"].join("/");
  expect(modelAddress(`${address}${more}`)).toBe(address);
  expect(modelAddress(modelAddress(`${address}${more}`))).toBe(address);
});
