import type { Row } from '../runner/command-row.ts';

/** Commands that are loaded together: the first words of those that help shows, and where their rows are. */
type Part = readonly [names: string, load: () => Promise<readonly Row[]>];

/**
 * Every command there is, in the order in which help lists them; a group comes before what is in it. Loading all of them
 * takes longer than most commands run, so a part is loaded when one of its names is called. `__complete` has no name
 * here: it tells of all commands.
 */
const PARTS: readonly Part[] = [
  [
    'login capabilities logout account invitation',
    async () => (await import('./account/account-commands.ts')).accountRows,
  ],
  ['mirror', async () => (await import('./mirrors/mirror-commands.ts')).mirrorRows],
  ['sync status', async () => (await import('./daemon/sync-commands.ts')).syncRows],
  ['waiting check about', async () => (await import('./daemon/status-commands.ts')).nowRows],
  ['pause resume', async () => (await import('./mirrors/pause-commands.ts')).pauseRows],
  ['limits', async () => (await import('./mirrors/limit-commands.ts')).limitRows],
  ['network', async () => (await import('./mirrors/network-commands.ts')).networkRows],
  ['attention', async () => (await import('./attention/attention-commands.ts')).attentionRows],
  ['alerts', async () => (await import('./attention/alert-commands.ts')).alertRows],
  ['conflicts', async () => (await import('./attention/attention-commands.ts')).conflictRows],
  ['guards', async () => (await import('./attention/attention-commands.ts')).guardRows],
  ['problems', async () => (await import('./attention/problem-commands.ts')).problemRows],
  ['why', async () => (await import('./attention/why-commands.ts')).whyRows],
  ['ignore', async () => (await import('./mirrors/ignore-commands.ts')).ignoreRows],
  ['files', async () => (await import('./files/list-commands.ts')).listRows],
  ['files', async () => (await import('./files/file-commands.ts')).fileRows],
  ['library files', async () => (await import('./library/library-commands.ts')).libraryRows],
  ['free keep', async () => (await import('./files/online-only-commands.ts')).onlineOnlyRows],
  ['versions', async () => (await import('./versions/versions-commands.ts')).versionRows],
  ['share', async () => (await import('./sharing/share-commands.ts')).shareRows],
  ['chat', async () => (await import('./chat/chat-commands.ts')).chatRows],
  ['org', async () => (await import('./organization/org-commands.ts')).orgRows],
  ['projects', async () => (await import('./organization/project-commands.ts')).projectRows],
  ['connections', async () => (await import('./connections/connection-commands.ts')).connectionRows],
  ['export', async () => (await import('./organization/export-commands.ts')).exportRows],
  ['removed', async () => (await import('./files/list-commands.ts')).removedRows],
  ['search', async () => (await import('./files/search-commands.ts')).searchRows],
  ['preview', async () => (await import('./files/preview-commands.ts')).lookRows],
  ['store', async () => (await import('./files/trash-commands.ts')).storeRows],
  ['undo', async () => (await import('./activity/undo-commands.ts')).undoRows],
  ['activity checks', async () => (await import('./activity/activity-commands.ts')).activityRows],
  ['config', async () => (await import('./account/config-commands.ts')).configRows],
  ['policy', async () => (await import('./daemon/managed-commands.ts')).managedRows],
  ['computer', async () => (await import('./account/computer-command.ts')).computerRows],
  [
    'doctor log support-bundle verify rebuild',
    async () => (await import('./daemon/diagnostics-commands.ts')).diagnosticsRows,
  ],
  ['zones', async () => (await import('./zones/zones-commands.ts')).zoneRows],
  ['setup', async () => (await import('../setting-up/setup-command.ts')).setupRows],
  ['service', async () => (await import('../unattended/service-commands.ts')).serviceRows],
  ['metrics', async () => (await import('./daemon/metrics-commands.ts')).metricsRows],
  ['daemon window', async () => (await import('./daemon/daemon-commands.ts')).daemonRows],
  ['stop', async () => (await import('./daemon/stop-command.ts')).stopRows],
  ['completion', async () => (await import('../completing/completion-commands.ts')).completionRows],
];

/** The rows of every command. */
export async function allCommands(): Promise<readonly Row[]> {
  return rowsOf(PARTS);
}

/** The rows that these arguments of the program are about: those of the command that is called, else all. A version is said
 * without any. */
export async function commandsFor(args: readonly string[]): Promise<readonly Row[]> {
  const called = calledIn(args);
  if (called === '--version' || called === '-V') return [];
  const parts = PARTS.filter(([names]) => names.split(' ').includes(called));
  if (parts.length === 0) return allCommands();
  // A part may hold rows below another group, whose own row is not loaded then.
  return (await rowsOf(parts)).filter(({ words }) => words.split(' ')[0] === called);
}

/** The word behind the options of the program that take part in running a command; empty where another thing stands there. */
function calledIn(args: readonly string[]): string {
  const [first = '', , ...rest] = args;
  if (first === '--data') return calledIn(rest);
  return first.startsWith('--data=') ? calledIn(args.slice(1)) : first;
}

async function rowsOf(parts: readonly Part[]): Promise<readonly Row[]> {
  return (await Promise.all(parts.map(([, load]) => load()))).flat();
}
