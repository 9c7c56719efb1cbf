import { expect, test } from 'vitest';

import { bytes } from '../lab/altered-answers.ts';
import { QuietLab } from '../lab/quiet-lab.ts';

const FILES = 200;

/** What is running when the program is closed: downloads, uploads, or only scans. */
test.each([
  ['looks at the service', /\/folders\/[^/]+\/files/, 3],
  ['receives files', /^GET .*\/content/, 20],
  ['sends files', /^PUT /, 20],
])('an engine that %s and is to end does so after the steps under way', async (_, what, after) => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  const colleague = lab.service.colleague(0);
  for (let folder = 0; folder < 10; folder++) {
    const id = colleague.createFolder(lab.root, `there ${folder}`);
    for (let file = 0; file < FILES / 10; file++) colleague.createFile(id, `${file}.csv`, bytes(`${folder} ${file}`));
  }
  lab.save(
    ada,
    Object.fromEntries(Array.from({ length: FILES }, (__, file) => [`here ${file % 10}/${file}.csv`, `mine ${file}`])),
  );
  let closed: Promise<void> | null = null;
  let [requests, since] = [0, 0];
  lab.trouble = ({ method, url }) => {
    if (closed !== null) since += 1;
    else if (what.test(`${method} ${url}`) && ++requests === after) closed = ada.app.close();
    return null;
  };
  const report = ada.app.handlers['sync.once'](null);
  await lab.scheduler.run(() => closed !== null, 200_000);
  await lab.drive(closed ?? Promise.reject(new Error('It never came so far')));
  expect(since).toBeLessThan(60);
  expect(await report).toMatchObject({ stopped: null, blocked: [] });
  // Nothing goes on behind its back.
  const before = since;
  await lab.pass(60_000);
  expect(since).toBe(before);
});
