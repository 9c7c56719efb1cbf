import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { writeSetting } from '../../../main/engine/context/settings.ts';
import type { SyncSettings } from '../../../main/engine/context/settings.ts';
import { openJournal } from '../../../main/journal/journal.ts';
import { newComputer, signIn } from '../../end-to-end/benchtop.ts';
import type { Computer } from '../../end-to-end/benchtop.ts';
import type { Command } from '../commands.ts';
import type { Product } from './product.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const COMPILED = fileURLToPath(new URL('../../../out/compiled', import.meta.url));

interface Linking {
  readonly baseUrl: string;
  /** The folder of the service. */
  readonly remote: string;
  /** What runs instead of the sources. */
  readonly product?: Product;
  /** Whether its commands run in this process, which is quicker but leaves their memory here. */
  readonly commandsHere?: boolean;
}

/** A new computer that mirrors one folder of a service. Its settings are the defaults, but files need not settle. */
export async function linkedComputer(
  place: string,
  { baseUrl, remote, product, commandsHere = false }: Linking,
): Promise<Computer> {
  const computer = await newComputer(place, 'bench', {
    children: [],
    commandsHere,
    ...(product === undefined ? {} : { program: product.program }),
  });
  // The lean service accepts any token.
  await signIn(computer, baseUrl, 'any');
  changeSettings(computer.data, { settleMs: 0 });
  await computer.mirror(remote);
  return computer;
}

/** A script of the clone, as the scripts of npm run it: the sources were compiled once, then kept. */
export function ourScript(...args: readonly string[]): Command {
  return { program: process.execPath, args, folder: root, environment: { NODE_COMPILE_CACHE: COMPILED } };
}

/** Changes settings of a computer on which nothing runs. */
export function changeSettings(data: string, wanted: Partial<SyncSettings>): void {
  const journal = openJournal(join(data, 'journal.db'));
  try {
    for (const [name, value] of Object.entries(wanted)) writeSetting(journal.facts, name, String(value));
  } finally {
    journal.close();
  }
}
