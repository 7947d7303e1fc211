/*
 * How often the memory meter is right about models of which it is known: the table in docs/memory-meter.md.
 *
 * Usage: node scripts/make-memory-table.ts [MEASURED_MODELS_PER_CELL]
 */
import { seededRandom } from "#src/core/figures/random.ts";
import { percentText } from "#src/core/text/number-text.ts";
import { convictions, withMemory, withoutMemory, withSomeMemory } from "#tests/support/memory-models.ts";

const tried = Number(process.argv[2] ?? 1000);
const dates = [10, 20, 40, 60];

console.log(`| Model | ${dates.map((count) => `${count} dates`).join(" | ")} |`);
console.log(`| --- |${" --- |".repeat(dates.length)}`);
for (const [name, model] of Object.entries({ ...withoutMemory, ...withMemory, ...withSomeMemory })) {
  const cells = dates.map((count) => {
    const found = convictions(model, { dates: count, tried, random: seededRandom(`${name} ${count}`) });
    return `${percentText(found.name / tried, 1)}, ${percentText(found.evidence / tried, 1)}`;
  });
  console.log(`| ${name} | ${cells.join(" | ")} |`);
}
