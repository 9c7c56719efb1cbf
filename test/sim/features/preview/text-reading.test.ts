import { expect, test } from 'vitest';

import { MINUTE, SECOND } from '../../../../shared/units.ts';
import type { Computer } from '../../world/computer.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

const FILES = 400;
const POLL_MS = 5 * SECOND;

/** A computer that has sent many files, whose texts the service has read in the meantime; and what it asks from then on. */
async function afterAnImport(texts: { readonly areRead: boolean }) {
  const lab = new QuietLab();
  if (!texts.areRead) lab.service.change({ extractionDelayMs: 10 * MINUTE });
  const ada = await lab.computer('Ada');
  const files = Array.from({ length: FILES }, (_, at): [string, string] => [`plate ${at}.csv`, `text ${at}`]);
  lab.save(ada, Object.fromEntries(files));
  await lab.sync(ada);
  expect(unknown(ada)).toBe(FILES);
  lab.clock.advanceBy(60 * SECOND);
  const asked: string[] = [];
  lab.trouble = ({ method, url }) => {
    const [, file] = /\/files\/([0-9a-f-]{36})$/.exec(url) ?? [];
    if (method === 'GET' && file !== undefined) asked.push(file);
    return null;
  };
  ada.app.start();
  const poll = () => lab.pass(POLL_MS);
  return { lab, ada, asked, poll };
}

function unknown({ journal }: Computer): number {
  return journal.items.extractions.countWithoutText().extracting;
}

test('after a large import it is known within six polls which texts the service has read, with a question for each', async () => {
  const { ada, asked, poll } = await afterAnImport({ areRead: true });
  let polls = 0;
  for (; unknown(ada) > 0 && polls < 20; polls++) await poll();
  expect(polls).toBeLessThanOrEqual(6);
  expect(asked.length).toBeLessThanOrEqual(FILES + 64);
});

test('texts that the service does not read are asked about less and less, each before any a second time', async () => {
  const { ada, asked, poll } = await afterAnImport({ areRead: false });
  for (let polls = 0; polls < 100; polls++) await poll();
  expect([unknown(ada), asked.length <= 320]).toEqual([FILES, true]);
  expect(new Set(asked).size).toBe(asked.length);
});
