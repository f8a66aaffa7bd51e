// The server of tests/mcp_servers.py in TypeScript's official SDK, of generation 1 or 2: says on standard error where it runs.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { z } from "zod";

const newer = process.argv[2] === "2";
const sdk = newer
  ? await import("@modelcontextprotocol/server")
  : {
      ...(await import("@modelcontextprotocol/sdk/server/mcp.js")),
      ...(await import("@modelcontextprotocol/sdk/server/streamableHttp.js")),
    };
const { McpServer, ResourceTemplate } = sdk;

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
    server.registerTool(
      name,
      {
        description: name,
        inputSchema: z.object(inputSchema),
        ...(outputSchema && { outputSchema: z.object(outputSchema) }),
      },
      // What a tool knows of its call is in `mcpReq` since generation 2.
      (args, call) => run(args, call.mcpReq ?? { ...call, notify: call.sendNotification }),
    );
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
  tool("steps", { count: z.number().int() }, texts, async ({ count }, call) => {
    const progressToken = call._meta?.progressToken;
    for (let step = 1; step <= count; step += 1) {
      if (progressToken !== undefined) {
        const params = { progressToken, progress: step, total: count };
        await call.notify({ method: "notifications/progress", params });
      }
      await pause(0.01, call.signal);
    }
    return data("done");
  });
  tool("wait", { seconds: z.number() }, texts, async ({ seconds }, { signal }) => {
    signal.addEventListener("abort", () => stopped.push(seconds));
    await pause(seconds, signal);
    return data("waited");
  });
  tool("count_stopped", {}, integers, () => data(stopped.length));
  tool("order_shirt", {}, texts, async (_, call) => {
    const size = { type: "string", title: "Size" };
    const requestedSchema = { type: "object", properties: { size }, required: ["size"] };
    const params = { message: "Which size?", requestedSchema };
    if (newer) {
      const { action, content } = sdk.inputResponse(call.inputResponses, "size");
      if (action !== undefined) return data(content?.size ?? action);
      return sdk.inputRequired({ inputRequests: { size: sdk.inputRequired.elicit(params) } });
    }
    const answered = z.looseObject({ action: z.string(), content: z.looseObject({}).optional() });
    const { action, content } = await call.sendRequest({ method: "elicitation/create", params }, answered);
    return data(content?.size ?? action);
  });
  tool("locate", { region: z.string() }, texts, ({ region }) => data(region));
  tool("fail", {}, texts, () => {
    throw new Error("no luck");
  });
  const said = (text) => ({ messages: [{ role: "user", content: { type: "text", text } }] });
  const asked = { who: z.string(), tone: z.string().optional() };
  server.registerPrompt("greet", { argsSchema: newer ? z.object(asked) : asked }, ({ who, tone }) => said(`${who}: ${tone ?? "warm"}`));
  server.registerPrompt("plain", {}, () => said("plain words"));
  server.registerResource("stock", "shop://stock", {}, ({ href }) => ({ contents: [{ uri: href, text: "12 pears" }] }));
  const template = new ResourceTemplate("shop://items/{id}/{part}", { list: undefined });
  server.registerResource("item", template, {}, ({ href }, { id, part }) => ({
    contents: [{ uri: href, blob: btoa(`${id}, ${part}`) }],
  }));
  return server;
}

const sessions = new Map();

/** Generation 1, with sessions. */
async function older(request, response) {
  const id = request.headers["mcp-session-id"];
  if (id !== undefined && !sessions.has(id)) {
    response.writeHead(404).end("no such session");
    return;
  }
  let transport = sessions.get(id);
  if (transport === undefined) {
    transport = new sdk.StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (made) => sessions.set(made, transport),
      onsessionclosed: (gone) => sessions.delete(gone),
    });
    await shop().connect(transport);
  }
  await transport.handleRequest(request, response);
}

const handler = newer ? sdk.createMcpHandler(shop) : undefined;

/** Generation 2, which takes requests as `fetch` has them. */
async function modern(request, response) {
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  const { method, headers } = request;
  const body = method === "POST" ? { body: Readable.toWeb(request), duplex: "half" } : {};
  const asked = new Request(`http://${headers.host}${request.url}`, { method, headers, signal: gone.signal, ...body });
  const answer = await handler.fetch(asked);
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) response.end();
  else await pipeline(Readable.fromWeb(answer.body), response).catch(() => {});
}

const http = createServer(async (request, response) => {
  if (request.url === "/mcp") await (newer ? modern : older)(request, response);
  else response.writeHead(404).end("nothing here");
});
http.listen(0, "127.0.0.1", () => console.error(`running on http://127.0.0.1:${http.address().port}`));
