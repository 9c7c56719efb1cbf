import { expect, test } from 'vitest';

import { FOLDER } from '../../world/computer.ts';
import type { Computer } from '../../world/computer.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';
import { idOf } from '../../lab/altered-answers.ts';

// What exchanges its name with another one steps aside for a moment; what happens to it just then must not keep it there.

const AWAY = /^disk\.move .* (?<to>\S+ \(moving \d+\))$/;

/** Two things of a lab exchange their names at the service; as soon as one of them stepped aside here, `meanwhile` happens. */
async function exchanged(
  files: Readonly<Record<string, string>>,
  kind: 'file' | 'folder',
  meanwhile: (lab: QuietLab, ada: Computer, aside: string) => void,
): Promise<{ lab: QuietLab; ada: Computer }> {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, files);
  await lab.sync(ada);
  lab.clock.advanceBy(3_600_000);
  const colleague = lab.service.colleague(0);
  const rename = (id: string, name: string): void =>
    kind === 'file' ? colleague.renameFile(id as never, name) : colleague.renameFolder(id as never, name);
  const [one, two] = [idOf(lab, 'one'), idOf(lab, 'two')];
  rename(one, 'aside');
  rename(two, 'one');
  rename(one, 'two');
  let happened = 0;
  lab.scheduler.mischief = ({ label, when }): undefined => {
    const to = when === 'after' ? AWAY.exec(label)?.groups?.['to'] : undefined;
    if (to !== undefined && happened++ === 0) meanwhile(lab, ada, to);
  };
  for (let turn = 0; turn < 4; turn++) await lab.syncTwice(ada);
  lab.scheduler.mischief = () => undefined;
  expect(happened).toBe(1);
  return { lab, ada };
}

function namesIn(ada: Computer, folder = ''): readonly string[] {
  return [...ada.disk.tree.folderAt(folder === '' ? FOLDER : `${FOLDER}/${folder}`).names.keys()].sort();
}

test('a file edited here that stepped aside and is removed there meanwhile is sent and comes home [P15]', async () => {
  const { lab, ada } = await exchanged({ one: '1', two: '2' }, 'file', (lab, ada, aside) => {
    lab.save(ada, { [aside]: 'edited' });
    for (const { id } of lab.service.sights.files()) lab.service.colleague(0).removeFile(id);
  });
  expect(ada.texts()).toEqual(lab.there());
  expect(Object.values(ada.texts())).toEqual(['edited']);
});

test('a file that stepped aside and is moved here meanwhile comes home in its new folder [P15]', async () => {
  const { lab, ada } = await exchanged({ one: '1', two: '2', 'raw/x': 'x' }, 'file', (_, ada, aside) => {
    ada.disk.tree.rename(`${FOLDER}/${aside}`, `${FOLDER}/raw/${aside}`);
  });
  expect(ada.texts()).toEqual(lab.there());
  expect(namesIn(ada, 'raw')).toHaveLength(2);
});

test('a folder that stepped aside and is archived there meanwhile is made again and comes home [P15]', async () => {
  const { lab, ada } = await exchanged({ 'one/a': 'a', 'two/b': 'b' }, 'folder', (lab, ada, aside) => {
    lab.save(ada, { [`${aside}/new`]: 'new' });
    for (const { kind, id } of lab.service.sights.tree(lab.root))
      if (kind === 'folder') lab.service.colleague(0).archiveFolder(id);
  });
  expect(ada.texts()).toEqual(lab.there());
  expect(Object.values(ada.texts())).toContain('new');
  expect(namesIn(ada).filter(name => name.includes('moving'))).toEqual([]);
});
