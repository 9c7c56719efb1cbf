import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { Command } from 'commander';

import type { EngineClient } from '../../shared/engine-client.ts';
import type { OrganizationFile } from '../../shared/model/organization.ts';
import { organizationTexts as texts } from '../../shared/text/organization.ts';
import { ORGANIZATION_FILES_TABLE as table } from '../../shared/text/organization-files.ts';
import type { Desk } from './desk.ts';
import { Ending } from './ending.ts';
import { EXIT } from './exit-codes.ts';

interface FilesOptions {
  readonly search?: string;
  readonly csv?: string;
  readonly json?: true;
}

/** `org files`. */
export function addOrgFiles(org: Command, desk: Desk): void {
  org
    .command('files')
    .description('Lists all files of the organization, whoever may open them. For its owners and admins.')
    .option('--search <words>', 'only those with this in the name')
    .option('--csv <file>', 'write a table for spreadsheets, into a file that is not there yet; - prints it')
    .option('--json', 'print one JSON object')
    .action(({ search, csv, json }: FilesOptions) =>
      desk.ask(async ({ client }) => {
        const files = await everyFile(client, search ?? '');
        if (csv !== undefined) await writeTable(desk, csv, files);
        if (json) desk.printJson({ v: 1, files: files.map(shape) });
        else if (csv === undefined) desk.printLines(files.map(line));
        if (csv === undefined) desk.tell(texts.found(files.length, search !== undefined));
      }),
    );
}

/** All of them or none: a list that is cut says nothing of what it leaves out. Each once, however pages move meanwhile. */
async function everyFile(client: EngineClient, search: string): Promise<readonly OrganizationFile[]> {
  const files = new Map<string, OrganizationFile>();
  const isSearched = search !== '';
  for (let page: number | null = 1; page !== null;) {
    const before = files.size;
    const answer: { files: OrganizationFile[]; next: number | null } = await client.call('organization.files', {
      search,
      page,
    });
    for (const file of answer.files) files.set(file.id, file);
    // A page that promises more and shows nothing new would go on like this for ever.
    const isStuck = !isSearched && answer.next !== null && files.size === before;
    if (isStuck || answer.next === MOST_PAGES) throw new Ending(EXIT.error, texts.listEnds);
    page = answer.next;
  }
  return [...files.values()];
}

const MOST_PAGES = 10_000;

async function writeTable(desk: Desk, csv: string, files: readonly OrganizationFile[]): Promise<void> {
  const text = [table.head, ...files.map(table.line)].join('');
  if (csv === '-') return desk.place().caller.print(text);
  const path = resolve(desk.place().caller.folder, csv);
  try {
    await writeFile(path, text, { flag: 'wx' });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new Ending(EXIT.error, code === 'EEXIST' ? texts.taken(path) : texts.notWritten(path, code));
  }
  desk.tell(texts.written(files.length, path));
}

function shape({ id, name, folder, owner, visibility, sizeBytes, createdAt, updatedAt }: OrganizationFile): object {
  return { id, name, folder, owner, visibility, sizeBytes, createdAt, updatedAt };
}

function line({ id, name, visibility, sizeBytes, updatedAt }: OrganizationFile): string {
  const facts = [visibility, sizeBytes === null ? null : `${sizeBytes} bytes`, updatedAt];
  return [id, name, ...facts.filter(fact => fact !== null)].join('  ');
}
