import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import type { Env } from "./env.ts";
import { answerJson } from "./mount.ts";

/** A server for the app that does not listen yet. */
export function createFrontDoor(app: Hono<Env>): Server {
  const server = createServer(
    getRequestListener((request, env) => app.fetch(request, env), {
      errorHandler: () => answerJson(400, { detail: "Bad Request" }),
    }),
  );
  // What is no HTTP gets the same kind of answer as everything else.
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    const [status, detail] =
      error.code === "HPE_HEADER_OVERFLOW"
        ? ["431 Request Header Fields Too Large", "the headers are too large"]
        : ["400 Bad Request", "Bad Request"];
    const body = JSON.stringify({ detail });
    socket.end(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
  });
  return server;
}
