import { fc, test } from "@fast-check/vitest";
import { describe, expect, test as plainTest } from "vitest";
import type { Exchanged } from "#src/product/webhooks/public/post.ts";
import {
  discordEmbeds,
  discordVerdict,
  ntfyText,
  ntfyVerdict,
  topicOf,
  slackBlocks,
  slackMessage,
  slackVerdict,
} from "./chat-services.ts";
import type { Composed, Note } from "./note.ts";
import { telegramHtml, telegramVerdict } from "./telegram.ts";
import { nextDigest, quietUntil } from "./targets.ts";

const origin = "https://conclave.example";
const hostile = [
  "<b>x</b><script>alert(1)</script>",
  "</blockquote></a><a href='https://evil.example'>sign in</a>",
  "[click](https://evil.example) @everyone <@1> <t:0> **x** `y` ||z||",
  "<!channel> <https://evil.example|your bank> *bold* _i_ ~s~ &amp; &lt;",
  "\u202Egnp.exe\u0000\u0007 http://evil.example/?a=1&b=2 /start@bot $AAPL #tag",
  "💣".repeat(3000),
  "日本語".repeat(2000),
  "\\",
  '"',
];
const texts = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: "binary", maxLength: 600 }),
  fc.string({ maxLength: 6000 }),
);
const notes: fc.Arbitrary<Note> = fc.record({
  event: fc.constantFrom("rating_changed", "level_hit", "test"),
  title: texts,
  lines: fc.array(texts, { maxLength: 4 }),
  quote: fc.option(texts, { nil: null }),
  link: fc.constant({ label: "Read the report", url: `${origin}/signals/sig_1` }),
  tone: fc.constantFrom("up", "down", "neutral"),
});
const frame = {
  more: (left: number) => `${left} more`,
  manage: { label: "Settings", url: `${origin}/settings/channels/chn_1` },
  stop: { label: "Unsubscribe", url: `${origin}/unsubscribe/abc.def` },
};
const messages: fc.Arbitrary<Composed> = fc.oneof(
  notes.map((note) => ({ heading: null, notes: [note], ...frame })),
  fc.array(notes, { minLength: 1, maxLength: 60 }).map((all) => ({ heading: "60 updates", notes: all, ...frame })),
);
const addresses = /https?:\/\/[^\s"|<>)\]]+/g;

/** Links are ours alone, whatever a text holds. */
function expectOwnLinks(text: string): void {
  for (const [address] of text.matchAll(addresses)) expect(new URL(address).origin).toBe(origin);
}

describe("whatever a name, a ticker or a thesis holds", () => {
  test.prop([messages])("Telegram gets only its own tags, in at most 4096 characters", (message) => {
    const html = telegramHtml(message);
    const bare = html.replace(/<\/?(?:b|blockquote)>|<a href="https:\/\/conclave\.example[^"<>]*">|<\/a>/g, "");
    expect(bare).not.toMatch(/[<>]/);
    expect(bare.replace(/&(?:amp|lt|gt|quot);/g, "")).not.toContain("&");
    expect(bare.replace(/&(?:amp|lt|gt|quot);/g, "x").length).toBeLessThanOrEqual(4096);
    expectOwnLinks(html);
  });

  test.prop([messages])(
    "Discord's embeds keep to its limits, and nothing in them is markup or a mention",
    (message) => {
      const embeds = discordEmbeds(message);
      expect(embeds.length).toBeLessThanOrEqual(10);
      let total = 0;
      for (const { title, description } of embeds) {
        expect(title.length).toBeLessThanOrEqual(256);
        expect(description.length).toBeLessThanOrEqual(4096);
        total += title.length + description.length;
        const bare = description.replace(/\[[\w ]+\]\(https:\/\/conclave\.example[^)\s]*\)/g, "").replace(/^> /gm, "");
        expect(bare.replace(/\\[\\*_~`|>#<[\]()@:+-]/g, "")).not.toMatch(/[*_~`|#<[\]()@]/);
        expectOwnLinks(description);
      }
      expect(total).toBeLessThanOrEqual(6000);
    },
  );

  test.prop([messages])("Slack's texts of strangers are plain, and blocks keep to its limits", (message) => {
    const blocks = slackBlocks(message);
    expect(blocks.length).toBeLessThanOrEqual(50);
    const text = JSON.stringify(blocks);
    expectOwnLinks(text);
    for (const block of blocks) {
      const { type, text: inner } = Object(block);
      if (inner === undefined) continue;
      expect(inner.text.length).toBeLessThanOrEqual(type === "header" ? 150 : 3000);
      if (inner.type === "mrkdwn") expect(inner.text).toMatch(/^<https:\/\/conclave\.example[^<>|]*\|[\w ]+>$/);
    }
    const fallback: string = Object(JSON.parse(slackMessage("https://x.example", message).body)).text;
    expect(fallback.length).toBeLessThanOrEqual(4000);
    expect(fallback.replace(/<https:\/\/conclave\.example[^<>|]*\|[\w ]+>/g, "")).not.toMatch(/[<>]/);
  });

  test.prop([messages])("ntfy gets at most 4096 bytes that are whole characters", (message) => {
    const text = ntfyText(message);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4096);
    expect(text.isWellFormed()).toBe(true);
    expectOwnLinks(text);
  });
});

function answered(status: number | null, body = "", headers: Exchanged["headers"] = {}): Exchanged {
  return { status, body, headers, error: status === null ? "the connection failed: ECONNRESET" : null };
}
const at = Date.parse("2025-06-02T12:00:00Z");
const telegram = (code: number, description: string, parameters?: object): Exchanged =>
  answered(code, JSON.stringify({ ok: false, error_code: code, description, parameters }));

plainTest.each([
  [
    telegram(429, "Too Many Requests: retry after 2282", { retry_after: 2282 }),
    { kind: "limited", afterMs: 2_282_000 },
  ],
  [telegram(403, "Forbidden: bot was blocked by the user"), { kind: "gone" }],
  [telegram(403, "Forbidden: bot was kicked from the group chat"), { kind: "gone" }],
  [telegram(400, "Bad Request: chat not found"), { kind: "gone" }],
  [telegram(400, "Bad Request: can't parse entities"), { kind: "refused" }],
  [
    telegram(400, "Bad Request: group chat was upgraded to a supergroup chat", { migrate_to_chat_id: -1001 }),
    { kind: "moved", chat: "-1001" },
  ],
  [telegram(401, "Unauthorized"), { kind: "later" }],
  [answered(200, '{"ok":false,"error_code":403,"description":"Forbidden: user is deactivated"}'), { kind: "gone" }],
  [answered(200, "<html>captive portal</html>"), { kind: "later" }],
  [answered(502, "<html>bad gateway</html>"), { kind: "later" }],
  [answered(null), { kind: "later" }],
  [answered(200, '{"ok":true,"result":{}}'), { kind: "sent" }],
])("Telegram's answer %# means %j", (answer, expected) => expect(telegramVerdict(answer, at)).toMatchObject(expected));

plainTest.each([
  [answered(204), { kind: "sent" }],
  // In seconds by the header; the body of an older API says milliseconds.
  [answered(429, '{"retry_after":1337.5}', { "x-ratelimit-reset-after": "1.337" }), { kind: "limited", afterMs: 1337 }],
  [answered(429, "<html>Cloudflare 1015</html>", { "retry-after": "600" }), { kind: "limited", afterMs: 600_000 }],
  [answered(404, '{"message":"Unknown Webhook","code":10015}'), { kind: "gone", reason: "the webhook was deleted" }],
  [answered(401, '{"message":"Invalid Webhook Token","code":50027}'), { kind: "gone" }],
  [answered(400, '{"code":50035}'), { kind: "refused" }],
  [answered(500, ""), { kind: "later" }],
])("Discord's answer %# means %j", (answer, expected) => expect(discordVerdict(answer, at)).toMatchObject(expected));

plainTest.each([
  [answered(200, "ok"), { kind: "sent" }],
  [answered(200, "<html>proxy</html>"), { kind: "later" }],
  [answered(400, "invalid_payload"), { kind: "refused" }],
  [answered(403, "action_prohibited"), { kind: "gone" }],
  [answered(404, "channel_not_found"), { kind: "gone" }],
  [answered(410, "channel_is_archived"), { kind: "gone", reason: "the channel was archived" }],
  [answered(403, "invalid_token"), { kind: "gone" }],
  [answered(404, "no_service"), { kind: "gone" }],
  [answered(429, "", { "retry-after": "30" }), { kind: "limited", afterMs: 30_000 }],
  [answered(500, "rollup_error"), { kind: "later" }],
])("Slack's answer %# means %j", (answer, expected) => expect(slackVerdict(answer, at)).toMatchObject(expected));

plainTest.each([
  [answered(200, '{"id":"x"}'), { kind: "sent" }],
  [answered(507, '{"code":50701,"http":507,"error":"insufficient storage"}'), { kind: "later" }],
  [
    answered(429, '{"code":42901,"http":429}', { "retry-after": "Mon, 02 Jun 2025 12:00:05 GMT" }),
    { kind: "limited", afterMs: 5000 },
  ],
  [answered(403, '{"code":40301,"http":403}'), { kind: "gone" }],
  [answered(413, '{"code":41301}'), { kind: "refused" }],
  [answered(200, "<html>"), { kind: "later" }],
])("ntfy's answer %# means %j", (answer, expected) => expect(ntfyVerdict(answer, at)).toMatchObject(expected));

plainTest("a topic stands behind its server, also below a path", () => {
  expect(topicOf("https://ntfy.sh/alerts")).toEqual({ server: "https://ntfy.sh/", topic: "alerts" });
  expect(topicOf("https://a.example/ntfy/alerts")).toEqual({ server: "https://a.example/ntfy", topic: "alerts" });
});

describe("quiet hours and digests follow the clocks of their zone", () => {
  const manner = { zone: "America/New_York", language: "en", digest: null } as const;
  const night = { ...manner, quiet: { from: "22:00", to: "07:00", mode: "hold" } } as const;
  plainTest.each([
    // Before midnight and after it, in summer; the night on which clocks go back is an hour longer.
    ["2025-06-03T02:30:00Z", "2025-06-03T11:00:00.000Z"],
    ["2025-06-03T10:59:00Z", "2025-06-03T11:00:00.000Z"],
    ["2025-11-02T02:30:00Z", "2025-11-02T12:00:00.000Z"],
  ])("quiet at %s until %s", (now, until) =>
    expect(new Date(quietUntil(night, Date.parse(now)) ?? 0).toISOString()).toBe(until),
  );
  plainTest.each(["2025-06-03T11:00:00Z", "2025-06-03T01:59:00Z"])("not quiet at %s", (now) =>
    expect(quietUntil(night, Date.parse(now))).toBeNull(),
  );
  plainTest("the next digest, also over the change of clocks", () => {
    const daily = { ...manner, quiet: null, digest: { every: "day", hour: 8, weekday: 1 } } as const;
    const at8 = (now: string) => new Date(nextDigest(daily, Date.parse(now)) ?? 0).toISOString();
    expect(at8("2025-11-01T12:00:00Z")).toBe("2025-11-02T13:00:00.000Z");
    expect(at8("2025-11-01T11:59:00Z")).toBe("2025-11-01T12:00:00.000Z");
    const weekly = { ...daily, digest: { every: "week", hour: 8, weekday: 7 } } as const;
    expect(new Date(nextDigest(weekly, Date.parse("2025-06-03T00:00:00Z")) ?? 0).toISOString()).toBe(
      "2025-06-08T12:00:00.000Z",
    );
  });
});
