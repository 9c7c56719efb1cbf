import { expect, test } from 'vitest';

import { SECOND } from '../../../../shared/units.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

test('however much happens, windows are told at most four times a second, and of the last change too', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada', { settleMs: '0' });
  const told: number[] = [];
  let waiting = -1;
  ada.app.topics.on('files.revision', () => told.push(lab.clock.now()));
  ada.app.topics.on('sync.status', ({ mirrors }) => (waiting = mirrors.reduce((sum, one) => sum + one.waiting, 0)));
  ada.app.start();
  for (let at = 0; at < 80; at += 1) {
    lab.save(ada, { [`run ${at % 7}/${at}.csv`]: `text ${at}` });
    await lab.pass(50);
  }
  await lab.pass(20 * SECOND);
  expect(lab.service.sights.tree(lab.root).filter(({ kind }) => kind === 'file')).toHaveLength(80);
  expect(told.length).toBeGreaterThan(4);
  for (const [index, at] of told.slice(5).entries()) expect(at - (told[index + 1] ?? 0)).toBeGreaterThanOrEqual(SECOND);
  expect(waiting).toBe(0);
});
