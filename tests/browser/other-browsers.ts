/**
 * Firefox and WebKit as they are installed, each by the protocol it speaks, with what these tests
 * ask of a browser.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer from "puppeteer-core";
import { findFirefox, findWebKit } from "../../web/tools/requirements.mjs";

export interface OtherBrowser {
  open(url: string): Promise<void>;
  /**
   * Runs a function in the page; what it needs comes as arguments, and all that crosses is JSON.
   */
  run<A extends unknown[], T>(inPage: (...given: A) => T, ...given: A): Promise<T>;
  close(): Promise<void>;
}

const missing = (what: string) => new Error(`No ${what} found: npm test installs it.`);

/** Starts Firefox, driven by WebDriver BiDi. */
export async function firefox(): Promise<OtherBrowser> {
  const executablePath = findFirefox();
  if (executablePath === undefined) throw missing("Firefox");
  const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  return {
    open: async (url) => {
      await page.goto(url);
    },
    run: <A extends unknown[], T>(inPage: (...given: A) => T, ...given: A) =>
      page.evaluate(inPage as (...given: unknown[]) => T, ...given) as Promise<T>,
    close: () => browser.close(),
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" ? (address?.port ?? 0) : 0));
    });
  });
}

/**
 * WebKitGTK's small browser on a screen that is not there, by the few calls of WebDriver that are
 * needed.
 */
export async function webkit(): Promise<OtherBrowser> {
  const found = findWebKit();
  if (found === undefined) throw missing("WebKit");
  const port = await freePort();
  const home = mkdtempSync(join(tmpdir(), "webkit-"));
  const root = process.getuid?.() === 0;
  const driver = spawn(
    "xvfb-run",
    ["--auto-servernum", "--server-args=-screen 0 1280x1000x24", found.driver, `--port=${port}`],
    {
      stdio: "ignore",
      // A group of its own: xvfb-run leaves its screen behind where only it is ended.
      detached: true,
      env: {
        ...process.env,
        HOME: home,
        // WebKit's sandbox refuses to start for root, as whom CI often runs.
        ...(root ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" } : {}),
      },
    },
  );
  const call = async (path: string, method: "POST" | "DELETE", body: unknown = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method,
      ...(method === "POST" ? { body: JSON.stringify(body) } : {}),
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`WebKit: ${JSON.stringify(value)}`);
    return value;
  };
  try {
    await listening(port, driver);
    const { sessionId } = (await call("", "POST", {
      capabilities: {
        alwaysMatch: {
          "webkitgtk:browserOptions": { binary: found.browser, args: ["--automation"] },
        },
      },
    })) as { sessionId: string };
    return {
      open: async (url) => {
        await call(`/${sessionId}/url`, "POST", { url });
      },
      run: async (inPage, ...args) => {
        const script = `return (${inPage})(...arguments)`;
        const value = await call(`/${sessionId}/execute/sync`, "POST", { script, args });
        return value as ReturnType<typeof inPage>;
      },
      close: async () => {
        await call(`/${sessionId}`, "DELETE").finally(() => end(driver, home));
      },
    };
  } catch (error) {
    end(driver, home);
    throw error;
  }
}

async function listening(port: number, driver: ChildProcess): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/status`).catch(() => undefined);
    if (answer?.ok) return;
    if (driver.exitCode !== null) throw new Error(`xvfb-run ended with ${driver.exitCode}.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function end(driver: ChildProcess, home: string): void {
  if (driver.pid !== undefined) process.kill(-driver.pid);
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}
