import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import { organizationFile, type OrganizationFile } from '../../../../shared/features/organization/model.ts';
import { OrganizationFilePages } from '../../../../shared/features/organization/file-list-csv.ts';
import { organizationTexts as texts } from '../../../../shared/features/organization/text.ts';
import { ORGANIZATION_FILES_TABLE as table } from '../../../../shared/features/organization/files-text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { listOf, pick } from '../../output/public-json.ts';
import { type Row, row } from '../../runner/command-row.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';

interface Wanted {
  readonly search?: string;
  readonly csv?: string;
  readonly json?: true;
}

/** All files of the organization. */
export const filesRow: Row = row('org files', {
  help: 'Lists all files of the organization, whoever may open them. For its owners and admins.',
  options: [
    ['--search <words>', 'only those with this in the name'],
    ['--csv <file>', 'write a table for spreadsheets, into a file that is not there yet; - prints it'],
  ],
  json: listOf('files', pick(organizationFile, 'id name folder owner visibility sizeBytes createdAt updatedAt')),
  run: async ({ client, context }, { search, csv }: Wanted) => {
    const files = await everyFile(client, search ?? '');
    if (csv !== undefined) await writeTable(context, csv, files);
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

async function writeTable(context: CommandContext, csv: string, files: readonly OrganizationFile[]): Promise<void> {
  const text = [table.head, ...files.map(table.line)].join('');
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

function fileLine({ id, name, visibility, sizeBytes, updatedAt }: OrganizationFile): string {
  const facts = [visibility, sizeBytes === null ? null : `${sizeBytes} bytes`, updatedAt];
  return [id, name, ...facts.filter(fact => fact !== null)].join('  ');
}
