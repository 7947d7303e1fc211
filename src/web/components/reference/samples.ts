import { shellText } from "#src/contract/api/requests.ts";
import type { Operation } from "./api-reference.ts";
import type { SampleRequest } from "./sample-request.ts";

export const sampleLanguages = [
  { id: "curl", label: "curl", print: curl },
  { id: "typescript", label: "TypeScript", print: typescript },
  { id: "python", label: "Python", print: python },
  { id: "go", label: "Go", print: go },
] as const;

/** Streams never end on their own, and documents are not JSON: samples read each as it is. */
export type Answers = "json" | "text" | "events" | "file" | "nothing";

export function answersOf({ answers }: Pick<Operation, "answers">): Answers {
  const types = answers.flatMap(({ status, content }) => (status.startsWith("2") ? Object.keys(content) : []));
  if (types.length === 0) return "nothing";
  if (types.some((type) => type === "text/event-stream")) return "events";
  if (types.some((type) => /^image\/|pdf$/.test(type))) return "file";
  return types.every((type) => type.endsWith("json")) ? "json" : "text";
}

interface Sample {
  /** Such as `https://conclave.example`. */
  readonly origin: string;
  readonly request: SampleRequest;
  readonly answers: Answers;
}

function curl({ origin, request: { method, path, headers, key, body }, answers }: Sample): string {
  const parts = [
    `curl${method === "GET" ? "" : ` -X ${method}`}${answers === "events" ? " -N" : ""}${answers === "file" ? ` -o ${fileName(path)}` : ""} ${shellText(origin + path)}`,
    ...(key ? ['-H "X-API-Key: $CONCLAVE_API_KEY"'] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${shellText(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`-d ${shellText(body)}`]),
  ];
  return parts.join(" \\\n  ");
}

function typescript({ origin, request: { method, path, headers, key, body }, answers }: Sample): string {
  const sent = [
    ...(key ? ['    "X-API-Key": process.env.CONCLAVE_API_KEY!,'] : []),
    ...Object.entries(headers).map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
  ];
  const options = [
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    ...(sent.length === 0 ? [] : ["  headers: {", ...sent, "  },"]),
    ...(body === null ? [] : [`  body: JSON.stringify(${indented(body, "  ")}),`]),
  ];
  const call = `fetch(${JSON.stringify(origin + path)}${options.length === 0 ? "" : `, {\n${options.join("\n")}\n}`})`;
  const read: Record<Answers, string> = {
    json: "console.log(await response.json());",
    text: "console.log(await response.text());",
    nothing: "console.log(response.status);",
    file: `await writeFile(${JSON.stringify(fileName(path))}, Buffer.from(await response.arrayBuffer()));`,
    events:
      "for await (const chunk of response.body!.pipeThrough(new TextDecoderStream()))\n  process.stdout.write(chunk);",
  };
  const head = answers === "file" ? 'import { writeFile } from "node:fs/promises";\n\n' : "";
  return `${head}const response = await ${call};
if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);
${read[answers]}`;
}

function python({ origin, request: { method, path, headers, key, body }, answers }: Sample): string {
  const sent = [
    ...(key ? ['        "X-API-Key": os.environ["CONCLAVE_API_KEY"],'] : []),
    // `json=` sends the type of the body.
    ...Object.entries(headers).flatMap(([name, value]) =>
      name === "Content-Type" ? [] : [`        ${JSON.stringify(name)}: ${JSON.stringify(value)},`],
    ),
  ];
  const args = [
    `    ${JSON.stringify(origin + path)},`,
    ...(sent.length === 0 ? [] : ["    headers={", ...sent, "    },"]),
    ...(body === null ? [] : [`    json=${pythonValue(body)},`]),
    ...(answers === "events" ? ["    stream=True,"] : ["    timeout=60,"]),
  ];
  const read: Record<Answers, string> = {
    json: "print(response.json())",
    text: "print(response.text)",
    nothing: "print(response.status_code)",
    file: `with open(${JSON.stringify(fileName(path))}, "wb") as file:\n    file.write(response.content)`,
    events: "for line in response.iter_lines(decode_unicode=True):\n    print(line)",
  };
  return `${key ? "import os\n\n" : ""}import requests

response = requests.${method.toLowerCase()}(
${args.join("\n")}
)
response.raise_for_status()
${read[answers]}`;
}

/** JSON as Python writes it: its words differ, its texts and numbers do not. */
function pythonValue(json: string): string {
  const words: Readonly<Record<string, string>> = { true: "True", false: "False", null: "None" };
  // A text first, so that the words inside of one stay.
  const written = json.replaceAll(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (found) => words[found] ?? found);
  return indented(written.replaceAll(/^ +/gm, "$&$&"), "    ");
}

function go({ origin, request: { method, path, headers, key, body }, answers }: Sample): string {
  const read: Record<Answers, string> = {
    json: "io.Copy(os.Stdout, response.Body)",
    text: "io.Copy(os.Stdout, response.Body)",
    events: "io.Copy(os.Stdout, response.Body)",
    nothing: "fmt.Println(response.Status)",
    file: `file, err := os.Create(${JSON.stringify(fileName(path))})
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	io.Copy(file, response.Body)`,
  };
  const packages = [
    ...(answers === "nothing" ? ["fmt"] : ["io"]),
    "log",
    "net/http",
    ...(key || answers !== "nothing" ? ["os"] : []),
    ...(body === null ? [] : ["strings"]),
  ];
  const sent = [
    ...(key ? ['	request.Header.Set("X-API-Key", os.Getenv("CONCLAVE_API_KEY"))'] : []),
    ...Object.entries(headers).map(
      ([name, value]) => `	request.Header.Set(${JSON.stringify(name)}, ${JSON.stringify(value)})`,
    ),
  ];
  return `package main

import (
${packages.map((name) => `	"${name}"`).join("\n")}
)

func main() {
	request, err := http.NewRequest("${method}", ${JSON.stringify(origin + path)}, ${body === null ? "nil" : `strings.NewReader(${goText(body)})`})
	if err != nil {
		log.Fatal(err)
	}
${sent.length === 0 ? "" : `${sent.join("\n")}\n`}	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode >= 400 {
		log.Fatal(response.Status)
	}
	${read[answers]}
}`;
}

/** A raw text, which cannot hold a backquote. */
function goText(text: string): string {
  return text.includes("`") ? JSON.stringify(text) : `\`${text}\``;
}

function indented(text: string, by: string): string {
  return text.replaceAll("\n", `\n${by}`);
}

function fileName(path: string): string {
  const name = path.split("?")[0]?.split("/").at(-1) ?? "";
  return /^[\w.-]+$/.test(name) ? name : "answer";
}

/** The first requests of somebody new to the API. @param base such as `https://conclave.example` */
export function curlSnippet(base: string): string {
  return `export CONCLAVE_API_KEY=cnc_…   # your key

# start: answers 202 with the job
curl -sS ${base}/v1/analyses \\
  -H "X-API-Key: $CONCLAVE_API_KEY" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: $(uuidgen)" \\
  -d '{"ticker": "AAPL", "trade_date": "2025-06-02", "asset_type": "stock"}'

# collect: waits up to 30 s for it to finish
curl -sS "${base}/v1/analyses/JOB_ID?wait=30" -H "X-API-Key: $CONCLAVE_API_KEY"`;
}

export function typescriptSnippet(base: string): string {
  return `const base = "${base}";
const headers = { "x-api-key": process.env.CONCLAVE_API_KEY!, "content-type": "application/json" };

const started = await fetch(\`\${base}/v1/analyses\`, {
  method: "POST",
  headers: { ...headers, "idempotency-key": crypto.randomUUID() },
  body: JSON.stringify({ ticker: "AAPL", trade_date: "2025-06-02", asset_type: "stock" }),
});
if (!started.ok) throw new Error(\`\${started.status} \${await started.text()}\`);
let job = await started.json();

while (job.status === "queued" || job.status === "running") {
  job = await (await fetch(\`\${base}/v1/analyses/\${job.id}?wait=30\`, { headers })).json();
}
// REVIEW means no opinion: check is_review before you read the rating.
if (job.status === "succeeded") console.log(job.result.is_review ? "no opinion" : job.result.rating);
else console.error(job.status, job.error);`;
}

/** How a receiver checks a webhook. */
export const verifySnippet = `import { createServer } from "node:http";
import { Webhook } from "standardwebhooks"; // npm install standardwebhooks

const webhook = new Webhook(process.env.CONCLAVE_WEBHOOK_SECRET!); // whsec_…

createServer(async (request, response) => {
  let body = ""; // the raw body: parsed and serialized again, it no longer matches the signature
  for await (const chunk of request) body += chunk;
  try {
    // Throws if the signature is wrong or the message is more than five minutes old.
    const { type, data: job } = webhook.verify(body, request.headers);
    console.log(type, job.id, job.status);
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
}).listen(8080);`;

export function webhookSnippet(base: string): string {
  return `curl -sS ${base}/v1/analyses \\
  -H "X-API-Key: $CONCLAVE_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{
    "ticker": "AAPL", "trade_date": "2025-06-02", "asset_type": "stock",
    "webhook_url": "https://example.com/conclave",
    "webhook_secret": "whsec_…"
  }'`;
}
