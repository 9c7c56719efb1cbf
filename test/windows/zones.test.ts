import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import { succeed } from '../end-to-end/benchtop.ts';
import { HAS_WINDOWS, type MixedLab, openMixedLab, type Seen, seenAtService } from './mixed-lab.ts';

// Instruments write into a drop zone of an instrument PC and keep their files open for hours: one lets others read only,
// one lets them write as well; both write a line now and then. Quiet time alone cannot tell that they are not finished.

const LINE = '12,5;0,003;ok\r\n';
const round = z.object({ sent: z.number(), waiting: z.number(), verified: z.number() });
type Round = z.infer<typeof round>;

describe.runIf(HAS_WINDOWS)('a drop zone with instruments that keep their files open', () => {
  let mixed: MixedLab;
  let whileOpen: Seen;
  const rounds: Round[] = [];
  let last: Round;
  let after: Seen;
  const versions: number[] = [];

  beforeAll(async () => {
    mixed = await openMixedLab();
    const { lab, windows } = mixed;
    const top = await lab.service.owner.makeFolder('Instruments', lab.service.knowledgeBase);
    const instrument = join(windows.windows.driveC, 'instrument');
    const [exclusive, sharing, done] = ['run 1/a.raw', 'run 2/b.raw', 'run 3/c.raw'].map(path =>
      join(instrument, path),
    );
    for (const run of ['run 1', 'run 2', 'run 3']) mkdirSync(join(instrument, run), { recursive: true });
    for (const file of [exclusive, sharing, done]) writeFileSync(file ?? '', LINE);
    const path = (file = ''): string => windows.windows.windowsPath(file);
    const holders = [
      await windows.windows.hold(path(exclusive), 'w', 'r'),
      await windows.windows.hold(path(sharing), 'w', 'rw'),
    ];
    const options = ['--to', top, '--layout', '{instrument}/{run}', '--instrument', 'Orbi', '--no-manifest'];
    const more = ['--everything', '--quiet', '0', '--verify', 'all'];
    await succeed(windows.run(['zones', 'add', path(instrument), ...options, ...more]));
    for (let count = 0; count < 3; count++) {
      rounds.push(round.parse((await windows.run(['zones', 'run', 'z1', '--json'])).json));
      for (const file of [exclusive, sharing]) appendFileSync(file ?? '', LINE);
    }
    whileOpen = await seenAtService(lab, top);
    for (const holder of holders) await holder.release();
    last = round.parse((await windows.run(['zones', 'run', 'z1', '--wait', '--json'])).json);
    after = await seenAtService(lab, top);
    for (const { id } of Object.values(after.files)) versions.push(await lab.service.owner.versions(id));
  });
  afterAll(() => mixed.close());

  const sentTo = (seen: Seen, run: string): string | undefined =>
    Object.entries(seen.files).find(([path]) => path.startsWith(`Orbi/${run}/`) && path.endsWith('.raw'))?.[1].text;

  test('sends a file that its program has closed', () => expect(sentTo(whileOpen, 'run 3')).toBe(LINE));

  test('sends nothing of a file that is open for writing, and says that it waits', () => {
    expect([sentTo(whileOpen, 'run 1'), sentTo(whileOpen, 'run 2')]).toEqual([undefined, undefined]);
    expect(rounds.at(-1)).toMatchObject({ sent: 0, waiting: 2 });
  });

  test('sends the whole file after it was closed, verified', () => {
    const whole = LINE.repeat(4);
    expect([sentTo(after, 'run 1'), sentTo(after, 'run 2')]).toEqual([whole, whole]);
    expect(last.verified).toBeGreaterThanOrEqual(2);
  });

  test('makes one version of each file', () => expect(new Set(versions)).toEqual(new Set([1])));
});
