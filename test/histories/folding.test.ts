import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { Book } from './written-contents.ts';
import { judge } from './judge.ts';
import { Town } from './lab.ts';

test('a copy that went into an older one, as its newer version, is not missed by the judge [P4]', async () => {
  const town = await Town.open(['ada']);
  try {
    const { machines, lab } = town;
    const { owner } = lab.service;
    const [book, root] = [new Book(), await town.begin('Folding', machines)];
    const path = join(machines[0]?.folder ?? '', 'plate.csv');
    let last = book.write('ada', 3);
    writeFileSync(path, last);
    await town.stabilize(machines);
    for (let conflicts = 0; conflicts < 2; conflicts++) {
      const [[, file] = []] = [...(await owner.files(root))].filter(([name]) => name === 'plate.csv');
      const [theirs, ours] = [book.write('colleague', 3), book.write('ada', 3)];
      await owner.edit(file?.id ?? '', theirs);
      // Before the computer looks at the service again.
      writeFileSync(path, ours);
      book.giveUp(last);
      last = theirs;
      await town.stabilize(machines);
    }
    const serviceData = join(lab.folder, 'service');
    await expect(judge({ book, machines, owner, root, serviceData, hadRemovals: false })).resolves.toBe(0);
    const copy = [...(await owner.files(root))].find(([name]) => name.includes('conflict'));
    expect(await owner.versions(copy?.[1].id ?? '')).toBe(2);
  } finally {
    await town.close();
  }
}, 120_000);
