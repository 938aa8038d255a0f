import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StudioServer, serveStudio } from "../../src/engine/index.ts";
import { kohort, program } from "../cli/run-kohort.ts";

const folder = mkdtempSync(join(tmpdir(), "kohort-server-"));
const page =
  "<html><head><meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; connect-src 'none'\"></head></html>";
writeFileSync(join(folder, "index.html"), page);
writeFileSync(join(folder, "data.csv"), "a,b\n1,2\n");

type Answer = { status: number; body: string; headers: Record<string, string | string[] | undefined> };

function ask(address: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(address, { method, headers }, (answer) => {
      let body = "";
      answer.on("data", (text) => {
        body += text;
      });
      answer.on("end", () => resolve({ status: answer.statusCode!, body, headers: answer.headers }));
    });
    sent.on("error", reject);
    sent.end();
  });
}

describe("kohort studio", () => {
  it("prints an address that hands out the page and the named table, until it is ended", async () => {
    const child = spawn(process.execPath, [program, "studio", join(folder, "data.csv"), "--no-open"]);
    const address = await new Promise<string>((resolve, reject) => {
      child.stdout.on("data", (text) => resolve(String(text).trim()));
      child.on("exit", (code) => reject(new Error(`ended with ${code}`)));
    });
    expect((await ask(address)).body).toContain("kohort studio");
    expect((await ask(`${address}data`)).body).toBe("a,b\n1,2\n");
    const code = new Promise((resolve) => child.on("exit", resolve));
    child.kill("SIGINT");
    expect(await code).toBe(0);
  });

  it("refuses a table that is not there", () => {
    const { code, stderr } = kohort(["studio", join(folder, "none.csv"), "--no-open"]);
    expect(code).toBe(2);
    expect(stderr).toContain("none.csv");
  });

  it("refuses an empty table as other commands do", () => {
    const empty = join(folder, "empty.csv");
    writeFileSync(empty, "");
    const { code, stderr } = kohort(["studio", empty, "--no-open"]);
    expect(code).toBe(2);
    expect(stderr).toBe(kohort(["inspect", empty]).stderr);
    rmSync(empty);
  });
});

describe("the studio's server", () => {
  let plain: StudioServer;
  let withData: StudioServer;
  beforeAll(async () => {
    plain = await serveStudio({ folder });
    withData = await serveStudio({ folder, data: join(folder, "data.csv") });
  });
  afterAll(async () => {
    await plain.close();
    await withData.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("listens on loopback under an address that cannot be guessed", () => {
    expect(plain.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/$/);
    expect(plain.address).not.toBe(withData.address);
  });

  it("sends strict headers with everything, and refuses with them too", async () => {
    for (const address of [plain.address, new URL("/", plain.address).href]) {
      const { headers } = await ask(address);
      expect(headers["content-security-policy"]).toContain("connect-src 'none'");
      expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
      expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
      expect(headers["cross-origin-embedder-policy"]).toBe("require-corp");
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["referrer-policy"]).toBe("no-referrer");
    }
  });

  it("refuses a missing token, a foreign host, a foreign origin, a foreign page and other methods", async () => {
    expect((await ask(plain.address)).status).toBe(200);
    expect((await ask(new URL("/index.html", plain.address).href)).status).toBe(403);
    expect((await ask(plain.address.replace(/(.)\/$/, (_, last) => (last === "a" ? "b/" : "a/")))).status).toBe(403);
    expect((await ask(plain.address, { host: "evil.example" })).status).toBe(403);
    expect(
      (await ask(plain.address, { host: new URL(plain.address).host.replace("127.0.0.1", "localhost") })).status,
    ).toBe(403);
    expect((await ask(plain.address, { origin: "http://evil.example" })).status).toBe(403);
    expect((await ask(plain.address, { origin: new URL(plain.address).origin })).status).toBe(200);
    expect((await ask(plain.address, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await ask(plain.address, {}, "POST")).status).toBe(403);
    expect((await ask(`${plain.address}data`)).status).toBe(404);
    expect((await ask(`${plain.address}../data.csv`)).status).toBe(403);
    expect((await ask(`${plain.address}%2e%2e/package.json`)).status).not.toBe(200);
  });

  it("opens its policy to itself only where it has a file to hand over", async () => {
    const { body, headers } = await ask(withData.address);
    expect(headers["content-security-policy"]).toContain("connect-src 'self'");
    expect(body).toContain('name="kohort-data"');
    expect((await ask(`${withData.address}data`)).body).toBe("a,b\n1,2\n");
  });
});
