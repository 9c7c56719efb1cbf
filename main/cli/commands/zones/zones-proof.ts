import { Argument, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';

import { zonesCalls } from '../../../../shared/features/zones/contract.ts';
import {
  type SafeFile,
  safeFile,
  zoneAlert,
  zoneFile,
  type ZoneFile,
  zoneRun,
  type ZoneRun,
} from '../../../../shared/features/zones/model.ts';
import { formatBytes, formatCount, formatExact } from '../../../../shared/text/format.ts';
import { listOf, publicFields } from '../../output/public-json.ts';
import { type Asking, type Row, row } from '../../runner/command-row.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { alertTest } from '../attention/alert-commands.ts';
import { publicTrouble } from './public-zone.ts';

const PAGE = 1000;
const ZONE = 'its id or name';

interface Zone {
  readonly zone: string;
}

interface Run {
  readonly run: number;
}

/** The number of a run, as an argument of a command reads it. @throws InvalidArgumentError. */
function runNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text))
    throw new InvalidArgumentError('Write the number of a run, as listed by: benchtop zones runs');
  return Number(text);
}

const publicRun = publicFields(
  zoneRun,
  'id zone name key state waitsFor readyAt lastChangeAt firstSeenAt completedAt operator label folder files confirmed verified refused sizeBytes manifest',
);
const publicFile = publicFields(
  zoneFile,
  'id path sizeBytes modifiedAt state',
  { trouble: publicTrouble },
  'retryAt sha256 file version confirmedAt verifiedAt isHere changedAfter',
);

const RUNS: readonly Row[] = [
  row('zones runs <zone>', {
    help: 'Lists the runs of a zone, newest first.',
    arguments: [ZONE],
    json: listOf('runs', publicRun),
    run: async (asking, { zone }: Zone) => ({ runs: await allRuns(asking, zone) }),
    lines: ({ runs }) => runs.map(runLine),
  }),
  row('zones show <run>', {
    help: 'Shows one run with its files.',
    arguments: [runArgument()],
    json: z.object({ run: publicRun, files: z.array(publicFile) }),
    run: async (asking, { run }: Run) => ({
      run: await asking.client.call('zones.runPage', { run }),
      files: await allFiles(asking, run),
    }),
    lines: ({ run, files }) => [runLine(run), ...files.map(fileLine)],
  }),
];

const AGAIN: readonly Row[] = [
  row('zones retry <zone>', {
    help: 'Tries what failed or was refused again now.',
    arguments: [ZONE],
    options: [runOption('only of this run')],
    call: 'zones.retry',
    input: ({ zone, run }: Zone & Partial<Run>) => ({ zone, run: run ?? null }),
    tell: ({ files }) => `${formatCount(files, 'file')} will be tried again.`,
  }),
  row('zones send-now <run>', {
    help: 'Says that a run is finished: it is sent as it is now, even if it has not come to rest.',
    arguments: [runArgument()],
    call: 'zones.sendNow',
    input: ({ run }: Run) => ({ run }),
  }),
  row('zones verify <zone>', {
    help: 'Reads everything back that was not yet, and compares it with what was sent.',
    arguments: [ZONE],
    options: [runOption('only this run')],
    json: publicFields(zonesCalls['zones.verify'].output, 'verified'),
    call: 'zones.verify',
    input: ({ zone, run }: Zone & Partial<Run>) => ({ zone, run: run ?? null }),
    lines: ({ verified }) => [`${formatCount(verified, 'file')} verified.`],
  }),
];

const PROOF: readonly Row[] = [
  row('zones report <zone>', {
    summary: 'what may be removed from this computer',
    help: 'Lists what may be removed from this computer: files that were read back from the service and are unchanged here. Nothing is ever removed by Benchtop. The lines are those of a manifest, for sha256sum -c in the folder.',
    arguments: [ZONE],
    options: [['--confirmed', 'also what the service confirmed and nobody read back']],
    json: z.object({
      zone: z.string(),
      files: z.number(),
      sizeBytes: z.number(),
      rows: z.array(publicFields(safeFile, 'path sizeBytes sha256 file confirmedAt verifiedAt')),
    }),
    run: report,
    lines: ({ rows }) => rows.map(({ sha256, path }) => `${sha256}  ${path}`),
    tell: ({ files, sizeBytes }) =>
      `${formatCount(files, 'file')} (${formatBytes(sizeBytes)}) may be removed from this computer.`,
  }),
  row('zones audit', {
    summary: 'what was done, line by line, in a chain of hashes',
    help: 'Prints the audit log: JSON Lines, each with the SHA-256 of the line before as `prev`. With --check says whether the chain is whole.',
    options: [
      ['--check', 'check the chain instead'],
      ['--json', 'with --check: print one JSON object'],
    ],
    json: publicFields(zonesCalls['zones.auditCheck'].output, 'lines cut brokenAt lastHash'),
    run: async (asking, { check }: { readonly check?: true }) =>
      check === true ? asking.client.call('zones.auditCheck', null) : printAudit(asking),
    lines: found => {
      if (found === null) return [];
      if (found.brokenAt !== null) return [`The chain is broken at line ${found.brokenAt}.`];
      return [`${formatCount(found.lines, 'line')}, the chain is whole. The last hash is ${found.lastHash}`];
    },
    exit: found => (found === null || found.brokenAt === null ? EXIT.ok : EXIT.error),
  }),
];

const ALERTS: readonly Row[] = [
  row('zones test-alert', {
    ...alertTest,
    help: 'Sends a message to whoever is told when a zone needs somebody, now, and says what became of it.',
  }),
  row('zones alerts', {
    help: 'Lists what people should know of, newest first.',
    options: [
      ['--all', 'also what is solved'],
      new Option('--done <id>', 'put one away that does not solve itself').argParser(runNumber),
    ],
    json: listOf('alerts', publicFields(zoneAlert, 'id zone zoneName cause text raisedAt solvedAt')),
    run: async ({ client }, { all, done }: { readonly all?: true; readonly done?: number }) => {
      if (done !== undefined) await client.call('zones.acknowledge', { alert: done });
      return { alerts: await client.call('zones.alerts', { all: all === true }) };
    },
    lines: ({ alerts }) =>
      alerts.map(
        ({ id, zoneName, text, raisedAt, solvedAt }) =>
          `${id}  ${formatExact(raisedAt)}  ${zoneName}  ${solvedAt === null ? '' : 'solved: '}${text}`,
      ),
    exit: ({ alerts }) => (alerts.some(({ solvedAt }) => solvedAt === null) ? EXIT.attention : EXIT.ok),
  }),
];

/** What was sent, and the proof of it. */
export const proofRows: readonly Row[] = [...RUNS, ...AGAIN, ...PROOF, ...ALERTS];

/** The number of a run as an argument. */
export function runArgument(): Argument {
  return new Argument('<run>', 'its number, as listed by: benchtop zones runs').argParser(runNumber);
}

function runOption(about: string): Option {
  return new Option('--run <run>', about).argParser(runNumber);
}

function runLine(run: ZoneRun): string {
  const why = run.waitsFor === null ? '' : `, ${run.waitsFor}`;
  const where = run.folder === null ? '' : `  → ${run.folder}`;
  return `${run.id}  ${run.name}  ${run.state}${why}  ${run.confirmed} of ${run.files} files arrived, ${run.verified} verified, ${formatBytes(run.sizeBytes)}${where}`;
}

function fileLine(file: ZoneFile): string {
  const what = file.changedAfter ? `${file.state}, changed after it was sent` : file.state;
  return `  ${what}  ${file.path}  ${formatBytes(file.sizeBytes)}${file.trouble === null ? '' : `  ${file.trouble.text}`}`;
}

async function allRuns({ client }: Asking, zone: string): Promise<readonly ZoneRun[]> {
  const runs: ZoneRun[] = [];
  for (;;) {
    const page = await client.call('zones.runs', { zone, before: runs.at(-1)?.id ?? null, limit: PAGE });
    for (const each of page) runs.push(each);
    if (page.length < PAGE) return runs;
  }
}

async function allFiles({ client }: Asking, run: number): Promise<readonly ZoneFile[]> {
  const files: ZoneFile[] = [];
  for (;;) {
    const page = await client.call('zones.files', { run, after: files.at(-1)?.id ?? 0, limit: PAGE });
    for (const each of page) files.push(each);
    if (page.length < PAGE) return files;
  }
}

async function report({ client }: Asking, { zone, confirmed }: Zone & { readonly confirmed?: true }) {
  const rows: SafeFile[] = [];
  for (let after: number | null = 0; after !== null;) {
    const wanted = { zone, after, limit: PAGE, confirmed: confirmed === true };
    const page: { rows: SafeFile[]; next: number | null } = await client.call('zones.report', wanted);
    for (const row of page.rows) rows.push(row);
    after = page.next;
  }
  return { zone, files: rows.length, sizeBytes: rows.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0), rows };
}

async function printAudit({ client, context }: Asking): Promise<null> {
  for (let after: number | null = 0; after !== null;) {
    const page: { lines: string[]; next: number | null } = await client.call('zones.audit', { after, limit: PAGE });
    // Exactly as in the file: the hashes are of these very bytes.
    for (const line of page.lines) context.place().caller.print(`${line}\n`);
    after = page.next;
  }
  return null;
}
