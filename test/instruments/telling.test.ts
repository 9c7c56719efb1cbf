import { expect, test } from 'vitest';

import { causesIn, figuresOf } from '../../main/app/zones/telling.ts';
import { write } from './small-story.ts';
import { Stage } from './stage.ts';

test('what a zone has to say reaches senders of alerts under one key until it is solved, and monitoring in numbers', async () => {
  const stage = new Stage(5);
  try {
    write(stage, 'run/a.dat', 'a');
    write(stage, 'run/b.exe', 'b');
    await stage.with(zones => zones.add(stage.wish(), stage.remote));
    await stage.rest();
    const said = async () => (await stage.with(async zones => causesIn(zones))) ?? [];
    const first = await said();
    expect(first).toMatchObject([{ cause: 'zone: refused', subject: 'Orbi' }]);
    await stage.rest(2);
    expect(await said()).toEqual(first);
    const figures = (await stage.with(async zones => figuresOf(zones.list()))) ?? [];
    const values = new Map(figures.map(({ name, samples }) => [name, samples[0]?.value]));
    expect([values.get('benchtop_zone_arrived_files'), values.get('benchtop_zone_refused_files')]).toEqual([1, 1]);
    expect(figures[0]?.samples[0]?.labels).toEqual({ zone: 'Orbi' });
    await stage.with(zones => zones.change('z1', stage.wish({ exclude: ['*.exe'] }), stage.remote));
    await stage.rest();
    expect(await said()).toEqual([]);
  } finally {
    await stage.close();
    stage.remove();
  }
});
