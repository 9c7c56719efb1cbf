import { Option } from 'commander';

import { nowTexts } from '../../../../shared/features/status/command-text.ts';
import type { SyncReport } from '../../../../shared/features/status/model.ts';
import { statusLines, syncLines } from '../../output/plain-text.ts';
import { type Asking, type Row, row } from '../../runner/command-row.ts';
import { EXIT, type ExitCode, exitCodeOfReport } from '../../runner/exit-codes.ts';

interface Json {
  readonly json?: true;
}

/** Syncing once, and how things are. */
export const syncRows: readonly Row[] = [
  row('sync', {
    summary: 'bring all mirrors in step once',
    help:
      'Brings all mirrors in step: repeats complete looks at both sides until there is nothing to do. Files that are still ' +
      'changing are waited for up to 60 seconds. Removals that wait for their time are not waited for. Where a daemon ' +
      'runs, it is asked to do so.\n\nThe exit code is the first that applies of 2, 4, 75, 1, 5, 3, 0.',
    options: [new Option('--once', 'once, then end (to keep syncing, use: benchtop daemon)').makeOptionMandatory()],
    json: async () => (await import('./status-json.ts')).syncJson,
    run: syncOnce,
    exit: code => code,
  }),
  row('status', {
    summary: 'show how things are',
    help: 'Shows how things are: the state, each mirror, and what is held, blocked or in conflict.',
    json: async () => (await import('./status-json.ts')).statusJson,
    run: status,
  }),
];

async function syncOnce({ client, context }: Asking, { json }: Json): Promise<ExitCode> {
  const report = await client.call('sync.once', null);
  // Cut short, it is no report of a whole sync.
  if (context.place().caller.stop.aborted) return EXIT.temporary;
  if (json) context.printJson(report);
  else context.printLines(syncLines(report));
  for (const remark of remarks(report)) context.tell(remark);
  return exitCodeOfReport(report);
}

/** What a report means for the person, beyond its numbers. */
function remarks({ stopped, guarded, blocked, conflicted }: SyncReport): readonly string[] {
  return [
    ...(stopped === null ? [] : [stopped.text]),
    ...(guarded ? ['Removals wait for your answer. Nothing was removed. See: benchtop guards list'] : []),
    ...(conflicted.length === 0 ? [] : ['Both versions are kept. See: benchtop conflicts list']),
    ...(blocked.length === 0 ? [] : ['Some items are not in step; the files are kept. See: benchtop status']),
  ];
}

async function status({ client, context, isDaemon }: Asking, { json }: Json): Promise<void> {
  const found = await client.call('sync.status', null);
  if (json) return context.printJson(found);
  context.printLines(statusLines(found, await client.call('sync.open', null)));
  if (!isDaemon && found.state === 'overdue') context.tell(nowTexts.nothingRuns);
}
