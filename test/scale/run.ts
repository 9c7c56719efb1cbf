import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { z } from 'zod';

import { openLab, succeed } from '../end-to-end/benchtop.ts';
import type { Computer, Lab } from '../end-to-end/benchtop.ts';
import { Panel, peakOf, weighedSync } from './measure.ts';
import type { Cost } from './measure.ts';

/**
 * `node test/scale/run.ts --files N [--quiet-minutes M] [--busy-seconds S]`: a knowledge base of N files arrives, is linked
 * again with its files already here, is watched while nothing happens, has a twentieth of its files moved by another
 * person, and meets a service that answers 429 to everything. Prints what each costs; ends with 1 when one is not as promised.
 */
const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '2000' },
    'quiet-minutes': { type: 'string', default: '2' },
    'busy-seconds': { type: 'string', default: '60' },
  },
});
const files = Number(values.files);
const MINUTE = 60_000;
const RETRY_AFTER_SECONDS = 20;

let failures = 0;
const lab = await openLab({ sampleFiles: files, faults: true });
try {
  await measureAll(lab);
} finally {
  await lab.close();
}
process.exitCode = failures === 0 ? 0 : 1;

async function measureAll({ service, computer: make }: Lab): Promise<void> {
  const panel = new Panel(lab);
  const computer = await make('bench');
  await computer.mirror(service.knowledgeBase);

  const arrival = await weighedSync(computer, panel);
  report(`${files} files arrive`, arrival, JSON.stringify(counts(arrival.answer)));
  const { received, blocked } = arrival.answer;
  promise('every file arrived', received >= files && blocked.length === 0);

  const list = z.object({ mirrors: z.array(z.object({ id: z.string() })) });
  const [mirror] = list.parse((await succeed(computer.run(['mirror', 'list', '--json']))).json).mirrors;
  await succeed(computer.run(['mirror', 'remove', mirror?.id ?? '']));
  await succeed(computer.run(['mirror', 'add', '--remote', service.knowledgeBase, '--local', computer.folder]));
  const adoption = await weighedSync(computer, panel);
  report('the same folder is linked again', adoption, JSON.stringify(counts(adoption.answer)));
  promise('linking what is here sends nothing', adoption.answer.sent === 0 && adoption.answer.conflicted.length === 0);

  const idle = await weighedSync(computer, panel);
  report('nothing to do', idle, JSON.stringify(counts(idle.answer)));
  await watchQuietly(computer, panel);
  await moveMany(lab, computer, panel);
  await meetRefusals(computer, panel);
}

/** A quiet time with the daemon as it comes: a look a minute, within its budget of 600 requests an hour. */
async function watchQuietly(computer: Computer, panel: Panel): Promise<void> {
  await succeed(computer.run(['config', 'set', 'pollSeconds', '60']));
  const daemon = await computer.daemon();
  // What the start looks at is not part of a quiet hour: the second one comes after the daemon's own look.
  for (let look = 0; look < 2; look++) await succeed(computer.run(['sync', '--once', '--json']));
  const [before, began, minutes] = [await panel.requests(), Date.now(), Number(values['quiet-minutes'])];
  await sleep(minutes * MINUTE);
  const requests = (await panel.requests()) - before;
  report(
    `${minutes} quiet minutes`,
    { seconds: (Date.now() - began) / 1000, requests, peakMb: peakOf(daemon.pid) },
    '',
  );
  // A tenth of the hour's 600 may have been saved up.
  promise('quiet costs at most 600 requests an hour', requests <= 60 + 9 * minutes);
  await daemon.stop();
  await succeed(computer.run(['config', 'set', 'pollSeconds', '1']));
}

/** An agent tidies up: a twentieth of all files, one by one, into a new folder. */
async function moveMany({ service }: Lab, computer: Computer, panel: Panel): Promise<void> {
  const { owner, knowledgeBase } = service;
  const target = await owner.makeFolder('Tidied up', knowledgeBase);
  const [, largest] = await largestFolder(lab);
  const wanted = largest.slice(0, Math.ceil(files / 20));
  for (const id of wanted) await owner.moveFile(id, target);
  const moving = await weighedSync(computer, panel);
  report(`${wanted.length} files moved by somebody else`, moving, JSON.stringify(counts(moving.answer)));
  const { moved, received, removed, sent } = moving.answer;
  promise('a move arrives as a move', moved === wanted.length && received <= 1 && removed === 0 && sent === 0);
}

/** The folder with the most files, and their ids. */
async function largestFolder({ service }: Lab): Promise<readonly [string, readonly string[]]> {
  const headers = { 'X-API-Key': service.people[0].apiKey };
  const page = z.object({
    items: z.array(z.object({ id: z.string() })),
    totalCount: z.number(),
    totalPages: z.number(),
  });
  const list = async (folder: string, number: number): Promise<z.infer<typeof page>> =>
    page.parse(
      await (await fetch(`${service.baseUrl}/folders/${folder}/files?page=${number}&pageSize=100`, { headers })).json(),
    );
  let largest = { id: '', count: -1 };
  for (const id of (await service.owner.folders(service.knowledgeBase)).values()) {
    const { totalCount } = await list(id, 1);
    if (totalCount > largest.count) largest = { id, count: totalCount };
  }
  const ids: string[] = [];
  for (let number = 1, pages = 1; number <= pages; number++) {
    const { items, totalPages } = await list(largest.id, number);
    ids.push(...items.map(({ id }) => id));
    pages = totalPages;
  }
  return [largest.id, ids];
}

/** Everything is answered 429 for a while: few requests, nothing removed, and all goes on afterwards. */
async function meetRefusals(computer: Computer, panel: Panel): Promise<void> {
  const daemon = await computer.daemon();
  await panel.change({ rules: [{ status: 429, retryAfter: RETRY_AFTER_SECONDS }] });
  await computer.write('saved meanwhile.csv', 'saved while the service was busy\n');
  const [before, seconds] = [await panel.requests(), Number(values['busy-seconds'])];
  await sleep(seconds * 1000);
  const requests = (await panel.requests()) - before;
  report(
    `${seconds} s of 429`,
    { seconds, requests, peakMb: peakOf(daemon.pid) },
    `Retry-After ${RETRY_AFTER_SECONDS}`,
  );
  promise('Retry-After is obeyed', requests <= 4 * Math.ceil(seconds / RETRY_AFTER_SECONDS) + 16);
  await panel.change({ rules: [] });
  await daemon.stop();
  const after = await weighedSync(computer, panel);
  report('the first sync afterwards', after, JSON.stringify(counts(after.answer)));
  promise('nothing was removed, and what was saved is sent', after.answer.removed === 0);
}

function counts({
  sent,
  received,
  moved,
  removed,
  blocked,
  conflicted,
}: Awaited<ReturnType<Computer['sync']>>): object {
  return { sent, received, moved, removed, blocked: blocked.length, conflicted: conflicted.length };
}

function report(what: string, { seconds, requests, peakMb }: Cost, more: string): void {
  const line = `${what}: ${seconds.toFixed(1)} s, ${requests} requests, at most ${peakMb} MB`;
  process.stdout.write(`${line}${more === '' ? '' : ` (${more})`}\n`);
}

function promise(what: string, isKept: boolean): void {
  if (isKept) return;
  failures += 1;
  process.stdout.write(`NOT KEPT: ${what}\n`);
}
