import { spawn } from 'node:child_process';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Computer, type Lab, openLab, succeed, until } from '../benchtop.ts';

// How programs save, on a real disk, with a daemon that looks at it all the time. The pauses are the programs' own.

let lab: Lab;
let ada: Computer;
let shared: string;

beforeAll(async () => {
  lab = await openLab({ commandsHere: true });
  shared = await lab.service.owner.makeFolder('Saves', lab.service.knowledgeBase);
  ada = await lab.computer('ada');
  await succeed(ada.run(['config', 'set', 'settleMs', '1500']));
  await ada.mirror(shared);
  await ada.daemon();
});

afterAll(() => lab.close());

const there = (): ReturnType<typeof lab.service.owner.files> => lab.service.owner.files(shared);

async function arrives(path: string, text: string): Promise<string> {
  return until(`'${path}' with '${text}' at the service`, async () => {
    const file = (await there()).get(path);
    return file?.text === text ? file.id : undefined;
  });
}

test.each(['~', '-4F2A'])(
  'a save that moves the old file to a name with %s for a while is one version [S2]',
  async ending => {
    const name = `report${ending.replaceAll(/\W/g, '')}.md`;
    await ada.write(name, 'first');
    const id = await arrives(name, 'first');
    await ada.move(name, `${name}${ending}`);
    await pause(700);
    await ada.write(name, 'second');
    await pause(700);
    await ada.remove(`${name}${ending}`);
    expect(await arrives(name, 'second')).toBe(id);
    expect(await lab.service.owner.versions(id)).toBe(2);
  },
);

test('a new file that another program has open is sent whole when it is closed [S10]', async () => {
  const path = join(ada.folder, 'run.raw');
  const script = `const { openSync, writeSync } = require('node:fs');
    const file = openSync(process.argv[1], 'w');
    writeSync(file, 'half ');
    process.stdin.once('data', () => process.exit(writeSync(file, 'whole') - 5));`;
  const writer = spawn(process.execPath, ['-e', script, path], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  await ada.write('beside.csv', 'other');
  await arrives('beside.csv', 'other');
  await pause(4000);
  expect((await there()).has('run.raw')).toBe(false);
  writer.stdin?.end('go\n');
  const id = await arrives('run.raw', 'half whole');
  expect(await lab.service.owner.versions(id)).toBe(1);
});

test('a document with a lock beside it is not replaced until it is closed [S13]', async () => {
  await ada.write('plan.odt', 'first');
  const id = await arrives('plan.odt', 'first');
  await ada.write('.~lock.plan.odt#', 'Ada');
  await lab.service.owner.edit(id, 'theirs');
  await until('the document said to be in use', async () => {
    const { stdout } = await ada.run(['problems', 'list', '--json']);
    return stdout.includes('plan.odt') ? true : undefined;
  });
  expect(await ada.read('plan.odt')).toBe('first');
  await ada.remove('.~lock.plan.odt#');
  await until('the newer document', async () => ((await ada.read('plan.odt')) === 'theirs' ? true : undefined));
});

test('a file that is emptied and written two seconds later is never sent empty [S3]', async () => {
  await ada.write('notes.txt', 'first');
  const id = await arrives('notes.txt', 'first');
  await ada.write('notes.txt', '');
  await pause(2500);
  await appendFile(join(ada.folder, 'notes.txt'), 'second');
  await arrives('notes.txt', 'second');
  expect(await lab.service.owner.versions(id)).toBe(2);
});
