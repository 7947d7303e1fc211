import type { Metadata } from "next";
import type { Route } from "#src/contract/api/route.ts";
import { routes } from "#src/contract/api/routes.ts";
import { asCurl, requestLogLimits, type LoggedRequestDetail } from "#src/contract/api/requests.ts";
import { getRequest } from "#src/product/requests/requests.ts";
import { MethodBadge } from "#src/web/components/reference/fields.tsx";
import { HttpStatusBadge, durationText } from "#src/web/components/requests/request-table.tsx";
import { Alert, Badge, LinkButton } from "#src/web/components/ui/elements.tsx";
import { Breadcrumb, Card, Figure, Figures, PageHeader } from "#src/web/components/ui/page-parts.tsx";
import { CodeBlock } from "#src/web/components/ui/code-block.tsx";
import { CopyButton } from "#src/web/components/ui/copy-button.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { siteOrigin, orNotFound, type PageProps } from "#src/web/page-request.ts";
import { contextOf, requireViewer } from "#src/web/viewer.ts";

export const metadata: Metadata = { title: "API request" };

export default async function Request({ params }: PageProps<"id">) {
  const ctx = contextOf(await requireViewer());
  const request = await orNotFound(getRequest(ctx, (await params).id));
  const { method, path, status, body, body_truncated: cut, error, key } = request;
  const curl = asCurl(await siteOrigin(), request);
  const operation = Object.values<Route>(routes).find(
    (each) => each.path === request.route && each.method.toUpperCase() === method,
  );
  const cutNote = cut ? `Only the first ${requestLogLimits.body.toLocaleString("en")} characters are kept.` : null;
  const bodyNote = body === null ? "This request had no body." : cutNote;
  return (
    <>
      <Breadcrumb
        steps={[
          { href: "/keys", label: "API keys" },
          { href: "/keys/requests", label: "Request log" },
          { label: `${method} ${request.route}` },
        ]}
      />
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-3 wrap-anywhere">
            <MethodBadge method={method} /> <span className="font-mono text-base">{path}</span>
            <HttpStatusBadge status={status} />
          </span>
        }
        actions={
          <>
            {operation === undefined ? null : (
              <LinkButton href={`/docs/api/${operation.operationId}`} variant="secondary" size="sm">
                API reference
              </LinkButton>
            )}
            <CopyButton text={curl} label="Copy as curl" />
          </>
        }
      />
      <div className="grid grid-cols-1 gap-6">
        {error === null ? null : (
          <Alert tone={status >= 500 ? "negative" : "warning"} title={`The response was ${status}`}>
            <span className="wrap-anywhere">{error}</span>
          </Alert>
        )}
        <Facts request={request} />
        <Card title="Request body" description={bodyNote} flush={body === null}>
          {body === null ? null : <CodeBlock code={body} language="json" />}
        </Card>
        <Card
          title="Send it again"
          description={
            <>
              The command reads your key from <code className="font-mono text-xs">CONCLAVE_API_KEY</code>.
              {body?.includes("[redacted]") === true ? " Replace each [redacted] with the value first." : ""}
              {cut ? " Complete the body first: it was cut off." : ""}
              {key.livemode ? "" : " The request was made with a test key."}
            </>
          }
        >
          <CodeBlock code={curl} language="sh" />
        </Card>
      </div>
    </>
  );
}

function Facts({ request }: { request: LoggedRequestDetail }) {
  const { created_at: at, duration_ms: ms, response_bytes: bytes, key, user_agent: agent } = request;
  return (
    <Figures>
      <Figure name="Time" small>
        <Time at={at} />
      </Figure>
      <Figure name="Duration" small>
        {durationText(ms)}
      </Figure>
      <Figure name="Response size" small>
        {bytes === null ? "Unknown" : `${bytes.toLocaleString("en")} bytes`}
      </Figure>
      <Figure name="Key" note={`${key.prefix}…`} small>
        <bdi className="wrap-anywhere">{key.name}</bdi> {key.livemode ? null : <Badge tone="info">Test</Badge>}
      </Figure>
      <Figure name="API version" small>
        {request.api_version}
      </Figure>
      <Figure name="User agent" small>
        <span className="wrap-anywhere">{agent ?? "None"}</span>
      </Figure>
      <Figure name="Request ID" small>
        <span className="font-mono text-xs wrap-anywhere">{request.request_id}</span>
      </Figure>
    </Figures>
  );
}
