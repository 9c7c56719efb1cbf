import { type Command, InvalidArgumentError } from 'commander';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import type { SafeFile, ZoneFile, ZoneRun } from '../../../../shared/features/zones/model.ts';
import { formatBytes, formatCount, formatExact } from '../../../../shared/text/format.ts';
import { testAlerts } from '../attention/alert-commands.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { EXIT } from '../../runner/exit-codes.ts';

const PAGE = 1000;

interface Format {
  readonly json?: true;
}

/** `zones runs|show|retry|send-now|verify|report|audit|alerts`. */
export function addZoneProofCommands(zones: Command, context: CommandContext): void {
  addRuns(zones, context);
  addAgain(zones, context);
  addReport(zones, context);
  addAudit(zones, context);
  addAlerts(zones, context);
}

/** A run, as typed. @throws InvalidArgumentError. */
export function runNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text))
    throw new InvalidArgumentError('Write the number of a run, as listed by: benchtop zones runs');
  return Number(text);
}

function addRuns(zones: Command, context: CommandContext): void {
  zones
    .command('runs')
    .description('Lists the runs of a zone, newest first.')
    .argument('<zone>', 'its id or name')
    .option('--json', 'print one JSON object')
    .action((zone: string, options: Format) =>
      context.ask(async ({ client }) => {
        const runs = await allRuns(client, zone);
        if (options.json) context.printJson({ v: 1, runs });
        else context.printLines(runs.map(runLine));
      }),
    );
  zones
    .command('show')
    .description('Shows one run with its files.')
    .argument('<run>', 'its number, as listed by: benchtop zones runs', runNumber)
    .option('--json', 'print one JSON object')
    .action((run: number, options: Format) =>
      context.ask(async ({ client }) => {
        const page = await client.call('zones.runPage', { run });
        const files = await allFiles(client, run);
        if (options.json) context.printJson({ v: 1, run: page, files });
        else context.printLines([runLine(page), ...files.map(fileLine)]);
      }),
    );
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

async function allRuns(client: EngineClient, zone: string): Promise<readonly ZoneRun[]> {
  const runs: ZoneRun[] = [];
  for (;;) {
    const page = await client.call('zones.runs', { zone, before: runs.at(-1)?.id ?? null, limit: PAGE });
    for (const each of page) runs.push(each);
    if (page.length < PAGE) return runs;
  }
}

async function allFiles(client: EngineClient, run: number): Promise<readonly ZoneFile[]> {
  const files: ZoneFile[] = [];
  for (;;) {
    const page = await client.call('zones.files', { run, after: files.at(-1)?.id ?? 0, limit: PAGE });
    for (const each of page) files.push(each);
    if (page.length < PAGE) return files;
  }
}

function addAgain(zones: Command, context: CommandContext): void {
  zones
    .command('retry')
    .description('Tries what failed or was refused again now.')
    .argument('<zone>', 'its id or name')
    .option('--run <run>', 'only of this run', runNumber)
    .action((zone: string, options: { readonly run?: number }) =>
      context.ask(async ({ client }) => {
        const { files } = await client.call('zones.retry', { zone, run: options.run ?? null });
        context.tell(`${formatCount(files, 'file')} will be tried again.`);
      }),
    );
  zones
    .command('send-now')
    .description('Says that a run is finished: it is sent as it is now, even if it has not come to rest.')
    .argument('<run>', 'its number, as listed by: benchtop zones runs', runNumber)
    .action((run: number) => context.ask(({ client }) => client.call('zones.sendNow', { run }).then(() => undefined)));
  zones
    .command('verify')
    .description('Reads everything back that was not yet, and compares it with what was sent.')
    .argument('<zone>', 'its id or name')
    .option('--run <run>', 'only this run', runNumber)
    .option('--json', 'print one JSON object')
    .action((zone: string, options: Format & { readonly run?: number }) =>
      context.ask(async ({ client }) => {
        const { verified } = await client.call('zones.verify', { zone, run: options.run ?? null });
        if (options.json) context.printJson({ v: 1, verified });
        else context.printLines([`${formatCount(verified, 'file')} verified.`]);
      }),
    );
}

function addReport(zones: Command, context: CommandContext): void {
  zones
    .command('report')
    .summary('what may be removed from this computer')
    .description(
      'Lists what may be removed from this computer: files that were read back from the service and are unchanged here. Nothing is ever removed by Benchtop. The lines are those of a manifest, for sha256sum -c in the folder.',
    )
    .argument('<zone>', 'its id or name')
    .option('--confirmed', 'also what the service confirmed and nobody read back')
    .option('--json', 'print one JSON object')
    .action((zone: string, options: Format & { readonly confirmed?: true }) =>
      context.ask(async ({ client }) => {
        const rows: SafeFile[] = [];
        for (let after: number | null = 0; after !== null;) {
          const page: { rows: SafeFile[]; next: number | null } = await client.call('zones.report', {
            zone,
            after,
            limit: PAGE,
            confirmed: options.confirmed === true,
          });
          for (const each of page.rows) rows.push(each);
          after = page.next;
        }
        const sizeBytes = rows.reduce((sum, row) => sum + row.sizeBytes, 0);
        if (options.json) context.printJson({ v: 1, zone, files: rows.length, sizeBytes, rows });
        else context.printLines(rows.map(({ sha256, path }) => `${sha256}  ${path}`));
        context.tell(
          `${formatCount(rows.length, 'file')} (${formatBytes(sizeBytes)}) may be removed from this computer.`,
        );
      }),
    );
}

function addAudit(zones: Command, context: CommandContext): void {
  zones
    .command('audit')
    .summary('what was done, line by line, in a chain of hashes')
    .description(
      'Prints the audit log: JSON Lines, each with the SHA-256 of the line before as `prev`. With --check says whether the chain is whole.',
    )
    .option('--check', 'check the chain instead')
    .option('--json', 'with --check: print one JSON object')
    .action((options: Format & { readonly check?: true }) =>
      context.ask(async ({ client }) => {
        if (options.check !== true) return printAudit(client, context);
        const found = await client.call('zones.auditCheck', null);
        if (options.json) context.printJson({ v: 1, ...found });
        else if (found.brokenAt !== null) context.printLines([`The chain is broken at line ${found.brokenAt}.`]);
        else
          context.printLines([
            `${formatCount(found.lines, 'line')}, the chain is whole. The last hash is ${found.lastHash}`,
          ]);
        return found.brokenAt === null ? EXIT.ok : EXIT.error;
      }),
    );
}

async function printAudit(client: EngineClient, context: CommandContext): Promise<void> {
  for (let after: number | null = 0; after !== null;) {
    const page: { lines: string[]; next: number | null } = await client.call('zones.audit', { after, limit: PAGE });
    // Exactly as in the file: the hashes are of these very bytes.
    for (const line of page.lines) context.place().caller.print(`${line}\n`);
    after = page.next;
  }
}

function addAlerts(zones: Command, context: CommandContext): void {
  zones
    .command('test-alert')
    .description('Sends a message to whoever is told when a zone needs somebody, now, and says what became of it.')
    .option('--json', 'print one JSON object')
    .action(({ json }: Format) => context.ask(({ client }) => testAlerts(client, context, json)));
  zones
    .command('alerts')
    .description('Lists what people should know of, newest first.')
    .option('--all', 'also what is solved')
    .option('--done <id>', 'put one away that does not solve itself', runNumber)
    .option('--json', 'print one JSON object')
    .action((options: Format & { readonly all?: true; readonly done?: number }) =>
      context.ask(async ({ client }) => {
        if (options.done !== undefined) await client.call('zones.acknowledge', { alert: options.done });
        const alerts = await client.call('zones.alerts', { all: options.all === true });
        if (options.json) context.printJson({ v: 1, alerts });
        else
          context.printLines(
            alerts.map(
              ({ id, zoneName, text, raisedAt, solvedAt }) =>
                `${id}  ${formatExact(raisedAt)}  ${zoneName}  ${solvedAt === null ? '' : 'solved: '}${text}`,
            ),
          );
        return alerts.some(({ solvedAt }) => solvedAt === null) ? EXIT.attention : EXIT.ok;
      }),
    );
}
