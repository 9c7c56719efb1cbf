import { expect, test } from 'vitest';

import { HOUR, MINUTE } from '../../../shared/units.ts';
import { QuietLab } from '../lab/quiet-lab.ts';

test('on its battery a computer pauses when a person wants that, and goes on when it is plugged in', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  await lab.call(ada, 'settings.set', { name: 'onBattery', value: 'pause' });
  ada.app.start();
  await lab.pass(MINUTE);
  ada.power = { onBattery: true, metered: null };
  await lab.pass(MINUTE);
  lab.save(ada, { 'a.csv': 'mine' });
  await lab.pass(HOUR);
  expect(lab.there()).toEqual({});
  expect(await lab.call(ada, 'sync.status', null)).toMatchObject({
    state: 'paused',
    pause: { until: null, why: 'battery' },
  });
  expect(await lab.call(ada, 'mirrors.list', null)).toMatchObject([
    { state: 'paused', reason: 'Paused while this computer runs on its battery.' },
  ]);
  await expect(lab.call(ada, 'sync.resume', null)).rejects.toThrow('benchtop config set onBattery go-on');
  ada.power = { onBattery: false, metered: null };
  await lab.pass(5 * MINUTE);
  expect(lab.there()).toEqual({ 'a.csv': 'mine' });
});

test('what somebody tells counts more than what the computer says, and is forgotten by a restart', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  await lab.call(ada, 'settings.set', { name: 'onMetered', value: 'pause' });
  await lab.call(ada, 'power.set', { onBattery: null, metered: true });
  lab.save(ada, { 'a.csv': 'mine' });
  const report = await lab.sync(ada);
  expect(report).toMatchObject({ sent: 0, held: [{ reason: 'paused' }] });
  expect(report.held[0]?.text).toContain('while the connection costs by the byte');
  await lab.drive(ada.start());
  expect(await lab.sync(ada)).toMatchObject({ sent: 1, held: [] });
});

test('slow means slow transfers, and go-on means that nothing changes', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  await lab.sync(ada);
  ada.power = { onBattery: true, metered: true };
  lab.save(ada, { 'a.csv': 'x'.repeat(2_000_000) });
  const from = lab.clock.elapsed();
  await lab.sync(ada);
  expect(lab.clock.elapsed() - from).toBeLessThan(1000);
  await lab.call(ada, 'settings.set', { name: 'onMetered', value: 'slow' });
  lab.save(ada, { 'b.csv': 'x'.repeat(2_000_000) });
  const then = lab.clock.elapsed();
  await lab.sync(ada);
  expect(lab.clock.elapsed() - then).toBeGreaterThanOrEqual(10_000);
  expect(Object.keys(lab.there()).toSorted()).toEqual(['a.csv', 'b.csv']);
});

test('the rules are settings of a few words', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  expect(await lab.call(ada, 'settings.all', null)).toMatchObject({ onBattery: 'go-on', onMetered: 'go-on' });
  await expect(lab.call(ada, 'settings.set', { name: 'onBattery', value: 'maybe' })).rejects.toThrow(
    "'onBattery' takes one of go-on, slow, pause",
  );
});
