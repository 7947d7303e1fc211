import { z } from "zod";
import { envelope } from "../envelope.ts";
import { Refusal } from "../refusal.ts";
import { firstSection, sectionsOf, textOf } from "../report-sections.ts";
import type { Service } from "../service.ts";
import { textPage } from "../size.ts";
import { tool } from "../tool.ts";
import { AnalysisId } from "./analyses.ts";

const Offset = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

export async function readMarkdown({ client }: Pick<Service, "client">, id: string): Promise<string> {
  return client.analyses.report(id, { format: "markdown" });
}

export const readReport = tool({
  name: "read_report",
  title: "Read a report",
  description:
    "A finished report in parts. Without section it returns the summary and the list of sections, agents among them, with their sizes. " +
    'With section it returns that part, such as "Decision", "Bull" or "Evidence"; long parts come in pages: pass next_cursor as cursor.',
  input: z.object({
    id: AnalysisId,
    section: z.string().min(1).max(100).optional().describe("A name from the list of sections."),
    cursor: z
      .string()
      .regex(/^\d{1,9}$/)
      .optional(),
  }),
  output: z.object({
    id: z.string(),
    title: z.string(),
    section: z.string(),
    text: z.string(),
    sections: z
      .array(z.object({ name: z.string(), within: z.string().nullable(), characters: z.int() }))
      .describe("Empty where a section was asked for."),
    next_cursor: z.string().nullable(),
  }),
  async run({ id, section = firstSection, cursor }, { service }) {
    const { title, sections } = sectionsOf(await readMarkdown(service, id));
    const whole = textOf(sections, section);
    if (whole === null) {
      const names = sections.map(({ name }) => `"${name}"`).join(", ");
      throw new Refusal(`This report has no section of that name. It has ${names}.`);
    }
    const { text, next } = textPage(whole, Math.min(Offset.parse(cursor ?? "0"), whole.length));
    const listed = sections.map(({ name, within, text: own }) => ({ name, within, characters: own.length }));
    return {
      id,
      title,
      section,
      text: envelope(`report ${id}`, text),
      sections: section === firstSection ? listed : [],
      next_cursor: next === null ? null : String(next),
    };
  },
});
