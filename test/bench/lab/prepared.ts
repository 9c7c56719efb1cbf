import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { writeSetting } from '../../../main/engine/settings.ts';
import { openJournal } from '../../../main/journal/journal.ts';
import { isQuiet, newComputer, signIn, startService } from '../../end-to-end/benchtop.ts';
import type { Service } from '../../end-to-end/benchtop.ts';
import type { Child } from '../../setup/child.ts';
import type { Ground } from '../row.ts';
import type { TreeWish } from '../tree/plan.ts';
import { writeTree } from '../tree/write.ts';
import { freePort } from './free-port.ts';

/** A computer whose folder is in step with the service, as the product itself left it. */
export interface PreparedLab {
  /** The data directory. */
  readonly data: string;
  /** The mirrored folder. */
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
  /** Starts the service that it is in step with; whoever starts it ends it. */
  startService(): Promise<{ readonly service: Service; readonly child: Child }>;
}

const READY = 'ready.json';
const ready = z.object({ port: z.number(), folder: z.string(), files: z.number(), bytes: z.number() });

/**
 * A lab with this tree, out of `ground.kept` where it lies ready, else made: the tree is written, the folder linked, and
 * sent by `sync --once` of the product until nothing is left to do. At 100,000 files that takes minutes.
 */
export async function preparedLab(ground: Ground, wish: TreeWish): Promise<PreparedLab> {
  const place = join(ground.kept, `lab-${wish.files}-${wish.folders}-${wish.sizes}-${wish.seed}`);
  const found = readReady(place) ?? (await make(place, wish, ground));
  return {
    data: join(place, 'computer', 'data'),
    folder: join(place, found.folder),
    files: found.files,
    bytes: found.bytes,
    startService: () => started(place, found.port),
  };
}

type Ready = z.infer<typeof ready>;

function readReady(place: string): Ready | null {
  try {
    return ready.parse(JSON.parse(readFileSync(join(place, READY), 'utf8')));
  } catch {
    return null;
  }
}

async function make(place: string, wish: TreeWish, ground: Ground): Promise<Ready> {
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  const port = await freePort();
  const { service, child } = await started(place, port);
  try {
    const computer = await newComputer(join(place, 'computer'), 'bench', { children: [] });
    await signIn(computer, service.baseUrl, service.people[0].apiKey);
    settleAtOnce(computer.data);
    await computer.mirror(service.knowledgeBase);
    const { files, bytes } = writeTree(computer.folder, wish);
    ground.say(`a lab of ${files} files is made by the product; kept in a --keep folder it is there for the next run`);
    const began = performance.now();
    const first = await computer.sync();
    ground.say(`sent ${first.sent} in ${Math.round((performance.now() - began) / 1000)} s`);
    const second = await computer.sync();
    if (!isQuiet(second)) throw new Error(`the lab does not come to rest: ${JSON.stringify(second).slice(0, 400)}`);
    const made: Ready = { port, folder: join('computer', 'folder 1'), files, bytes };
    writeFileSync(join(place, `${READY}.new`), JSON.stringify(made));
    renameSync(join(place, `${READY}.new`), join(place, READY));
    return made;
  } finally {
    await child.stop();
  }
}

async function started(place: string, port: number): Promise<{ service: Service; child: Child }> {
  const children: Child[] = [];
  const wishes = { sample: false, sampleFiles: 0, faults: true, port, children };
  const service = await startService(join(place, 'service'), wishes);
  const [child] = children;
  if (child === undefined) throw new Error('the service has no process');
  return { service, child };
}

/** Nothing of the tree is still being written, so nobody waits for it. Everything else stays as it comes. */
function settleAtOnce(data: string): void {
  const journal = openJournal(join(data, 'journal.db'));
  try {
    writeSetting(journal.facts, 'settleMs', '0');
  } finally {
    journal.close();
  }
}
