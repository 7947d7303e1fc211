import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { conclaveHome } from "#tests/support/conclave.ts";
import { instruments, smallArchive } from "#tests/support/archive-folder.ts";

const aapl = "037833100";

interface FilingGiven {
  readonly accn: string;
  readonly filed: string;
  readonly type?: string;
  readonly cik: string;
  readonly period?: string;
  readonly manager?: string;
  readonly amendment?: string;
}

/** A set in the SEC's layout; a row of the table is accession, CUSIP, value, amount, SH or PRN, put or call. */
function setOf(filings: readonly FilingGiven[], rows: readonly (readonly (string | number)[])[]) {
  const tsv = (heading: string, lines: readonly (readonly (string | number)[])[]): string =>
    [heading.split(" "), ...lines].map((line) => `${line.join("\t")}\r\n`).join("");
  return {
    "SUBMISSION.tsv": tsv(
      "ACCESSION_NUMBER FILING_DATE SUBMISSIONTYPE CIK PERIODOFREPORT",
      filings.map(({ accn, filed, type = "13F-HR", cik, period = "31-MAR-2025" }) => [accn, filed, type, cik, period]),
    ),
    "COVERPAGE.tsv": tsv(
      "ACCESSION_NUMBER REPORTCALENDARORQUARTER ISAMENDMENT AMENDMENTNO AMENDMENTTYPE FILINGMANAGER_NAME ADDITIONALINFORMATION",
      filings.map(({ accn, period = "31-MAR-2025", manager = `Manager ${accn}`, amendment = "" }) => {
        const remark = accn === "A-1" ? "over\r\ntwo lines" : "";
        return [accn, period, amendment === "" ? "N" : "Y", "", amendment, manager, remark];
      }),
    ),
    "INFOTABLE.tsv": tsv(
      "ACCESSION_NUMBER INFOTABLE_SK NAMEOFISSUER TITLEOFCLASS CUSIP FIGI VALUE SSHPRNAMT SSHPRNAMTTYPE PUTCALL INVESTMENTDISCRETION",
      rows.map(([accn = "", cusip = "", value = "", amount = "", type = "SH", putCall = ""], index) => [
        accn,
        index,
        'A "NAME" INC',
        "COM",
        cusip,
        "",
        value,
        amount,
        type,
        putCall,
        "SOLE",
      ]),
    ),
  };
}

function home() {
  const cli = conclaveHome();
  const archive = smallArchive({
    "instruments.json": instruments({}, { symbol: "AAPL" }),
    "bars/AAPL.csv": "date,open,high,low,close,volume\n2025-06-02,10,11,9.5,10.5,1000\n",
    "actions/AAPL.csv": "exDate,kind,value\n",
  });
  const put = (name: string, files: Readonly<Record<string, string>>): string => {
    mkdirSync(join(cli.home, name), { recursive: true });
    for (const [file, text] of Object.entries(files)) writeFileSync(join(cli.home, name, file), text);
    return join(cli.home, name);
  };
  const add = (set: string, ...more: readonly string[]) =>
    cli.call("archive", "import", set, "--cusip", `${aapl}=AAPL`, "--out", archive, "--yes", ...more);
  const lines = (): unknown[] =>
    readFileSync(join(archive, "institutions/AAPL.jsonl"), "utf8")
      .trimEnd()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
  return { ...cli, archive, put, add, lines };
}

test("a set becomes positions in dollars: summed, amended, without options and principal amounts, each once", async () => {
  const { call, archive, put, add, lines } = home();
  const set = setOf(
    [
      { accn: "B-1", filed: "15-MAY-2025", cik: "102909", manager: "VANGUARD GROUP INC" },
      { accn: "A-1", filed: "02-MAY-2025", cik: "1067983", manager: "BERKSHIRE HATHAWAY INC" },
      { accn: "A-2", filed: "15-MAY-2025", type: "13F-HR/A", cik: "1067983", amendment: "NEW HOLDINGS" },
      { accn: "C-1", filed: "16-MAY-2025", type: "13F-HR/A", cik: "7", amendment: "RESTATEMENT" },
      { accn: "N-1", filed: "16-MAY-2025", type: "13F-NT", cik: "8" },
      { accn: "D-1", filed: "16-MAY-2025", cik: "9" },
    ],
    [
      ["B-1", aapl, 1000, 10],
      ["B-1", "594918104", 77, 7],
      ["A-1", aapl, 500, 5],
      ["A-1", aapl, 300, 3],
      ["A-1", aapl, 900, 9, "SH", "Put"],
      ["A-1", aapl, 900, 9, "PRN"],
      ["A-2", aapl.toLowerCase(), 100, 1],
      ["D-1", "594918104", 5, 5],
    ],
  );
  const dir = put("set", set);
  const shown = await add(dir);
  expect(shown).toMatchObject({ code: 0, err: "" });
  expect(shown.out).toContain("set: 5 filings, filed 2025-05-02 to 2025-05-16");
  expect(shown.out).toContain("4 positions of 3 managers, quarters to 2025-03-31, 2 amendments");
  expect(shown.out).toContain("1 option, 1 principal amount, 0 lines that cannot be used");
  const row = { period: "2025-03-31", amendment: null };
  expect(lines()).toEqual([
    {
      ...row,
      publishedAt: "2025-05-03T03:59:59Z",
      manager: "BERKSHIRE HATHAWAY INC",
      cik: "0001067983",
      shares: 8,
      value: 800,
      accn: "A-1",
    },
    {
      ...row,
      publishedAt: "2025-05-16T03:59:59Z",
      manager: "VANGUARD GROUP INC",
      cik: "0000102909",
      shares: 10,
      value: 1000,
      accn: "B-1",
    },
    {
      ...row,
      publishedAt: "2025-05-16T03:59:59Z",
      manager: "Manager A-2",
      cik: "0001067983",
      shares: 1,
      value: 100,
      accn: "A-2",
      amendment: "new holdings",
    },
    {
      ...row,
      publishedAt: "2025-05-17T03:59:59Z",
      manager: "Manager C-1",
      cik: "0000000007",
      shares: 0,
      value: 0,
      accn: "C-1",
      amendment: "restatement",
    },
  ]);
  expect(await call("archive", "check", archive)).toMatchObject({ code: 0 });
  const before = readFileSync(join(archive, "archive.json"), "utf8");
  expect(before).toContain("the Form 13F data set set");
  expect(await add(dir)).toMatchObject({
    code: 0,
    out: expect.stringContaining("4 positions are in the archive already"),
  });
  expect(readFileSync(join(archive, "archive.json"), "utf8")).toBe(before);
});

test("values filed before 2023 are in thousands, and an older set goes before what is there", async () => {
  const { put, add, lines } = home();
  const filing = { cik: "7", period: "30-SEP-2022" } as const;
  const late = setOf([{ ...filing, accn: "L-2", filed: "03-JAN-2023" }], [["L-2", aapl, 2000, 2]]);
  const early = setOf([{ ...filing, accn: "E-1", filed: "30-DEC-2022" }], [["E-1", aapl, 2, 2]]);
  expect(await add(put("late", late))).toMatchObject({ code: 0 });
  expect(await add(put("early", early))).toMatchObject({ code: 0 });
  expect(lines()).toMatchObject([
    { accn: "E-1", value: 2000, publishedAt: "2022-12-31T04:59:59Z" },
    { accn: "L-2", value: 2000, publishedAt: "2023-01-04T04:59:59Z" },
  ]);
});

test("lines that cannot be read are named, and their filing is left out as a whole", async () => {
  const { put, add, lines, archive } = home();
  const filed = "15-MAY-2025";
  const set = setOf(
    [
      { accn: "G-1", filed, cik: "1" },
      { accn: "H-1", filed, cik: "2" },
      { accn: "I-1", filed: "31-FEB-2025", cik: "3" },
      { accn: "J-1", filed, cik: "4", type: "13F-HR/A", amendment: "OTHER" },
      { accn: "K-1", filed, cik: "5", period: "30-MAR-2025" },
    ],
    [
      ["G-1", aapl, 10, 1],
      ["H-1", aapl, 10, "1e3"],
      ["H-1", aapl, 10, 1],
      ["I-1", aapl, 10, 1],
      ["Z-9", aapl, 10, 1],
    ],
  );
  const cut = { ...set, "INFOTABLE.tsv": `${set["INFOTABLE.tsv"]}G-1\tcut off ${aapl}\r\nG-1\tcut off\r\n` };
  expect(await add(put("cut", cut))).toMatchObject({ code: 0, out: expect.stringContaining("no new position") });
  const { code, err, out } = await add(put("set", set));
  expect(code).toBe(0);
  expect(err.trim().split("\n")).toEqual([
    "SUBMISSION.tsv:4 is no filing with a day and a quarter; I-1 is left out",
    "SUBMISSION.tsv:6 is no filing with a day and a quarter; K-1 is left out",
    "COVERPAGE.tsv:5 names no manager or kind of amendment; J-1 is left out",
    "INFOTABLE.tsv:3 cannot be read; what H-1 has of AAPL is left out",
    "INFOTABLE.tsv:5 cannot be read; what I-1 has of AAPL is left out",
    "INFOTABLE.tsv:6 cannot be read; what Z-9 has of AAPL is left out",
  ]);
  expect(out).toContain("6 lines that cannot be used");
  expect(lines()).toMatchObject([{ accn: "G-1", shares: 1 }]);
  expect(readFileSync(join(archive, "archive.json"), "utf8")).toContain("6 lines of set could not be used");
});

test.each([
  [{ "INFOTABLE.tsv": "" }, [], "INFOTABLE.tsv is empty"],
  [{ "COVERPAGE.tsv": "ACCESSION_NUMBER\tX\n" }, [], "COVERPAGE.tsv has no column AMENDMENTTYPE"],
  [{}, ["--cusip", "0378331=AAPL"], "--cusip: must be like 037833100=AAPL"],
  [{}, ["--cusip", "nowhere.txt"], "or a file of such lines"],
  [{}, ["--cusip", "594918104=MSFT"], "does not have MSFT"],
  [{}, ["--splits", "none"], "--cusip: goes with --out and --yes alone"],
])("what cannot be imported is refused in words: %j %j", async (files, more, told) => {
  const { put, add } = home();
  const set = setOf([{ accn: "G-1", filed: "15-MAY-2025", cik: "1" }], [["G-1", aapl, 10, 1]]);
  expect(await add(put("set", { ...set, ...files }), ...more)).toMatchObject({
    code: 2,
    err: expect.stringContaining(told),
  });
});

test("a folder without the files is refused, and a file may name the CUSIPs", async () => {
  const { put, add, home: folder, call, archive } = home();
  expect(await add(put("empty", {}))).toMatchObject({ code: 2, err: expect.stringContaining("has no SUBMISSION.tsv") });
  const set = put("set", setOf([{ accn: "G-1", filed: "15-MAY-2025", cik: "1" }], [["G-1", aapl, 10, 1]]));
  writeFileSync(join(folder, "cusips.txt"), `${aapl}=aapl\r\n594918104 = AAPL\r\n`);
  const named = await call("archive", "import", set, "--cusip", join(folder, "cusips.txt"), "--out", archive);
  expect(named).toMatchObject({ code: 2, err: "Nothing was written. Add --yes to write it.\n" });
  expect(named.out).toContain("1 position of 1 manager");
});
