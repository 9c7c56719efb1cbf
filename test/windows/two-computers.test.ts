import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Computer, filesBelow, isQuiet, settle, succeed, until } from '../end-to-end/benchtop.ts';
import { HAS_WINDOWS, type MixedLab, openMixedLab } from './mixed-lab.ts';
import type { WindowsComputer } from './windows-computer.ts';

// A computer with Linux and one with Windows, of two colleagues, mirror one folder of the service.

describe.runIf(HAS_WINDOWS)('a computer with Linux and one with Windows', () => {
  let mixed: MixedLab;
  let ada: Computer;
  let win: WindowsComputer;
  let shared: string;

  beforeAll(async () => {
    mixed = await openMixedLab();
    const { lab } = mixed;
    shared = await lab.service.owner.makeFolder('Plates', lab.service.knowledgeBase);
    win = mixed.windows;
    ada = await lab.computer('ada');
    await ada.mirror(shared);
    await win.mirror(shared);
  });
  afterAll(() => mixed.close());

  /** What all three have under a folder, by path. @throws when they differ. */
  async function everywhere(folder: string): Promise<ReadonlyMap<string, string>> {
    const service = await mixed.lab.service.owner.files(shared);
    const texts = new Map([...service].map(([path, { text }]) => [path, text]));
    const [atService, atAda, atWin] = [texts, await ada.files(), await win.files()].map(files => below(folder, files));
    expect(atAda).toEqual(atService);
    expect(atWin).toEqual(atService);
    return atService ?? new Map();
  }

  function below(folder: string, files: ReadonlyMap<string, string>): Map<string, string> {
    const inside = [...files].filter(([path]) => path.startsWith(`${folder}/`));
    return new Map(inside.map(([path, text]): [string, string] => [path.slice(folder.length + 1), text]));
  }

  test.each(['ada', 'win'] as const)(
    'a file created, edited, renamed, moved and removed at %s is so on both',
    async at => {
      const computer = at === 'ada' ? ada : win;
      const folder = `from ${at}`;
      for (const name of ['edited.csv', 'renamed.csv', 'moved.csv', 'removed.csv'])
        await computer.write(`${folder}/${name}`, `${name}\n`);
      await settle(ada, win);
      await computer.write(`${folder}/new/created.csv`, 'well;od600\r\nA1;0,12\r\n');
      await computer.write(`${folder}/edited.csv`, 'second version\n');
      await computer.move(`${folder}/renamed.csv`, `${folder}/better name.csv`);
      await computer.move(`${folder}/moved.csv`, `${folder}/archive/moved.csv`);
      await computer.remove(`${folder}/removed.csv`);
      const answers = await settle(ada, win);

      expect(Object.fromEntries(await everywhere(folder))).toEqual({
        'archive/moved.csv': 'moved.csv\n',
        'better name.csv': 'renamed.csv\n',
        'edited.csv': 'second version\n',
        'new/created.csv': 'well;od600\r\nA1;0,12\r\n',
      });
      expect(answers.map(isQuiet)).toEqual([true, true]);
    },
  );

  test('names and contents of all kinds arrive unchanged', async () => {
    const files = {
      'empty.txt': '',
      'Größe & 100 % #1.csv': 'a;b\n1,5;2\n',
      '冷凍庫 −80 °C.md': '# 冷凍庫\n',
      "it's, [really] (fine) + = ; @.txt": '1',
      'no extension': 'x'.repeat(100_000),
      '.hidden': 'dot\n',
      [`${'deep folder of a lab/'.repeat(14)}readings.csv`]: 'longer than 260 characters\n',
    };
    for (const [name, text] of Object.entries(files)) await ada.write(`names/${name}`, text);
    await settle(ada, win);
    expect(Object.fromEntries(await everywhere('names'))).toEqual(files);
    for (const name of Object.keys(files)) await win.write(`names/${name}`, 'edited on Windows\n');
    await settle(win, ada);
    expect(new Set((await everywhere('names')).values())).toEqual(new Set(['edited on Windows\n']));
  });

  test('a daemon sees what is saved, brings what changed at the service, and answers commands at its pipe', async () => {
    await ada.write('watched/a.csv', 'first\n');
    await settle(ada, win);
    const daemon = await win.daemon();
    try {
      await win.write('watched/a.csv', 'saved on Windows\n');
      await until('the save arrives', async () => {
        await ada.sync();
        return (await ada.read('watched/a.csv')) === 'saved on Windows\n' ? true : undefined;
      });
      await ada.write('watched/b.csv', 'of Linux\n');
      await ada.sync();
      await until('the new file arrives', async () => ((await win.files()).has('watched/b.csv') ? true : undefined));
      // One that looks by itself would say that no Benchtop is running.
      const said = (await succeed(win.run(['status']))).stdout;
      expect(said).not.toContain('No Benchtop is running');
      expect(said).toContain('Service: ');
    } finally {
      await daemon.kill();
    }
    expect(Object.fromEntries(await everywhere('watched'))).toEqual({
      'a.csv': 'saved on Windows\n',
      'b.csv': 'of Linux\n',
    });
  });

  test('a key in the key store of Windows is in no file of the records, and works after a new start', async () => {
    const key = mixed.lab.service.people[1].apiKey;
    const words = ['login', '--service', mixed.lab.service.baseUrl, '--key-stdin', '--store', 'keyring'];
    // As a file made by a program of Windows ends its lines.
    await succeed(win.run(words, `${key}\r\n`));
    expect(isQuiet(await win.sync())).toBe(true);
    expect(await filesWith(win.data, key)).toEqual([]);
  });
});

/** The names of the files below a folder in which a text is. */
async function filesWith(folder: string, text: string): Promise<readonly string[]> {
  const files = await filesBelow(folder);
  return [...files].filter(([, content]) => content.includes(text)).map(([path]) => path);
}
