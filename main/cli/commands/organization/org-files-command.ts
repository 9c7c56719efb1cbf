import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { z } from 'zod';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import { organizationFile, type OrganizationFile } from '../../../../shared/features/organization/model.ts';
import { OrganizationFilePages } from '../../../../shared/features/organization/file-list-csv.ts';
import { organizationTexts as texts } from '../../../../shared/features/organization/text.ts';
import { ORGANIZATION_FILES_TABLE as table } from '../../../../shared/features/organization/files-text.ts';
import { organizationWindow as words } from '../../../../shared/features/organization/window-text.ts';
import { accessText } from '../../../../shared/features/sharing/access-text.ts';
import { accessBrief } from '../../../../shared/features/sharing/model.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { listOf, publicFields } from '../../output/public-json.ts';
import { type Row, row } from '../../runner/command-row.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { type KnownFile, withFacts } from './file-facts.ts';

interface Wanted {
  readonly search?: string;
  readonly csv?: string;
  readonly readers?: true;
  readonly json?: true;
}

const publicFile = publicFields(organizationFile, 'id name folder owner visibility sizeBytes createdAt updatedAt', {
  ownerName: z.string().nullable(),
  place: z.array(z.string()).nullable(),
  readers: publicFields(accessBrief, 'isEverybody hasMe others teams unknown names').nullable().optional(),
});

/** All files of the organization. */
export const filesRow: Row = row('org files', {
  help: 'Lists all files of the organization with owner and place, whoever may open them. For its owners and admins.',
  options: [
    ['--search <words>', 'only those with this in the name'],
    ['--readers', 'also who can really open each file; the service is asked once for each'],
    ['--csv <file>', 'write a table for spreadsheets, into a file that is not there yet; - prints it'],
  ],
  json: listOf('files', publicFile),
  run: async ({ client, context }, { search, csv, readers }: Wanted) => {
    const files = await withFacts(client, await everyFile(client, search ?? ''), readers === true);
    if (csv !== undefined) await writeTable(context, csv, files, readers === true);
    return { files };
  },
  lines: ({ files }, { csv }) => (csv === undefined ? files.map(fileLine) : []),
  tell: ({ files }, { csv, search }) => (csv === undefined ? texts.found(files.length, search !== undefined) : null),
});

/** All of them or none: a list that is cut says nothing of what it leaves out. */
async function everyFile(client: EngineClient, search: string): Promise<readonly OrganizationFile[]> {
  const pages = new OrganizationFilePages(client, search);
  const files: OrganizationFile[] = [];
  while (!pages.isWhole) for (const each of await pages.next()) files.push(each);
  return files;
}

async function writeTable(
  context: CommandContext,
  csv: string,
  files: readonly KnownFile[],
  hasReaders: boolean,
): Promise<void> {
  const lines = files.map(file => {
    const readers = readersOf(file);
    const added = [file.ownerName ?? '', file.place?.join(' / ') ?? ''];
    return table.line(file, readers === null ? added : [...added, readers.meaning]);
  });
  const text = [table.head(hasReaders), ...lines].join('');
  if (csv === '-') return context.place().caller.print(text);
  const path = resolve(context.place().caller.folder, csv);
  try {
    await writeFile(path, text, { flag: 'wx' });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new Ending(EXIT.error, code === 'EEXIST' ? texts.taken(path) : texts.notWritten(path, code));
  }
  context.tell(texts.written(files.length, path));
}

function fileLine(file: KnownFile): string {
  const { id, name, owner, ownerName, visibility, sizeBytes, updatedAt } = file;
  const facts = [
    placeOf(file),
    owner === null ? null : (ownerName ?? words.unnamed),
    readersOf(file)?.label ?? null,
    visibility,
    sizeBytes === null ? null : `${sizeBytes} bytes`,
    updatedAt,
  ];
  return [id, name, ...facts.filter(fact => fact !== null)].join('  ');
}

function placeOf({ place }: KnownFile): string {
  if (place === null) return words.placeUntold;
  return place.length === 0 ? words.loosePlace : place.join(' / ');
}

/** Who can open a file, in words; null: that was not asked. */
function readersOf({ readers }: KnownFile): { readonly label: string; readonly meaning: string } | null {
  if (readers === undefined) return null;
  return readers === null ? { label: words.readersUntold, meaning: words.readersUntold } : accessText(readers);
}
