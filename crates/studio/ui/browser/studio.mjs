// A studio and a browser for the tests: the program as it was built, an archive of its own, and
// Debian's chromium (or whatever CHROMIUM names).

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const root = new URL('../../../../', import.meta.url).pathname;
export const shots = process.env.SHOTS ?? new URL('shots/', import.meta.url).pathname;
mkdirSync(shots, { recursive: true });

const program = process.env.TILEWRIGHT ?? join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'debug/tilewright');
const browserPath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (path) => path && existsSync(path),
);

const flags = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
];

export async function openStudio(archive) {
  const child = spawn(program, ['studio', '--listen', '127.0.0.1:0', '--archive', archive, ...(process.env.STUDIO_UI ? ['--ui', process.env.STUDIO_UI] : [])]);
  const ended = once(child, 'exit');
  child.stderr.pipe(process.stderr);
  const [line] = await Promise.race([once(child.stdout, 'data'), ended.then(() => Promise.reject(new Error('the studio did not start')))]);
  return {
    address: String(line).trim(),
    async kill(signal = 'SIGKILL') {
      child.kill(signal);
      await ended;
    },
  };
}

/** Does something with the program in a terminal, with the archive of a test. */
export async function inTerminal(folder, ...words) {
  const child = spawn(program, [...words, '--archive', join(folder, 'archive.sqlite')], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`tilewright ${words.join(' ')} ended with ${code}`);
}

/** Runs a test with a studio, a browser and a page whose errors are failures. */
export async function withPage(options, test) {
  if (!browserPath) throw new Error('no chromium; install it (apt install chromium) or name it with CHROMIUM');
  const folder = mkdtempSync(join(tmpdir(), 'tilewright-'));
  const studio = await openStudio(join(folder, 'archive.sqlite'));
  const browser = await chromium.launch({ executablePath: browserPath, args: flags });
  const faults = [];
  try {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.setDefaultTimeout(30_000);
    await test({ page, context, studio, folder });
    if (faults.length) throw new Error(`the page complained: ${faults.join('; ')}`);
  } finally {
    await browser.close();
    await studio.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}
