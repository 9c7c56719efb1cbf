import { resolve } from 'node:path';

import { Option } from 'commander';
import { z } from 'zod';

import { claimTexts } from '../../../../shared/features/mirrors/claims-text.ts';
import { mirrorInfo, type MirrorMode } from '../../../../shared/features/mirrors/model.ts';
import { COMPARED } from '../../../../shared/features/set-up/compare-text.ts';
import { finding, type MirrorPreview, mirrorPreview, placeChecked } from '../../../../shared/features/set-up/model.ts';
import { nowTexts } from '../../../../shared/features/status/command-text.ts';
import { formatBytes, formatCount } from '../../../../shared/text/format.ts';
import { mirrorLines } from '../../output/plain-text.ts';
import { listOf, publicFields } from '../../output/public-json.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { type Asking, commandGroup, type Row, row } from '../../runner/command-row.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { required } from '../../input/required-option.ts';

interface Adding {
  readonly remote: string;
  readonly local: string;
  readonly mode: MirrorMode;
  readonly organization?: string;
  readonly takeOver?: true;
}

const MIRROR = 'as listed by: benchtop mirror list';

/** A folder as it was typed, absolute. */
const folderOf = (context: CommandContext, local: string): string => resolve(context.place().caller.folder, local);

const sum = mirrorPreview.shape.counts.valueType;
const comparedRow = mirrorPreview.shape.rows.element;

/** Folders that are kept in step. */
export const mirrorRows: readonly Row[] = [
  commandGroup(
    'mirror',
    'add, list, move and remove mirrored folders',
    'Folders on this computer that are kept in step with folders of the service.',
  ),
  row('mirror add', {
    summary: 'keep a folder of the service in step with a local one',
    help: 'Keeps a folder of the service in step with a folder on this computer, and prints the id of the mirror.',
    options: [
      required(
        '--remote <folder>',
        "the service's folder: its id, or names joined by / from a root folder, such as 'Knowledge Base/Plates' (a / in a name is \\/)",
      ),
      required('--local <folder>', 'the folder on this computer; it must exist'),
      new Option(
        '--mode <mode>',
        'which ways changes travel: upload writes and removes nothing here, download sends nothing',
      )
        .choices(['two-way', 'upload', 'download'])
        .default('two-way'),
      ['--organization <name>', 'the organization of the folder, by name or id; without it the one of the key'],
      ['--take-over', 'also a folder that other records of Benchtop mirror, or did'],
    ],
    run: add,
    lines: ({ id }) => [id],
    tell: ({ notice }) => notice,
  }),
  row('mirror preview', {
    summary: 'say what would meet, before anything moves',
    help: 'Puts a folder of the service beside a folder here, by names and sizes. Nothing is written, sent or downloaded.',
    options: [
      required('--remote <folder>', "the service's folder, as for: benchtop mirror add"),
      required('--local <folder>', 'the folder on this computer; it need not exist'),
    ],
    json: publicFields(
      mirrorPreview,
      'local remotePath exists',
      { counts: z.record(z.string(), publicFields(sum, 'files bytes')) },
      { rows: z.array(publicFields(comparedRow, 'path how hereBytes thereBytes')) },
      'isWhole',
    ),
    call: 'setUp.preview',
    input: ({ remote, local }: Pick<Adding, 'remote' | 'local'>, context) => ({
      remote,
      local: folderOf(context, local),
      mode: 'two-way',
    }),
    lines: previewLines,
  }),
  row('mirror own-folder', {
    summary: 'your own folder in the knowledge base',
    help: 'Prints the id of your own folder in the knowledge base; makes it there if it is not there yet.',
    call: 'setUp.myFolder',
    lines: ({ id }) => [id],
    tell: ({ name }) => `It is called '${name}'.`,
  }),
  row('mirror place <folder>', {
    summary: 'say whether a folder on this computer would do',
    help: nowTexts.place,
    arguments: ['the folder on this computer; it need not exist'],
    json: publicFields(placeChecked, 'path exists isEmpty freeBytes', {
      findings: z.array(publicFields(finding, 'level code text')),
    }),
    call: 'setUp.checkPlace',
    input: ({ folder }: { readonly folder: string }, context) => ({
      path: folderOf(context, folder),
    }),
    lines: ({ findings }) => findings.map(({ level, text }) => `${nowTexts.findings[level]}: ${text}`),
    exit: ({ findings }) => (findings.some(({ level }) => level === 'stop') ? EXIT.error : EXIT.ok),
  }),
  row('mirror list', {
    help: 'Lists the mirrors.',
    json: listOf(
      'mirrors',
      publicFields(mirrorInfo, 'id remoteId remotePath organization local mode state standing reason'),
    ),
    call: 'mirrors.list',
    shape: mirrors => ({ mirrors }),
    lines: mirrorLines,
  }),
  row('mirror move <id>', {
    summary: 'go on with a folder that was moved',
    help: 'Goes on with a mirrored folder at its new place. Nothing that is there is sent or downloaded again.',
    arguments: [MIRROR],
    options: [required('--local <folder>', 'where the folder is now')],
    run: async ({ client, context }, { id, local }: { readonly id: string; readonly local: string }) => {
      const folder = folderOf(context, local);
      await client.call('mirrors.move', { id, local: folder });
      return folder;
    },
    tell: (folder, { id }) => `Mirror ${id} goes on in '${folder}'.`,
  }),
  row('mirror remove <id>', {
    help: 'Stops mirroring a folder. The local files stay where they are.',
    arguments: [MIRROR],
    call: 'mirrors.remove',
    input: ({ id }: { readonly id: string }) => ({ id }),
    tell: (_, { id }) => `Mirror ${id} is no longer kept in step. Its files stay where they are.`,
  }),
];

async function add({ client, context }: Asking, { remote, local, mode, organization, takeOver }: Adding) {
  const input = {
    remote,
    local: folderOf(context, local),
    mode,
    ...(organization === undefined ? {} : { organization }),
    ...(takeOver ? { takesOver: true } : {}),
  };
  const { id, notice, claimed } = await client.call('mirrors.add', input);
  if (id !== null && !claimed) return { id, notice };
  const what = claimed ? claimTexts.claimed(input.local, claimed) : '';
  throw new Ending(EXIT.attention, `${what} ${claimTexts.inCommand}`.trim());
}

function previewLines({ counts, rows, isWhole }: MirrorPreview): string[] {
  const sums = Object.entries(COMPARED)
    .map(([how, { label }]) => ({ label, sum: counts[how as keyof MirrorPreview['counts']] }))
    .filter(({ sum }) => sum.files > 0)
    .map(({ label, sum }) => `${label}: ${formatCount(sum.files, 'file')}, ${formatBytes(sum.bytes)}`);
  const shown = rows.filter(({ how }) => how === 'different' || how === 'only-here');
  return [
    ...(sums.length === 0 ? ['Both folders are empty.'] : sums),
    ...shown.map(({ path, how }) => `  ${COMPARED[how].label}: ${path}`),
    ...(isWhole ? [] : ['There is more than was looked at; the first sync looks at everything.']),
  ];
}
