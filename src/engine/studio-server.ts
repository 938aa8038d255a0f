/**
 * @file Hands the studio's page to the browser on this computer and to nobody else. It listens on loopback only, under an
 * address that cannot be guessed; a request for another host, from another page or without the token is refused, and
 * what is handed out may not talk to any other address.
 */
import { randomBytes, timingSafeEqual } from "node:crypto";
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, extname, join } from "node:path";
import { KohortError } from "../base/index.ts";
import type { Spec } from "../spec/index.ts";

/** What the page is given beside itself. */
export type StudioRequest = {
  /** The folder of the built page. */
  readonly folder: string;
  /** A table to open at once. */
  readonly data?: string;
  readonly spec?: Spec;
  /** The bytes of the files that the spec names. */
  readonly files?: ReadonlyMap<string, Uint8Array>;
  /** The port; a free one unless stated. */
  readonly port?: number;
  /** Called when the page is handed out for the first time. */
  readonly onOpen?: () => void;
};

/** A studio that is being served. */
export type StudioServer = { readonly address: string; readonly close: () => Promise<void> };

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".wasm": "application/wasm",
};

/** Serves the studio until it is closed. */
export async function serveStudio(request: StudioRequest): Promise<StudioServer> {
  const pages = pagesOf(request);
  const token = randomBytes(24).toString("base64url");
  const policy = policyOf(pages.get("index.html")!.body.toString());
  let isOpen = false;
  const server = createServer((asked, answer) => {
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const [name, value] of Object.entries(headersOf(policy))) answer.setHeader(name, value);
    const path = allowedPath(asked, host, token, isOpen);
    if (path !== undefined && !isOpen) {
      isOpen = true;
      request.onOpen?.();
    }
    if (path === undefined) {
      answer.writeHead(403, { "Content-Type": "text/plain" }).end("not for you\n");
      return;
    }
    hand(path, asked, answer, { pages, data: request.data, token });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause) =>
      reject(new KohortError("file", "the studio cannot be served on this port", { cause, hint: "leave `port` out" })),
    );
    server.listen(request.port ?? 0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/${token}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Page = { readonly body: Buffer; readonly type: string };

/** Everything that is handed out, by its path under the token; nothing else on the disk can be asked for. */
function pagesOf({ folder, data, spec, files }: StudioRequest): Map<string, Page> {
  if (!existsSync(join(folder, "index.html"))) {
    throw new KohortError("file", "the studio's page is not there", { hint: "build it with `npm run build`" });
  }
  if (data !== undefined && !statSync(data).isFile()) {
    throw new KohortError("file", `"${data}" is no file`, { hint: "name a table, or nothing" });
  }
  const pages = new Map<string, Page>();
  for (const name of readdirSync(folder)) {
    pages.set(name, {
      body: readFileSync(join(folder, name)),
      type: types[extname(name)] ?? "application/octet-stream",
    });
  }
  if (data === undefined) return pages;
  const named = [...(files ?? [])];
  const given = { name: basename(data), hasSpec: spec !== undefined, files: named.map(([path]) => path) };
  const meta = `<meta name="kohort-data" content="${attributeText(JSON.stringify(given))}">`;
  const index = pages
    .get("index.html")!
    .body.toString()
    .replace("connect-src 'none'", "connect-src 'self'")
    .replace("</head>", `${meta}</head>`);
  pages.set("index.html", { body: Buffer.from(index), type: types[".html"] });
  if (spec !== undefined) pages.set("spec", { body: Buffer.from(JSON.stringify(spec)), type: types[".json"] });
  named.forEach(([, bytes], place) => {
    pages.set(`file/${place}`, { body: Buffer.from(bytes), type: "application/octet-stream" });
  });
  return pages;
}

function attributeText(text: string): string {
  return text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

/** The page's own policy, which the server states again where no page can leave it out. */
function policyOf(index: string): string {
  const [, stated] = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(index) ?? [];
  if (stated === undefined)
    throw new KohortError("file", "the studio's page has no policy", { hint: "build it again" });
  return `${stated}; frame-ancestors 'none'`;
}

function headersOf(policy: string): Record<string, string> {
  return {
    "Content-Security-Policy": policy,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
  };
}

/**
 * The path under the token, or undefined for a request that is not the user's own browser's. The first request may come
 * from a page of another origin if it opens the page in a window: the file that hands the address to the browser.
 */
function allowedPath(
  { headers, method, url = "/" }: IncomingMessage,
  host: string,
  token: string,
  isOpen: boolean,
): string | undefined {
  if (method !== "GET" && method !== "HEAD") return undefined;
  if (headers.host !== host) return undefined;
  if (headers.origin !== undefined && headers.origin !== `http://${host}`) return undefined;
  const { "sec-fetch-site": site, "sec-fetch-mode": mode, "sec-fetch-dest": purpose } = headers;
  const isHandedOver = !isOpen && mode === "navigate" && purpose === "document";
  if (site !== undefined && site !== "same-origin" && site !== "none" && !isHandedOver) return undefined;
  const [, given = "", ...rest] = url.split("?")[0].split("/");
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  if (a.length !== b.length || !timingSafeEqual(a, b)) return undefined;
  return rest.join("/") || "index.html";
}

function hand(
  path: string,
  asked: IncomingMessage,
  answer: ServerResponse,
  {
    pages,
    data,
    token,
  }: { readonly pages: ReadonlyMap<string, Page>; readonly data: string | undefined; readonly token: string },
): void {
  if (asked.url === `/${token}`) {
    answer.writeHead(302, { Location: `/${token}/` }).end();
    return;
  }
  if (path === "data" && data !== undefined) {
    answer.writeHead(200, { "Content-Type": "application/octet-stream", "Content-Length": statSync(data).size });
    const stream = createReadStream(data);
    stream.on("error", () => answer.destroy());
    stream.pipe(answer);
    return;
  }
  const page = pages.get(path);
  if (page === undefined) {
    answer.writeHead(404, { "Content-Type": "text/plain" }).end("not there\n");
    return;
  }
  answer.writeHead(200, { "Content-Type": page.type, "Content-Length": page.body.length });
  answer.end(asked.method === "HEAD" ? undefined : page.body);
}
