import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Browser, Page } from 'playwright';
import { z } from 'zod';

import { type Child, startServer } from '../../setup/child.ts';
import { builtProgram } from '../../setup/program.ts';
import { type Computer, type Lab, newComputer, type Person, until } from '../benchtop.ts';
import { type OpenWindow, openWindow, type WindowLook } from './window-steps.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A computer on which Benchtop was just installed: not signed in, nothing set up. */
export interface NewBench {
  readonly computer: Computer;
  /** Its person's home folder. */
  readonly home: string;
  /** What the daemon wrote for people. */
  readonly daemon: Child;
  open(browser: Browser, look?: WindowLook): Promise<OpenWindow>;
}

/** Starts the daemon of a new computer, with its window. `close` ends what `children` holds. */
export async function newBench(lab: Lab, name: string, children: Child[]): Promise<NewBench> {
  const place = join(lab.folder, name);
  const home = join(place, 'home');
  await mkdir(home, { recursive: true });
  const computer = await newComputer(place, name, { children });
  const [command, ...words] = await builtProgram();
  const { child, ready } = await startServer(
    {
      command,
      args: [...words, '--data', computer.data, 'daemon', '--window-port', '0'],
      folder: root,
      environment: { BENCHTOP_COMPUTER: name, INIT_CWD: place, HOME: home },
    },
    30_000,
  );
  children.push(child);
  const { windowUrl } = z.object({ windowUrl: z.string() }).parse(ready);
  let address: string | null = windowUrl;
  return {
    computer,
    home,
    daemon: child,
    open: async (browser, look) => {
      const url = address ?? (await computer.run(['window'])).stdout.trim();
      address = null;
      return openWindow(browser, url, look);
    },
  };
}

const mails = z.array(z.object({ to: z.string(), kind: z.string(), secret: z.string(), id: z.string() }));

/** The secret of the newest mail of a kind to an address; waits for it. */
export function mailTo(lab: Lab, to: string, kind: string): Promise<string> {
  return until(`a mail to ${to}`, async () => {
    const answer = await fetch(new URL('/outbox', lab.service.baseUrl));
    return mails.parse(await answer.json()).find(mail => mail.to === to && mail.kind === kind)?.secret;
  });
}

/** Asks the service's API as a person: `GET /organizations`. */
export async function askAs(lab: Lab, { apiKey }: Person, what: string, body?: unknown): Promise<unknown> {
  const [method = 'GET', path = ''] = what.split(' ');
  const answer = await fetch(`${lab.service.baseUrl}${path}`, {
    method,
    headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${what} answered ${answer.status}: ${await answer.text()}`);
  const text = await answer.text();
  return text === '' ? null : JSON.parse(text);
}

/** Names the service, by typing. */
export async function nameService(page: Page, lab: Lab): Promise<void> {
  await page.getByLabel('Address of the service').fill(lab.service.baseUrl);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
}

/** Signs in with a key that is kept in memory, or in the key store where there is one. */
export async function signInByKey(page: Page, lab: Lab, apiKey: string): Promise<void> {
  await nameService(page, lab);
  await page.getByRole('tab', { name: 'API key' }).click();
  await page.getByRole('textbox', { name: 'API key' }).fill(apiKey);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'What kind of computer is this?' }).waitFor();
}

/** Signs in with a code on the command line, as a script would: the code comes on standard input once it was sent. */
export async function signInWithCode(
  lab: Lab,
  computer: Computer,
  email: string,
  more: readonly string[] = [],
): Promise<{ code: number | null; stderr: string }> {
  const before = new Set((await allMails(lab)).map(({ id }) => id));
  const [command, ...words] = await builtProgram();
  const args = [...words, '--data', computer.data, 'login', '--service', lab.service.baseUrl];
  const login = spawn(command, [...args, '--email', email, '--store', 'file', ...more], { cwd: root });
  let stderr = '';
  login.stderr.setEncoding('utf8').on('data', (said: string) => (stderr += said));
  const ended = new Promise<number | null>(done => login.once('close', done));
  const code = await until('the code', async () =>
    (await allMails(lab)).find(mail => mail.to === email && mail.kind === 'sign-in-code' && !before.has(mail.id)),
  );
  login.stdin.end(`${code.secret}\n`);
  return { code: await ended, stderr };
}

async function allMails(lab: Lab): Promise<z.infer<typeof mails>> {
  return mails.parse(await (await fetch(new URL('/outbox', lab.service.baseUrl))).json());
}

/** Names of the files below a folder that hold a text. */
export async function placesWith(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const found: string[] = [];
  for (const entry of entries.filter(each => each.isFile())) {
    const bytes = await readFile(join(entry.parentPath, entry.name));
    if (bytes.includes(text)) found.push(entry.name);
  }
  return found;
}
