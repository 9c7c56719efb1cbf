import { expect, test } from 'vitest';

import { FOLDER } from '../world/computer.ts';
import type { Computer } from '../world/computer.ts';
import { bytes, idOf, instead } from '../lab/altered-answers.ts';
import { QuietLab } from '../lab/quiet-lab.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const FOLDERS = 60;

/** A large mirror in step, with the loop running and nothing hot any more. */
async function running(settings: Readonly<Record<string, string>> = {}): Promise<{ lab: QuietLab; ada: Computer }> {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada', { pollSeconds: '60', idleRequests: '200', ...settings });
  lab.save(
    ada,
    Object.fromEntries(Array.from({ length: FOLDERS }, (_, index) => [`f${index}/a.csv`, `text ${index}`])),
  );
  await lab.sync(ada);
  lab.clock.advanceBy(2 * HOUR);
  ada.app.start();
  await lab.pass(3 * MINUTE);
  return { lab, ada };
}

test.each(['f1/run.csv', 'f1/a.csv', 'f1/new folder/run.csv'])(
  'the file %s, which is written to whenever it is to be sent, makes nobody look at everything for it [R26]',
  async path => {
    const { lab, ada } = await running({ settleMs: '2000' });
    lab.save(ada, { [path]: 'row 0' });
    let [requests, row] = [0, 0];
    lab.trouble = ({ method }) => {
      requests += 1;
      if (method !== 'GET') ada.disk.tree.write(`${FOLDER}/${path}`, `row ${++row}`);
      return null;
    };
    await lab.pass(20 * MINUTE);
    expect(row).toBeGreaterThan(5);
    expect(requests).toBeLessThan(200 + 12 * row);
    lab.trouble = () => null;
    await lab.pass(10 * MINUTE);
    expect(lab.there()[path]).toBe(`row ${row}`);
    expect(ada.texts()).toEqual(lab.there());
  },
);

test('folders that may not be read do not keep the others from having their turn [R26]', async () => {
  const { lab, ada } = await running();
  const closed = Array.from({ length: 12 }, (_, index) => idOf(lab, `f${index}`));
  const minutes = new Map<number, number>();
  lab.trouble = ({ url }) => {
    const minute = Math.floor(lab.clock.now() / MINUTE);
    minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
    if (url.endsWith('/folders/files')) return instead(404, { errorCode: 'NOT_FOUND', messages: [] });
    return closed.some(id => url.includes(`/folders/${id}/`))
      ? instead(403, { errorCode: 'FORBIDDEN', messages: ['No access.'] })
      : null;
  };
  await lab.pass(4 * HOUR);
  lab.service.colleague(0).editFile(idOf(lab, 'f50/a.csv'), bytes('theirs'));
  await lab.pass(4 * HOUR);
  expect(ada.texts()['f50/a.csv']).toBe('theirs');
  const counts = [...minutes.values()];
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(8 * 300);
  const [mirror] = (await lab.call(ada, 'sync.status', null)).mirrors;
  expect(Date.parse(mirror?.checkedAt ?? '')).toBeGreaterThan(lab.clock.now() - 3 * HOUR);
  // No full crawl was needed for it.
  expect(Math.max(...counts)).toBeLessThan(100);
  expect(Object.keys(ada.texts()).length).toBe(FOLDERS);
});

test('a folder that was linked with its files already here has no hot folders for that [R26]', async () => {
  const { lab, ada } = await running();
  const there = await lab.computer('Ben', { pollSeconds: '60', idleRequests: '200' });
  lab.save(there, ada.texts());
  expect(await lab.sync(there)).toMatchObject({ sent: 0, received: 0, conflicted: [] });
  await lab.call(ada, 'sync.pause', null);
  there.app.start();
  await lab.pass(3 * MINUTE);
  let requests = 0;
  lab.trouble = () => ((requests += 1), null);
  await lab.pass(HOUR);
  expect(requests).toBeLessThanOrEqual(600);
});

test('many files that are linked with what is here already are recorded in few transactions', async () => {
  const { lab, ada } = await running();
  const there = await lab.computer('Ben');
  lab.save(there, ada.texts());
  const { journal } = there;
  const begin = journal.transaction.bind(journal);
  let [depth, transactions] = [0, 0];
  journal.transaction = work => {
    if (depth === 0) transactions += 1;
    depth += 1;
    try {
      return begin(work);
    } finally {
      depth -= 1;
    }
  };
  expect(await lab.sync(there)).toMatchObject({ sent: 0, received: 0, conflicted: [] });
  expect(transactions).toBeLessThan(FOLDERS);
});
