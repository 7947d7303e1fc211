import { describe, expect, test } from "vitest";
import { redacted } from "./redact.ts";

const secret = "s3cr3t.Value_-of/no%2Bone=";
const plain = "s3cr3t-value";

describe("what lets somebody in does not stand in a log", () => {
  test.each([
    `GET /reset?token=${secret} 200`,
    `GET /reset?x=1&token=${secret}&y=2`,
    `"url":"/api/auth/callback/github?code=${plain}&state=${plain}"`,
    `POST /sign-in?email=a%40b.example&password=${secret}`,
    `/sign-in?next=%2Freset%3Ftoken%3D${plain}`,
    `/sign-in?next=%252Freset%253Ftoken%253D${plain}`,
    `/sign-in?callbackURL=/settings?a=${plain}`,
    `/x?a=1\\u0026token=${plain}`,
    `/api/auth/reset-password/${plain}?callbackURL=%2Freset`,
    `/api/unsubscribe/${plain}`,
    `/unsubscribe/${plain}`,
    `/api/calendar/${plain}.ics`,
    `/bot123456789:s3cr3t-value-of-twenty-and-more/sendMessage`,
    `/api/webhooks/123456789/${plain}`,
    `https://hooks.slack.com/services/T0/B0/${plain}`,
    `/shared/${plain}`,
    `/sign-in?from=%2Fshared%2F${plain}`,
    `https://conclave.example/shared/${plain}#chart`,
    `cookie conclave.session_token=${plain}; theme=dark`,
    `__Secure-conclave.session_token=${plain}`,
    `Authorization: Bearer ${plain}`,
    `Key (identifier, value)=(reset-password:${plain}, x) already exists.`,
    `cnc_${plain}`,
    `postgres://conclave:${plain}@db/x`,
  ])("%s", (line) => {
    expect(redacted(line)).not.toMatch(/s3cr3t/i);
    expect(redacted(line)).toContain("[redacted]");
  });
});

test.each([
  '{"level":"info","method":"GET","path":"/v1/analyses/ana_7m3k9q0x2v5c","status":200,"msg":"request"}',
  "postgres://db:5432/conclave",
  "GET /analyses?status=failed&cursor=abc",
  "the key is unknown (code=42501)",
])("everything else does: %s", (line) => expect(redacted(line)).toBe(line));
