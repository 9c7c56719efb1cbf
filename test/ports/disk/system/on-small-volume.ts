import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';

import { createNodeDisk } from '../../../../main/node/node-disk.ts';
import { toFault } from '../../../../shared/fault.ts';

// Runs in a process with mounts of its own (`unshare`): the folder given becomes a volume of 1 MiB, with another one
// mounted inside it. Prints what the disk said, as JSON.

const [path = ''] = process.argv.slice(2);
const mount = (at: string): void => void execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=700', 'none', at]);

mount(path);
fs.mkdirSync(join(path, 'inside'));
fs.writeFileSync(join(path, 'a.csv'), 'old');
mount(join(path, 'inside'));
fs.writeFileSync(join(path, 'inside', 'b.csv'), 'on the other volume');

const marker = '11111111-1111-4111-8111-111111111111';
const disk = createNodeDisk(join(path, 'data'));
await disk.mark(path, marker);
const { volume } = await disk.inspect(path);
const root = { path, marker, volume };

const look = await disk.scan(root, new Map());
const staging = await disk.stage(root, 's1');
let full: unknown = null;
try {
  for (let index = 0; index < 4; index += 1) await staging.write(Buffer.alloc(512 * 1024, 'x'));
  await staging.finish();
} catch (thrown) {
  full = toFault(thrown);
}
await staging.discard();
const small = await disk.stage(root, 's2');
await small.write(Buffer.from('new'));
await small.finish();
const elsewhere = await disk
  .place(root, { staged: 's2', path: 'inside/c.csv', expected: null, old: { to: 'nowhere' }, lateStoreName: 'late' })
  .then(() => null, toFault);
const { freeBytes, totalBytes } = await disk.space(root.path);
await disk.close();

process.stdout.write(
  JSON.stringify({
    unreadable: look.unreadable,
    folders: look.changed.map(({ path }) => path),
    names: look.changed[0]?.entries
      .map(entry => entry.name)
      .filter(name => name !== 'data')
      .toSorted(),
    full,
    elsewhere,
    kept: fs.readFileSync(join(path, 'a.csv'), 'utf8'),
    staged: fs.readdirSync(join(path, '.benchtop', 'stage')),
    isSmall: freeBytes > 0 && freeBytes < totalBytes && totalBytes === 1024 * 1024,
  }),
);
