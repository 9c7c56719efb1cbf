import type { Health } from '../../../shared/features/diagnostics/model.ts';
import { bundleTexts as texts } from '../../../shared/features/diagnostics/text.ts';
import { stepWords } from '../../../shared/features/activity/why-text.ts';
import { MIB } from '../../../shared/units.ts';
import { isoTime } from '../../core/calendar.ts';
import { openItems } from '../../engine/loop/open-items.ts';
import { allSettings, readSettings } from '../../engine/context/settings.ts';
import { readLimits } from '../../engine/limits/bandwidth-limits.ts';
import { NEWEST_SCHEMA } from '../../journal/storage/migrate.ts';
import { entryOf } from '../activity/activity.ts';
import { readNetwork } from '../settings/network.ts';
import type { AppContext } from '../../items/app-context.ts';
import { lineOf } from './log-lines.ts';
import { redactValue, type Redactor } from './redact.ts';

const MOST_HAPPENINGS = 500;
const MOST_LOOKS = 100;
const MOST_WAITING = 1000;
/** Length of the log in the bundle, in characters. */
const MOST_LOG = 2 * MIB;

/** The files of a support bundle by name, in reading order, all redacted. */
export async function bundleContents(
  context: AppContext,
  redactor: Redactor,
  { at, showsNames, health }: { readonly at: string; readonly showsNames: boolean; readonly health: Health },
): Promise<ReadonlyMap<string, string>> {
  const { journal, settings } = context;
  const json = (value: unknown): string => `${JSON.stringify(redactValue(value, redactor), null, 2)}\n`;
  const lines = (values: readonly unknown[]): string =>
    values.map(value => `${JSON.stringify(redactValue(value, redactor))}\n`).join('');
  const network = readNetwork(journal);
  return new Map([
    ['about.txt', redactor.secrets(aboutText(settings.version, at, showsNames))],
    ['health.json', json(health)],
    ['status.json', json(await statusOf(context))],
    ['settings.json', json({ settings: allSettings(journal.facts), limits: readLimits(journal.facts), network })],
    ['folders.json', json(foldersOf(context))],
    ['waiting.json', json(waitingOf(context))],
    ['activity.jsonl', lines(journal.history.page(null, MOST_HAPPENINGS).map(entryOf))],
    ['checks.json', json(journal.fullScans.page(null, MOST_LOOKS).map(look => ({ ...look, at: isoTime(look.at) })))],
    ['records.json', json(recordsOf(context))],
    ['log.jsonl', logText(context, redactor)],
  ]);
}

function aboutText(version: string, at: string, showsNames: boolean): string {
  const files = Object.entries(texts.about).map(([name, about]) => `${name.padEnd(16)}${about}`);
  return `${[texts.intro(version, at), '', ...files, '', showsNames ? texts.named : texts.hidden, texts.local].join('\n')}\n`;
}

async function statusOf({ engine, settings, world }: AppContext): Promise<object> {
  const { stop, tally, transfers, waitUntil, working, observing } = engine;
  return {
    version: settings.version,
    computer: settings.computer,
    machine: world.machine?.facts() ?? null,
    power: (await world.power?.read()) ?? null,
    standing: await engine.accountState().catch(() => 'unreadable'),
    stop,
    waitUntil: waitUntil === null ? null : isoTime(waitUntil),
    working,
    looking: observing,
    planned: tally.planned,
    done: tally.inRound,
    transfers: transfers.map(({ path, direction, doneBytes, sizeBytes, attempt }) => ({
      path,
      direction,
      doneBytes,
      sizeBytes,
      attempt,
    })),
  };
}

function foldersOf({ journal }: AppContext): readonly object[] {
  return journal.mirrors.all().map(({ id, remoteId, remotePath, root, mode, halted, checkedAt, epoch }) => ({
    mirror: id,
    remoteId,
    remotePath,
    path: root.path,
    volume: root.volume,
    mode,
    halted,
    checkedAt: checkedAt === null ? null : isoTime(checkedAt),
    epoch,
  }));
}

function waitingOf({ journal, world }: AppContext): readonly object[] {
  const settings = readSettings(journal.facts);
  return journal.mirrors.all().map(mirror => {
    const { queued, held, blocked, conflicted } = openItems({ journal, world, settings }, mirror);
    return {
      mirror: mirror.id,
      queuedTotal: queued.length,
      queued: queued.slice(0, MOST_WAITING).map(({ item, kind }) => ({
        path: journal.pathOf(item),
        step: kind,
        words: stepWords(kind),
      })),
      held: held.slice(0, MOST_WAITING),
      blocked: blocked.slice(0, MOST_WAITING),
      conflicted: conflicted.slice(0, MOST_WAITING),
      problems: journal.problems.all(mirror.id).slice(0, MOST_WAITING),
      begun: journal.intents.all(mirror.id).map(({ item, work }) => ({ item, kind: work.kind })),
    };
  });
}

/** Numbers only. */
function recordsOf({ journal }: AppContext): object {
  return {
    schema: NEWEST_SCHEMA,
    mirrors: journal.mirrors.all().map(({ id, rootItem }) => {
      const counts: Record<string, number> = {};
      for (const item of journal.items.tree(id, rootItem).items.values()) {
        const key = `${item.kind} here:${item.localPresence} there:${item.remotePresence}${item.base === null ? ' new' : ''}`;
        counts[key] = (counts[key] ?? 0) + 1;
      }
      return { mirror: id, counts };
    }),
    openConflicts: journal.conflicts.open().length,
    guards: journal.guards.all().length,
    outgoing: journal.outgoing.all().map(({ id, at, work, fault, attempts }) => ({
      id,
      at: isoTime(at),
      kind: work.kind,
      fault,
      attempts,
    })),
    store: { files: journal.trash.all().length, bytes: journal.trash.totalBytes() },
  };
}

/** The newest lines that fit, oldest first. */
function logText({ world }: AppContext, redactor: Redactor): string {
  const { first, lines } = world.logBook?.read() ?? { first: 1, lines: [] };
  const kept: string[] = [];
  let size = 0;
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const { at, level, event, text } = lineOf(lines[index] ?? '', first + index, redactor);
    const line = `${JSON.stringify({ at, level, event, text })}\n`;
    size += line.length;
    if (size > MOST_LOG) break;
    kept.push(line);
  }
  return kept.reverse().join('');
}
