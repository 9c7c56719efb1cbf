import { expect, test } from 'vitest';

import { figureHelp, prometheusText } from '../../../../shared/features/monitoring/text.ts';
import { DAY, MINUTE } from '../../../../shared/units.ts';
import { figuresIn } from '../../../shared/prometheus-reader.ts';
import { createFakeDataFiles } from '../../fakes/fake-data-files.ts';
import { FOLDER, type Computer } from '../../world/computer.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

/** The figures as monitoring reads them: `name{label=value}` → value, those that differ with every run apart. */
async function readings(lab: QuietLab, computer: Computer): Promise<Readonly<Record<string, number>>> {
  const figures = figuresIn(prometheusText(await lab.call(computer, 'monitoring.figures', null)));
  const rows = figures.flatMap(({ name, samples }) =>
    samples.map(({ labels, value }) => [`${name} ${Object.values(labels).join(' ')}`.trim(), value] as const),
  );
  return Object.fromEntries(rows);
}

test('every figure has its name, and says how it is: in step, with work that waits, and with a folder gone', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  ada.further = { dataFiles: createFakeDataFiles() };
  await lab.drive(ada.start());
  const figures = await lab.call(ada, 'monitoring.figures', null);
  expect(figures.map(({ name }) => name).toSorted()).toEqual(Object.keys(figureHelp).toSorted());
  await lab.call(ada, 'account.sayKeyEnd', { at: '2099-06-30T23:59:59.000Z' });
  lab.save(ada, { 'a.csv': 'one', 'b.csv': 'two' });
  ada.disk.freeBytes = 5e9;
  ada.app.start();
  await lab.pass(MINUTE);
  expect(await readings(lab, ada)).toMatchObject({
    'benchtop_info 0.0.0 Ada': 1,
    'benchtop_state upToDate': 1,
    benchtop_signed_in: 1,
    benchtop_key_end_seconds: 4_086_547_199,
    'benchtop_attention_items blocked': 0,
    'benchtop_mirror_files m1 Lab': 2,
    'benchtop_mirror_waiting m1 Lab': 0,
    'benchtop_mirror_halted m1 Lab': 0,
    'benchtop_free_bytes mirror m1': expect.closeTo(5e9, -3) as number,
  });
  ada.disk.tree.rename(FOLDER, '/home/elsewhere');
  await lab.pass(3 * MINUTE);
  expect(await readings(lab, ada)).toMatchObject({
    'benchtop_state attention': 1,
    'benchtop_attention_items blocked': 1,
    'benchtop_alerts_open folder-missing': 1,
    'benchtop_mirror_halted m1 Lab': 1,
  });
});

test('the status file is written once a minute while it is wanted, says when Benchtop ended, and goes when it is not wanted', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  const kept = new Map<string, string>();
  ada.further = { dataFiles: createFakeDataFiles(kept) };
  await lab.drive(ada.start());
  ada.app.start();
  await lab.pass(2 * MINUTE);
  expect([...kept.keys()]).toEqual([]);
  await lab.call(ada, 'monitoring.set', { statusFile: true });
  await lab.pass(MINUTE);
  const first = read(kept);
  expect(first).toMatchObject({ v: 1, running: true });
  expect(first.figures).toContainEqual({ name: 'benchtop_signed_in', labels: {}, value: 1 });
  await lab.pass(2 * MINUTE);
  expect(Date.parse(read(kept).at)).toBeGreaterThan(Date.parse(first.at));
  await lab.call(ada, 'monitoring.set', { statusFile: false });
  await lab.pass(2 * MINUTE);
  expect(kept.has('status.json')).toBe(false);
  await lab.call(ada, 'monitoring.set', { statusFile: true });
  await lab.drive(ada.app.close());
  expect(read(kept).running).toBe(false);
});

interface StatusFile {
  readonly v: number;
  readonly at: string;
  readonly running: boolean;
  readonly figures: readonly object[];
}

function read(kept: ReadonlyMap<string, string>): StatusFile {
  return JSON.parse(kept.get('status.json') ?? '{}') as StatusFile;
}

test('a key whose end nobody knows has no figure of it', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.clock.advanceBy(DAY);
  expect(Object.keys(await readings(lab, ada))).not.toContain('benchtop_key_end_seconds');
});
