import type { Command } from 'commander';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import type {
  Bundle,
  Finding,
  Health,
  HealthItem,
  LogLine,
  ToolName,
  ToolRun,
} from '../../../../shared/features/diagnostics/model.ts';
import { diagnosticsCommandTexts as texts } from '../../../../shared/features/diagnostics/command-text.ts';
import { faultLine } from '../../../../shared/text/faults.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { EXIT, type ExitCode, exitCodeOfFault } from '../../runner/exit-codes.ts';
import { targetOf } from '../files/get-command.ts';
import { type Format, JSON_OPTION } from '../../output/json-option.ts';
import { localTime } from '../../output/plain-text.ts';

/** `doctor`, `log`, `support-bundle`, `verify`, `rebuild`. */
export function addDiagnosticsCommands(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .summary('look at everything that can be wrong')
    .description(texts.doctor)
    .option(...JSON_OPTION)
    .action(({ json }: Format) =>
      context.ask(async ({ client }) => {
        const health = await client.call('diagnostics.health', { isThorough: true });
        if (json) context.printJson(healthShape(health));
        else context.printLines(health.items.flatMap(texts.healthLines));
        return exitCodeOfHealth(health.items);
      }),
    );
  addLog(program, context);
  addBundle(program, context);
  addTool(program, context, {
    name: 'verify',
    tool: 'verify',
    summary: 'compare the files of a mirror with the record',
  });
  addTool(program, context, {
    name: 'rebuild',
    tool: 'rebuild',
    summary: 'say what a new record would find, or really begin one',
  });
}

/** The first that applies: somebody has to sign in, only the service is away, anything failed, anything is worth a look. */
export function exitCodeOfHealth(items: readonly HealthItem[]): ExitCode {
  const failed = items.filter(({ state }) => state === 'fail').map(({ id }) => id);
  if (failed.includes('credentials') || failed.includes('secrets')) return EXIT.signIn;
  if (failed.length > 0) return failed.every(id => id === 'service') ? EXIT.temporary : EXIT.error;
  return items.some(({ state }) => state === 'warn') ? EXIT.attention : EXIT.ok;
}

/** `doctor --json`. */
function healthShape({ at, worst, items }: Health): object {
  return {
    v: 1,
    at,
    worst,
    items: items.map(({ id, mirror, state, title, text, remedy, fix }) => ({
      id,
      mirror,
      state,
      title,
      text,
      remedy,
      fix,
    })),
  };
}

interface LogOptions extends Format {
  readonly level: string;
  readonly text: string;
  readonly limit: string;
  readonly names?: true;
}

const LEVELS = ['error', 'info', 'debug'] as const;

function addLog(program: Command, context: CommandContext): void {
  program
    .command('log')
    .summary('show what Benchtop wrote down, newest first')
    .description(texts.log)
    .option('--level <level>', 'this and what is worse: error, info or debug', 'debug')
    .option('--text <words>', 'only lines with all of these words', '')
    .option('--limit <count>', 'at most so many lines', '200')
    .option('--names', 'show the names of files and folders')
    .option(...JSON_OPTION)
    .action(({ level, text, limit, names, json }: LogOptions) =>
      context.ask(async ({ client }) => {
        const asked = {
          before: null,
          limit: Math.min(1000, Math.max(1, Math.floor(Number(limit)) || 200)),
          level: LEVELS.find(each => each === level) ?? 'debug',
          text,
          showsNames: names === true,
        };
        const { lines, hasMore } = await client.call('diagnostics.log', asked);
        if (json) context.printJson({ v: 1, lines: lines.map(logShape), hasMore });
        else context.printLines(lines.map(line => texts.logLine(line, localTime)));
      }),
    );
}

function logShape({ at, level, event, text }: LogLine): object {
  return { at, level, event, text };
}

interface BundleOptions extends Format {
  readonly list?: true;
  readonly show?: string;
  readonly names?: true;
}

function addBundle(program: Command, context: CommandContext): void {
  program
    .command('support-bundle')
    .summary('write what helps somebody to help you into a zip file')
    .description(texts.bundle)
    .argument('[file]', 'the zip file to write, or a folder that exists', '.')
    .option('--list', 'only say which files would be in it; nothing is written')
    .option('--show <name>', 'print one of these files exactly as it would be written')
    .option('--names', 'keep the names of files and folders')
    .option(...JSON_OPTION)
    .action((file: string, { list, show, names, json }: BundleOptions) =>
      context.ask(async ({ client }) => {
        const bundle = await client.call('diagnostics.bundle', { showsNames: names === true });
        if (show !== undefined) return showFile(client, context, { bundle: bundle.id, name: show });
        const path = list === true ? null : await save(client, context, { bundle: bundle.id, file });
        if (json) context.printJson(bundleShape(bundle, path));
        else if (path === null) context.printLines(bundle.files.map(texts.bundleLine));
        else context.printLines([path]);
        if (path !== null) context.tell(texts.local);
        return EXIT.ok;
      }),
    );
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
): Promise<ExitCode> {
  for (let offset: number | null = 0; offset !== null;) {
    const page: { text: string; next: number | null } = await client.call('diagnostics.bundleFile', {
      ...asked,
      offset,
    });
    context.place().caller.print(page.text);
    offset = page.next;
  }
  return EXIT.ok;
}

function bundleShape({ at, showsNames, files, sizeBytes }: Bundle, path: string | null): object {
  return {
    v: 1,
    path,
    at,
    showsNames,
    sizeBytes,
    files: files.map(({ name, about, sizeBytes: size }) => ({ name, about, sizeBytes: size })),
  };
}

function addTool(
  program: Command,
  context: CommandContext,
  { name, tool, summary }: { readonly name: string; readonly tool: 'verify' | 'rebuild'; readonly summary: string },
): void {
  const command = program
    .command(name)
    .summary(summary)
    .description(texts[tool])
    .argument('<mirror>', 'as listed by: benchtop mirror list')
    .option(...JSON_OPTION)
    .action((mirror: string, { json, really }: Format & { readonly really?: true }) =>
      context.ask(async ({ client }) => {
        const run = await runTool(client, context, { tool: really === true ? 'renew' : tool, mirror });
        const findings = await allFindings(client, run.id);
        if (json) context.printJson(toolShape(run, findings));
        else context.printLines([...findings.map(({ path, text }) => `${path}  ${text}`), ...run.summary]);
        if (run.fault !== null) {
          context.tell(faultLine(run.fault));
          return exitCodeOfFault(run.fault.kind);
        }
        // What would be done about new records is no trouble.
        return run.state === 'stopped' ? EXIT.temporary : tool === 'verify' && run.found > 0 ? EXIT.attention : EXIT.ok;
      }),
    );
  if (tool === 'rebuild') command.option('--really', 'begin a new record');
}

/** Whoever stops the command stops the tool, also that of a daemon. */
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

/** `verify --json`, `rebuild --json`. */
function toolShape({ tool, mirror, state, done, found, summary }: ToolRun, findings: readonly Finding[]): object {
  return {
    v: 1,
    tool,
    mirror,
    state,
    done,
    found,
    summary,
    findings: findings.map(({ path, code, text }) => ({ path, code, text })),
  };
}
