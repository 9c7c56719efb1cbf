import { expect, test } from 'vitest';

import { causesOf, zoneFigures } from '../../main/features/zones/zone-handlers.ts';
import { write } from './small-story.ts';
import { Stage } from './stage.ts';

test('what a zone has to say reaches senders of alerts under one key until it is solved, and monitoring in numbers', async () => {
  const stage = new Stage(5);
  try {
    write(stage, 'run/a.dat', 'a');
    write(stage, 'run/b.exe', 'b');
    await stage.with(zones => zones.add(stage.wish(), stage.remote));
    await stage.rest();
    const said = async () => (await stage.with(async zones => causesOf(zones.listAlerts(false)))) ?? [];
    const first = await said();
    expect(first).toMatchObject([{ cause: 'zone-refused', subject: 'Orbi' }]);
    await stage.rest(2);
    expect(await said()).toEqual(first);
    const figures = (await stage.with(async zones => zoneFigures(zones.list()))) ?? [];
    const files = figures.find(({ name }) => name === 'benchtop_zone_files')?.samples ?? [];
    const labels = { zone: 'z1', name: 'Orbi' };
    expect(files).toContainEqual({ labels: { ...labels, state: 'confirmed' }, value: 1 });
    expect(files).toContainEqual({ labels: { ...labels, state: 'refused' }, value: 1 });
    await stage.with(zones => zones.change('z1', stage.wish({ exclude: ['*.exe'] }), stage.remote));
    await stage.rest();
    expect(await said()).toEqual([]);
  } finally {
    await stage.close();
    stage.remove();
  }
});
