import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { command, generate, openapi, python, root, without, told, workshop } from "./toolchain.ts";

const python3 = without("python3");
const python3AndJava = without("python3", "java", "mvn");
const go = without("go", "java", "mvn");
const java = without("java", "mvn");

/** What each program reports, in whatever language: all of it as its own types have it. */
const made = {
  status: "succeeded",
  rating: expect.stringMatching(/^(?:Buy|Overweight|Hold|Underweight|Sell|REVIEW)$/),
  is_review: expect.any(Boolean),
  trade_date: "2019-06-03",
  reports: true,
  run_rounds: 1,
  pdf: "%PDF-",
  pdf_bytes: expect.any(Number),
  markdown: true,
  listed: 1,
  listed_reports: false,
  full_reports: true,
  cancelled: "cancelled",
  unfinished: "cancelled",
  deliveries: 0,
  jobs_succeeded: 1,
  llm_provider: "rules",
  health: "ok",
  missing: [404, "there is no analysis ana_none"],
  invalid: { status: 422, type: "less_than_equal", loc: ["body", "max_debate_rounds"], input: 11 },
};

test.skipIf(python3.skip)(`Python, by openapi-python-client${python3.note}`, async () => {
  const folder = workshop("python");
  const bin = await python(folder, "openapi-python-client==0.29.1", "mypy==1.18.2");
  await command(
    folder,
    [
      join(bin, "openapi-python-client"),
      "generate",
      "--path",
      openapi,
      "--config",
      "config.yaml",
      "--output-path",
      "out",
    ],
    { PATH: `${bin}:${process.env["PATH"] ?? ""}` },
  );
  await command(folder, [join(bin, "mypy"), "--strict", "main.py"], { MYPYPATH: join(folder, "out") });
  expect(await told(folder, ["env", "PYTHONPATH=out", join(bin, "python"), "main.py"])).toEqual(made);
});

test.skipIf(python3AndJava.skip)(`Python, by openapi-generator${python3AndJava.note}`, async () => {
  const folder = workshop("python-pydantic");
  await generate(folder, "python", "out", "packageName=conclave_client");
  const bin = await python(folder, "./out");
  await command(folder, [join(bin, "python"), "-m", "compileall", "-q", "out"]);
  expect(await told(folder, [join(bin, "python"), "main.py"])).toEqual(made);
});

test.skipIf(go.skip)(`Go, by openapi-generator${go.note}`, async () => {
  const folder = workshop("go");
  await generate(folder, "go", "conclave", "packageName=conclave,withGoMod=false");
  await command(folder, ["rm", "-r", "conclave/test"]);
  await command(folder, ["go", "mod", "tidy"]);
  await command(folder, ["go", "vet", "./..."]);
  await command(folder, ["go", "build", "-o", "program", "."]);
  expect(await told(folder, ["./program"])).toEqual(made);
});

test.skipIf(java.skip)(`Java, by openapi-generator${java.note}`, async () => {
  const folder = workshop("java");
  const packages = ["invokerPackage=client", "apiPackage=client.api", "modelPackage=client.model"].join(",");
  await generate(folder, "java", "out", `hideGenerationTimestamp=true,${packages}`);
  await command(folder, ["cp", "Main.java", "out/src/main/java/Main.java"]);
  const quiet = ["mvn", "-q", "-B", "-f", "out/pom.xml", "-Dmaven.test.skip=true"];
  await command(folder, [...quiet, "compile", "dependency:build-classpath", "-Dmdep.outputFile=../classpath"]);
  expect(await told(folder, ["sh", "-c", 'exec java -cp "out/target/classes:$(cat classpath)" Main'])).toEqual(made);
});

test("TypeScript, by openapi-typescript", async () => {
  const folder = workshop("typescript");
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  await command(folder, ["node_modules/.bin/openapi-typescript", openapi, "-o", "conclave.d.ts"]);
  await command(folder, [process.execPath, "node_modules/typescript7/bin/tsc", "-p", "."]);
  expect(await told(folder, [process.execPath, "main.ts"])).toEqual(made);
});
