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
