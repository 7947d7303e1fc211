import {
  ResourceTemplate,
  type McpServer,
  type ReadResourceResult,
  type Variables,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { Job } from "#src/contract/jobs/analysis.ts";
import { inline } from "#src/core/text/untrusted.ts";
import { envelope, inWords, Refusal, type Service, textPage } from "./answer.ts";
import { readJob, firstSection, sectionsOf, textOf, shownAnalysis } from "./shown-analysis.ts";
import { evidenceOf, shownEvidence, readMarkdown } from "./tools/reports.ts";

/** Reports that are listed: the newest. */
const listed = 20;
/** Suggestions for a variable of an address. */
const mostSuggested = 50;

type Read = (variables: Readonly<Record<string, string>>) => Promise<{ readonly type: string; readonly text: string }>;

/** For clients that attach them. */
export function registerResources(server: McpServer, service: Service): void {
  const add: Add = (template, { name, ...config }, read) => {
    server.registerResource(name, template, config, (uri, variables) => answered(service, uri, variables, read));
  };
  addReports(add, service);
  addFigures(add, service);
}

type Add = (
  template: ResourceTemplate,
  about: { readonly name: string; readonly title: string; readonly description: string; readonly mimeType: string },
  read: Read,
) => void;

const markdown = "text/markdown";
const json = "application/json";

function addReports(add: Add, service: Service): void {
  const { completeId, completeSection } = completionsOf(service);
  add(
    new ResourceTemplate("conclave://analyses/{id}/report", {
      list: async () => ({ resources: (await newestReports(service)).map(linkTo) }),
      complete: { id: completeId },
    }),
    {
      name: "report",
      title: "Report",
      description: "The summary of a finished report and the addresses of its sections.",
      mimeType: markdown,
    },
    async ({ id = "" }) => ({ type: markdown, text: overview(id, await readMarkdown(service, id)) }),
  );
  add(
    new ResourceTemplate("conclave://analyses/{id}/report/{section}", {
      list: undefined,
      complete: { id: completeId, section: completeSection },
    }),
    {
      name: "report_section",
      title: "Section of a report",
      description: "One section of a finished report, or what one agent said in it.",
      mimeType: markdown,
    },
    async ({ id = "", section = "" }) => {
      const text = textOf(sectionsOf(await readMarkdown(service, id)).sections, section);
      if (text === null) throw new Refusal("This report has no section of that name.");
      return { type: markdown, text: onePage(`report ${id}`, text) };
    },
  );
}

function addFigures(add: Add, service: Service): void {
  const { completeId, completeEvidence } = completionsOf(service);
  add(
    new ResourceTemplate("conclave://analyses/{id}/evidence/{evidence_id}", {
      list: undefined,
      complete: { id: completeId, evidence_id: completeEvidence },
    }),
    { name: "evidence", title: "Evidence", description: "One numbered piece of evidence.", mimeType: json },
    async ({ id = "", evidence_id: wanted = "" }) => {
      const found = (await evidenceOf(service, id)).find((item) => item.id === wanted);
      if (found === undefined) throw new Refusal("This report has no evidence of that ID.");
      return { type: json, text: JSON.stringify(shownEvidence(found)) };
    },
  );
  add(
    new ResourceTemplate("conclave://analyses/{id}", { list: undefined, complete: { id: completeId } }),
    { name: "analysis", title: "Analysis", description: "Status and rating of an analysis.", mimeType: json },
    async ({ id = "" }) => ({ type: json, text: JSON.stringify(shownAnalysis(await readJob(service, id))) }),
  );
}

type Others = { arguments?: Record<string, string> };

/** By their beginning and the variables before. */
function completionsOf(service: Service) {
  const completeId = (value: string): Promise<string[]> => newestIds(service, value);
  const completeSection = async (value: string, context?: Others) => {
    const id = context?.arguments?.["id"];
    if (id === undefined) return [];
    const names = sectionsOf(await readMarkdown(service, id)).sections.map(({ name }) => name);
    return names.filter((name) => name.toLowerCase().startsWith(value.toLowerCase())).slice(0, mostSuggested);
  };
  const completeEvidence = async (value: string, context?: Others) => {
    const id = context?.arguments?.["id"];
    const all = id === undefined ? [] : await evidenceOf(service, id);
    return all.flatMap((item) => (item.id.startsWith(value) ? [item.id] : [])).slice(0, mostSuggested);
  };
  return { completeId, completeSection, completeEvidence };
}

/** Ids of the newest reports with this prefix. */
export async function newestIds(service: Service, start: string): Promise<string[]> {
  return (await newestReports(service)).flatMap(({ id }) => (id.startsWith(start) ? [id] : []));
}

async function newestReports({ client }: Service): Promise<Job[]> {
  const query = { status: "succeeded", limit: listed } as const;
  return z.array(Job).parse((await client.analyses.list(query)).data);
}

function linkTo({ id, request, result }: Job) {
  const title = `${inline(request.ticker)} as of ${request.trade_date}: ${result?.rating ?? "no rating"}`;
  return { uri: `conclave://analyses/${id}/report`, name: `report-${id}`, title, mimeType: "text/markdown" };
}

function overview(id: string, report: string): string {
  const { title, sections } = sectionsOf(report);
  const links = sections.map(
    ({ name, within }) =>
      `${within === null ? "" : "  "}- ${name}: conclave://analyses/${id}/report/${encodeURIComponent(name)}`,
  );
  return [`# ${title}`, onePage(`report ${id}`, textOf(sections, firstSection) ?? ""), ...links].join("\n");
}

/** Longer ones are read with the tool, which has pages. */
function onePage(by: string, whole: string): string {
  const { text, next } = textPage(whole, 0);
  return `${envelope(by, text)}${next === null ? "" : "\nThis is not all of it: use read_report with this section and a cursor."}`;
}

async function answered(service: Service, uri: URL, variables: Variables, read: Read): Promise<ReadResourceResult> {
  const plain = Object.entries(variables).map(([name, value]) => [name, decoded(String(value))]);
  try {
    const { type, text } = await read(Object.fromEntries(plain));
    return { contents: [{ uri: uri.href, mimeType: type, text }] };
  } catch (error) {
    throw new Error(inWords(error, service), { cause: error });
  }
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
