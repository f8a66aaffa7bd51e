// The server of tests/mcp_servers.py in TypeScript's official SDK: says on standard error where it runs.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { z } from "zod";

const stopped = [];
const pause = (seconds, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
const data = (result) => ({ content: [{ type: "text", text: JSON.stringify(result) }], structuredContent: { result } });
const integers = { result: z.number().int() };
const texts = { result: z.string() };

function shop() {
  const server = new McpServer({ name: "shop", version: "1" });
  const tool = (name, inputSchema, outputSchema, run) =>
    server.registerTool(name, { description: name, inputSchema, ...(outputSchema && { outputSchema }) }, run);
  tool("add", { a: z.number().int(), b: z.number().int().default(2) }, integers, ({ a, b }) => data(a + b));
  const line = z.object({ sku: z.string(), quantity: z.number().int() });
  tool("get_order", { id: z.string() }, { id: z.string(), lines: z.array(line) }, ({ id }) => {
    const order = { id, lines: [{ sku: "M\u00fcsli \u{1f95c}", quantity: 1 }] };
    return { content: [{ type: "text", text: JSON.stringify(order) }], structuredContent: order };
  });
  tool("picture", { name: z.string() }, undefined, ({ name }) => ({
    content: [
      { type: "text", text: `a ${name}` },
      { type: "image", data: "iVBORw==", mimeType: "image/png" },
    ],
  }));
  tool("steps", { count: z.number().int() }, texts, async ({ count }, extra) => {
    const progressToken = extra._meta?.progressToken;
    for (let step = 1; step <= count; step += 1) {
      if (progressToken !== undefined) {
        const params = { progressToken, progress: step, total: count };
        await extra.sendNotification({ method: "notifications/progress", params });
      }
      await pause(0.01, extra.signal);
    }
    return data("done");
  });
  tool("wait", { seconds: z.number() }, texts, async ({ seconds }, { signal }) => {
    signal.addEventListener("abort", () => stopped.push(seconds));
    await pause(seconds, signal);
    return data("waited");
  });
  tool("count_stopped", {}, integers, () => data(stopped.length));
  tool("order_shirt", {}, texts, async (_, extra) => {
    const size = { type: "string", title: "Size" };
    const requestedSchema = { type: "object", properties: { size }, required: ["size"] };
    const params = { message: "Which size?", requestedSchema };
    const answered = z.looseObject({ action: z.string(), content: z.looseObject({}).optional() });
    const { action, content } = await extra.sendRequest({ method: "elicitation/create", params }, answered);
    return data(action === "accept" ? content.size : action);
  });
  tool("locate", { region: z.string() }, texts, ({ region }) => data(region));
  tool("fail", {}, texts, () => {
    throw new Error("no luck");
  });
  const said = (text) => ({ messages: [{ role: "user", content: { type: "text", text } }] });
  const asked = { who: z.string(), tone: z.string().optional() };
  server.registerPrompt("greet", { argsSchema: asked }, ({ who, tone }) => said(`${who}: ${tone ?? "warm"}`));
  server.registerPrompt("plain", {}, () => said("plain words"));
  server.registerResource("stock", "shop://stock", {}, ({ href }) => ({ contents: [{ uri: href, text: "12 pears" }] }));
  const template = new ResourceTemplate("shop://items/{id}/{part}", { list: undefined });
  server.registerResource("item", template, {}, ({ href }, { id, part }) => ({
    contents: [{ uri: href, blob: btoa(`${id}, ${part}`) }],
  }));
  return server;
}

const sessions = new Map();

const http = createServer(async (request, response) => {
  const id = request.headers["mcp-session-id"];
  if (request.url !== "/mcp" || (id !== undefined && !sessions.has(id))) {
    response.writeHead(404).end("nothing here");
    return;
  }
  let transport = sessions.get(id);
  if (transport === undefined) {
    transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: process.argv[2] === "json",
      onsessioninitialized: (made) => sessions.set(made, transport),
      onsessionclosed: (gone) => sessions.delete(gone),
    });
    await shop().connect(transport);
  }
  await transport.handleRequest(request, response);
});
http.listen(0, "127.0.0.1", () => console.error(`running on http://127.0.0.1:${http.address().port}`));
