import { expect, test } from 'vitest';

import { startWindowServer } from '../../../main/server/window-server.ts';
import type { Handlers } from '../../../shared/contract.ts';
import { mirrorNameTexts } from '../../../shared/features/mirrors/text.ts';
import { FaultError } from '../../../shared/fault.ts';
import { seriousFindings } from '../../setup/browser/axe.ts';
import { BUILD, scriptedWindows } from '../driver/scripted-window.ts';
import { headingOf, line, openFolderByMouse, openStatus, statusPill } from '../driver/window-steps.ts';

const windows = scriptedWindows();

test('the status pill follows the engine, and its panel pauses and resumes', async () => {
  const { page, engine } = await windows.start();
  const pill = statusPill(page);
  await expect.poll(() => pill.textContent()).toMatch(/^Up to date · checked \d\d:\d\d$/);
  const texts = [
    [{ state: 'attention', attention: 3 }, '3 items need attention'],
    [{ state: 'transferring', done: 3, total: 212 }, 'Syncing 4 of 212'],
    [{ state: 'offline' }, 'Offline'],
    [{ state: 'guard' }, 'Waiting for your decision'],
  ] as const;
  for (const [change, text] of texts) {
    engine.setStatus(change);
    await pill.getByText(text, { exact: true }).waitFor();
  }
  await openStatus(page);
  await page.getByRole('button', { name: 'Pause syncing' }).click();
  await page.getByRole('menuitem', { name: 'Until I resume' }).click();
  await pill.getByText('Paused').waitFor();
  await page.getByRole('button', { name: 'Resume syncing' }).click();
  await pill.getByText('Up to date').waitFor();
  expect(engine.asked).toEqual(['sync.pause', 'sync.resume']);
});

test('the press that leads to a question about more readers does not answer it, too', async () => {
  const { page, engine } = await windows.start();
  const agreed: unknown[] = [];
  const moving: Pick<Handlers, 'files.move' | 'sharing.ofMove'> = {
    'sharing.ofMove': async () => ({
      gains: [{ key: 'user:ben', name: 'Ben Okafor', before: null, after: 'viewer', teams: [] }],
      loses: [],
    }),
    'files.move': async input => {
      agreed.push(input.agreed);
      return {
        done: [],
        left: [],
        loses: null,
        less: null,
        question: { folder: 'f2', who: [{ key: 'user:ben', name: 'Ben Okafor' }] },
      };
    },
  };
  Object.assign(engine.handlers, moving);
  await line(page, 'Protocols').click();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Move…', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('row', { name: 'Knowledge Base' }).click();
  await page.keyboard.press('ArrowRight');
  await dialog.getByRole('row', { name: 'Plates', exact: true }).click();
  const top = async () => (await dialog.getByRole('heading').first().boundingBox())?.y;
  const before = await top();
  await dialog.getByRole('button', { name: 'Move here' }).click();
  const yes = dialog.getByRole('button', { name: 'Move all the same' });
  await yes.waitFor();
  // What came below moved nothing that stands above it.
  expect(await top()).toBe(before);
  // The second press of a double click, on a button that has become another one.
  await yes.click({ force: true });
  expect(agreed).toEqual([null]);
  await yes.click();
  await expect.poll(() => agreed.length).toBe(2);
  expect(agreed[1]).toEqual({ folder: 'f2', who: ['user:ben'] });
});

test('the history grows by itself, and goes back as far as it reaches, with only what is in sight in the page', async () => {
  const { page, engine } = await windows.start();
  await page.getByRole('link', { name: 'Activity' }).click();
  const list = page.getByRole('grid', { name: 'History' });
  const entries = list.getByRole('row');
  await entries.first().waitFor();
  await page.getByText('230 entries').waitFor();
  engine.record({ path: 'Plates/plate12.csv', verb: 'received', cause: 'changed at the service', sizeBytes: 1500 });
  await entries.first().getByText('plate12.csv').waitFor();
  await expect
    .poll(() => entries.first().textContent())
    .toMatch(/^Downloaded plate12\.csv in Knowledge Base \/ Plateschanged at the service1\.5 kBjust now · \d\d:\d\d$/);
  await entries.first().focus();
  const lastShown = async (): Promise<string | null> => {
    await page.keyboard.press('End');
    return list.getByRole('row', { name: /./ }).last().getAttribute('data-key');
  };
  await expect.poll(lastShown, { timeout: 60_000, interval: 250 }).toBe('1');
  await expect.poll(() => entries.count()).toBeLessThan(100);
  await page.getByRole('searchbox', { name: 'Find by name or folder' }).fill('plate12');
  await page.getByText('1 entry').waitFor();
  await expect.poll(() => entries.count()).toBe(1);
});

test('transfers under way tell how far they are and how often they were begun', async () => {
  const { page, engine } = await windows.start();
  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('tab', { name: 'Now and waiting' }).click();
  engine.topics.publish('sync.transfers', [
    {
      item: '1',
      mirror: 'm1',
      path: 'Plates/run 0447.fcs',
      direction: 'down',
      doneBytes: 1_200_000,
      sizeBytes: 4e6,
      attempt: 3,
    },
  ]);
  const bar = page.getByRole('progressbar', { name: 'Downloading run 0447.fcs' });
  await bar.waitFor();
  await expect.poll(() => bar.getAttribute('aria-valuetext')).toBe('30 %');
  await page.getByText('1.2 MB of 4 MB').waitFor();
  await page.getByText('attempt 3').waitFor();
  engine.topics.publish('sync.transfers', []);
  await bar.waitFor({ state: 'detached' });
});

test('who is not signed in, or mirrors nothing, reads what to do; what was done is noticed', async () => {
  const { page, engine } = await windows.start();
  const mirrors = engine.mirrors();
  engine.topics.publish('setUp.state', { kind: null, isDone: false, showsChecklist: false });
  engine.topics.publish('mirrors.all', []);
  await page.getByRole('heading', { name: 'What kind of computer is this?' }).waitFor();
  engine.topics.publish('account.session', { name: 'signed-out' });
  await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
  await page.getByText('kb.example.org').first().waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  engine.topics.publish('account.session', { name: 'access-ended', messages: ['The organization was closed.'] });
  await page.getByRole('heading', { name: 'Your access has ended' }).waitFor();
  await page.getByText('The organization was closed.').waitFor();
  engine.topics.publish('account.session', {
    name: 'ready',
    service: 'https://kb.example.org',
    organization: null,
    organizationId: null,
  });
  engine.topics.publish('mirrors.all', mirrors);
  await headingOf(page, 'Knowledge Base').waitFor();
});

test('an empty folder, a halted mirror and a folder that is gone say so in words', async () => {
  const { page, engine } = await windows.start();
  await openFolderByMouse(page, 'Templates');
  await page.getByRole('heading', { name: 'Nothing here yet.' }).waitFor();
  const reason = "The folder '/home/ada/Lab/Knowledge Base' isn't there. Nothing is removed.";
  engine.topics.publish(
    'mirrors.all',
    engine.mirrors().map(mirror => ({ ...mirror, state: 'halted' as const, reason })),
  );
  await page.getByText(reason).waitFor();
  engine.remove('m1', 'Templates');
  await page.getByText("It's no longer there").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
});

test('a failing look keeps what was shown and offers to try again', async () => {
  const { page, engine } = await windows.start();
  await openFolderByMouse(page, 'Plates');
  engine.failListing(new FaultError({ kind: 'bug', detail: 'Error: the journal is busy' }));
  await page.getByText('Something went wrong in Benchtop').waitFor();
  await line(page, 'plate7.csv').waitFor();
  engine.failQuietly(null);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Something went wrong in Benchtop').waitFor({ state: 'detached' });
  await expect.poll(() => line(page, 'plate7.csv').isVisible()).toBe(true);
});

test('what was asked and could not be done is said, and put away', async () => {
  const { page, engine } = await windows.start();
  engine.refuse(new FaultError({ kind: 'signed-out' }));
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByText('Please sign in').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => page.getByText('Please sign in').count()).toBe(0);
});

test('a lost connection is said, and mended by itself', async () => {
  const { page, engine, server } = await windows.start();
  await openFolderByMouse(page, 'Plates');
  const { port } = new URL(page.url());
  await server.close();
  await page.getByText('The connection to Benchtop was lost. What you see may be old. Trying again…').waitFor();
  // Nothing is claimed about what cannot be known.
  await page.getByText('Not connected').waitFor();
  await expect.poll(() => page.getByText('Up to date').count()).toBe(0);
  await line(page, 'plate7.csv').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  // Another Benchtop on the same port does not know this window: it says so and how to come in again.
  const again = await startWindowServer({
    port: Number(port),
    buildFolder: BUILD,
    handlers: engine.handlers,
    topics: engine.topics,
  });
  windows.alsoClose(again);
  await page.getByText('This window is signed out').waitFor();
  await page.getByText('benchtop window').waitFor();
  await page.goto(again.freshAddress());
  await headingOf(page, 'Knowledge Base').waitFor();
});

test('the page has no network but its own, and no zod', async () => {
  const { page } = await windows.start();
  const reached = await page.evaluate(() =>
    fetch('http://127.0.0.1:9/').then(
      () => 'reached',
      () => 'refused',
    ),
  );
  expect(reached).toBe('refused');
  const script = await page.evaluate(async () => {
    const source = document.querySelector('script')?.src ?? '';
    return (await fetch(source)).text();
  });
  expect(script.length).toBeGreaterThan(100_000);
  expect(script).not.toMatch(/ZodError|_zod/);
  // Refusing that fetch is a violation of the policy, as it should be; nothing else is.
  expect(windows.takeTroubles()).toEqual([expect.stringContaining('connect-src http://127.0.0.1:9/')]);
});

test('before the name of a drop zone or of a folder is known, and once it is gone, its id is not shown in its place', async () => {
  const { page, engine } = await windows.start();
  const at = '2026-11-20T10:00:00.000Z';
  const check = { id: 1, at, mirror: 'm-7f3a', files: 3, folders: 1, tookMs: 40, open: 0 };
  const answers: Partial<Handlers> = {
    'zones.list': () => new Promise(() => undefined),
    'zones.report': () => new Promise(() => undefined),
    'activity.checks': async () => [check],
  };
  Object.assign(engine.handlers, answers);
  await page.evaluate(() => (location.hash = '#/zones/z-7f3a/safe'));
  await page.getByRole('heading', { name: 'Safe to remove from this PC: …' }).waitFor();
  await page.evaluate(() => (location.hash = '#/activity/checks'));
  await page.getByText(mirrorNameTexts.gone).waitFor();
  expect(await page.getByText('7f3a').count()).toBe(0);
});
