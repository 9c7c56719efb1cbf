import { Argument } from 'commander';
import { z } from 'zod';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import {
  bundle,
  bundleFile,
  finding,
  type Finding,
  health,
  healthItem,
  type HealthItem,
  logLine,
  logPage,
  type ToolName,
  toolRun,
  type ToolRun,
} from '../../../../shared/features/diagnostics/model.ts';
import { diagnosticsCommandTexts as texts } from '../../../../shared/features/diagnostics/command-text.ts';
import { faultLine } from '../../../../shared/text/faults.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { EXIT, type ExitCode, exitCodeOfFault } from '../../runner/exit-codes.ts';
import { targetOf } from '../files/get-command.ts';
import { localTime } from '../../output/plain-text.ts';
import { publicFields } from '../../output/public-json.ts';
import { type Asking, type Row, row } from '../../runner/command-row.ts';

interface LogWish {
  readonly level: string;
  readonly text: string;
  readonly limit: string;
  readonly names?: true;
}

const LEVELS = ['error', 'info', 'debug'] as const;

/** Looking for what is wrong. */
export const diagnosticsRows: readonly Row[] = [
  row('doctor', {
    summary: 'look at everything that can be wrong',
    help: texts.doctor,
    json: publicFields(health, 'at worst', {
      items: z.array(publicFields(healthItem, 'id mirror state title text remedy fix')),
    }),
    call: 'diagnostics.health',
    input: () => ({ isThorough: true }),
    lines: ({ items }) => items.flatMap(texts.healthLines),
    exit: ({ items }) => exitCodeOfHealth(items),
  }),
  row('log', {
    summary: 'show what Benchtop wrote down, newest first',
    help: texts.log,
    options: [
      ['--level <level>', 'this and what is worse: error, info or debug', 'debug'],
      ['--text <words>', 'only lines with all of these words', ''],
      ['--limit <count>', 'at most so many lines', '200'],
      ['--names', 'show the names of files and folders'],
    ],
    json: publicFields(logPage, { lines: z.array(publicFields(logLine, 'at level event text')) }, 'hasMore'),
    call: 'diagnostics.log',
    input: ({ level, text, limit, names }: LogWish) => ({
      before: null,
      limit: Math.min(1000, Math.max(1, Math.floor(Number(limit)) || 200)),
      level: LEVELS.find(each => each === level) ?? 'debug',
      text,
      showsNames: names === true,
    }),
    lines: ({ lines }) => lines.map(line => texts.logLine(line, localTime)),
  }),
  row('support-bundle [file]', {
    summary: 'write what helps somebody to help you into a zip file',
    help: texts.bundle,
    arguments: [new Argument('[file]', 'the zip file to write, or a folder that exists').default('.')],
    options: [
      ['--list', 'only say which files would be in it; nothing is written'],
      ['--show <name>', 'print one of these files exactly as it would be written'],
      ['--names', 'keep the names of files and folders'],
    ],
    json: publicFields(bundle, { path: z.string().nullable() }, 'at showsNames sizeBytes', {
      files: z.array(publicFields(bundleFile, 'name about sizeBytes')),
    }),
    run: writeBundle,
  }),
  tool('verify', 'compare the files of a mirror with the record'),
  tool('rebuild', 'say what a new record would find, or really begin one', [['--really', 'begin a new record']]),
];

/** The first that applies: a person has to sign in, only the service is away, anything failed, anything is worth a look. */
export function exitCodeOfHealth(items: readonly HealthItem[]): ExitCode {
  const failed = items.filter(({ state }) => state === 'fail').map(({ id }) => id);
  if (failed.includes('credentials') || failed.includes('secrets')) return EXIT.signIn;
  if (failed.length > 0) return failed.every(id => id === 'service') ? EXIT.temporary : EXIT.error;
  return items.some(({ state }) => state === 'warn') ? EXIT.attention : EXIT.ok;
}

interface BundleWish {
  readonly file: string;
  readonly list?: true;
  readonly show?: string;
  readonly names?: true;
  readonly json?: true;
}

async function writeBundle({ client, context }: Asking, { file, list, show, names, json }: BundleWish): Promise<void> {
  const made = await client.call('diagnostics.bundle', { showsNames: names === true });
  if (show !== undefined) return showFile(client, context, { bundle: made.id, name: show });
  const path = list === true ? null : await save(client, context, { bundle: made.id, file });
  if (json) context.printJson({ ...made, path });
  else context.printLines(path === null ? made.files.map(texts.bundleLine) : [path]);
  if (path !== null) context.tell(texts.local);
}

async function save(
  client: EngineClient,
  context: CommandContext,
  asked: { readonly bundle: string; readonly file: string },
) {
  const target = targetOf(context, asked.file);
  return (await client.call('diagnostics.saveBundle', { bundle: asked.bundle, ...target })).path;
}

async function showFile(
  client: EngineClient,
  context: CommandContext,
  asked: { readonly bundle: string; readonly name: string },
): Promise<void> {
  for (let offset: number | null = 0; offset !== null;) {
    const page: { text: string; next: number | null } = await client.call('diagnostics.bundleFile', {
      ...asked,
      offset,
    });
    context.place().caller.print(page.text);
    offset = page.next;
  }
}

interface ToolWish {
  readonly mirror: string;
  readonly really?: true;
}

/** A tool that goes through a mirror. `--json` comes before the options of its own. */
function tool(name: 'verify' | 'rebuild', summary: string, own: readonly (readonly [string, string])[] = []): Row {
  return row(`${name} <mirror>`, {
    summary,
    help: texts[name],
    arguments: ['as listed by: benchtop mirror list'],
    options: [['--json', 'print one JSON object'], ...own],
    json: publicFields(toolRun, 'tool mirror state done found summary', {
      findings: z.array(publicFields(finding, 'path code text')),
    }),
    run: async ({ client, context }, { mirror, really }: ToolWish) => {
      const run = await runTool(client, context, { tool: really === true ? 'renew' : name, mirror });
      return { ...run, findings: await allFindings(client, run.id) };
    },
    lines: ({ findings, summary: sums }) => [...findings.map(({ path, text }) => `${path}  ${text}`), ...sums],
    tell: ({ fault }) => (fault === null ? null : faultLine(fault)),
    exit: ({ fault, state, found }) => {
      if (fault !== null) return exitCodeOfFault(fault.kind);
      // What would be done about new records is no trouble.
      return state === 'stopped' ? EXIT.temporary : name === 'verify' && found > 0 ? EXIT.attention : EXIT.ok;
    },
  });
}

/** Stopping the command stops the tool, also that of a daemon. */
async function runTool(
  client: EngineClient,
  context: CommandContext,
  asked: { readonly tool: ToolName; readonly mirror: string },
): Promise<ToolRun> {
  const { run: id } = await client.call('diagnostics.begin', asked);
  const { stop } = context.place().caller;
  const end = (): void => void client.call('diagnostics.stop', { run: id }).catch(() => undefined);
  stop.addEventListener('abort', end, { once: true });
  let hang: () => void = () => undefined;
  try {
    return await new Promise<ToolRun>(ended => {
      hang = client.on('diagnostics.tool', run => {
        if (run?.id === id && run.state !== 'running') ended(run);
      });
    });
  } finally {
    hang();
    stop.removeEventListener('abort', end);
  }
}

async function allFindings(client: EngineClient, run: string): Promise<readonly Finding[]> {
  const AT_ONCE = 1000;
  const all: Finding[] = [];
  for (;;) {
    const { findings } = await client.call('diagnostics.findings', { run, from: all.length, limit: AT_ONCE });
    for (const each of findings) all.push(each);
    if (findings.length < AT_ONCE) return all;
  }
}
