import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Computer, isQuiet, type Lab, openLab, settle } from '../end-to-end/benchtop.ts';
import { note } from '../setup/note.ts';
import { type WindowsComputer, windowsComputer } from './windows-computer.ts';
import { whyNotOnWindows } from './windows-set-up.ts';

// A computer with Linux and one with Windows, of two colleagues, mirror one folder of the service.

const whyNot = await whyNotOnWindows();
if (whyNot !== null) note(`Two computers, one with Windows: ${whyNot}`);

describe.runIf(whyNot === null)('a computer with Linux and one with Windows', () => {
  let lab: Lab;
  let ada: Computer;
  let win: WindowsComputer;
  let shared: string;

  beforeAll(async () => {
    lab = await openLab({ commandsHere: true });
    shared = await lab.service.owner.makeFolder('Plates', lab.service.knowledgeBase);
    ada = await lab.computer('ada');
    win = await windowsComputer(lab, 'win', lab.service.people[1]);
    await ada.mirror(shared);
    await win.mirror(shared);
  });

  afterAll(async () => {
    await win.close();
    await lab.close();
  });

  /** What all three have under a folder, by path. @throws when they differ. */
  async function everywhere(folder: string): Promise<ReadonlyMap<string, string>> {
    const service = await lab.service.owner.files(shared);
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
});
