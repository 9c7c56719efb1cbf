import { resolve } from 'node:path';

import type { Command } from 'commander';

import type { ActivityDetail, WaitingInfo } from '../../../../shared/features/activity/model.ts';
import { activityWords } from '../../../../shared/features/activity/text.ts';
import { nowTexts } from '../../../../shared/features/status/command-text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { type Format, JSON_OPTION } from '../../output/json-option.ts';
import { activityShape, openShape } from '../../output/json-shapes.ts';
import { activityLine, comingTime } from '../../output/plain-text.ts';

const GROUPS = ['conflicted', 'blocked', 'held', 'queued'] as const;

/** `waiting`, `check`, `about`: what the window shows of this moment. */
export function addNowCommands(program: Command, context: CommandContext): void {
  program
    .command('waiting')
    .summary('show what is not done yet, and why')
    .description(nowTexts.waiting)
    .option(...JSON_OPTION)
    .action(({ json }: Format) =>
      context.ask(async ({ client }) => {
        const waiting = await client.call('activity.waiting', null);
        if (json) context.printJson(waitingShape(waiting));
        else context.printLines(waitingLines(waiting));
      }),
    );
  program
    .command('check')
    .summary('look at both sides now')
    .description(nowTexts.check)
    .action(() =>
      context.ask(async ({ client, isDaemon }) => {
        if (!isDaemon) throw new Ending(EXIT.error, nowTexts.nothingRuns);
        await client.call('sync.checkNow', null);
        context.tell(nowTexts.checking);
      }),
    );
  program
    .command('about')
    .summary('say what this program is')
    .description(nowTexts.about)
    .option(...JSON_OPTION)
    .action(({ json }: Format) =>
      context.ask(async ({ client }) => {
        const about = await client.call('about.get', null);
        const { version, computer, dataDirectory, command, storeBytes, storeFiles } = about;
        if (json) context.printJson({ v: 1, version, computer, dataDirectory, command, storeBytes, storeFiles });
        else context.printLines(nowTexts.aboutLines(about));
      }),
    );
}

/** `activity show`. */
export function addActivityShow(activity: Command, context: CommandContext): void {
  activity
    .command('show')
    .description(nowTexts.entry)
    .argument('<id>', 'as printed by: benchtop activity --jsonl')
    .option(...JSON_OPTION)
    .action((id: string, { json }: Format) =>
      context.ask(async ({ client }) => {
        const detail = await client.call('activity.detail', { id: Number(id) });
        if (json) context.printJson(detailShape(detail));
        else context.printLines(detailLines(detail));
      }),
    );
}

/** `mirror place`. */
export function addMirrorPlace(mirror: Command, context: CommandContext): void {
  mirror
    .command('place')
    .summary('say whether a folder on this computer would do')
    .description(nowTexts.place)
    .argument('<folder>', 'the folder on this computer; it need not exist')
    .option(...JSON_OPTION)
    .action((folder: string, { json }: Format) =>
      context.ask(async ({ client }) => {
        const found = await client.call('setUp.checkPlace', { path: resolve(context.place().caller.folder, folder) });
        const { path, exists, isEmpty, freeBytes, findings } = found;
        if (json) context.printJson({ v: 1, path, exists, isEmpty, freeBytes, findings });
        else context.printLines(findings.map(({ level, text }) => `${nowTexts.findings[level]}: ${text}`));
        return findings.some(({ level }) => level === 'stop') ? EXIT.error : EXIT.ok;
      }),
    );
}

function waitingShape(waiting: WaitingInfo): object {
  const { conflicted, blocked, held, queued, queuedTotal, standing } = waiting;
  return {
    v: 1,
    conflicted: conflicted.map(openShape),
    blocked: blocked.map(openShape),
    held: held.map(openShape),
    queued: queued.map(openShape),
    queuedTotal,
    standing,
  };
}

function waitingLines(waiting: WaitingInfo): readonly string[] {
  const lines = GROUPS.flatMap(group => {
    const items = waiting[group].map(({ mirror, path, text, until }) => {
      const goesOn = until === null ? '' : ` (${comingTime(until)})`;
      return `  ${mirror}  ${path}  ${text}${goesOn}`;
    });
    return items.length === 0 ? [] : [activityWords.groups[group], ...items];
  });
  const more = waiting.queuedTotal - waiting.queued.length;
  if (lines.length === 0) return [activityWords.nothingListed[waiting.standing]];
  return more > 0 ? [...lines, `  ${nowTexts.more(more)}`] : lines;
}

function detailShape({ entry, servicePath, localPath, sha256 }: ActivityDetail): object {
  return { ...activityShape(entry), servicePath, localPath, sha256 };
}

function detailLines({ entry, servicePath, localPath, sha256 }: ActivityDetail): readonly string[] {
  return [activityLine(entry), ...[localPath, servicePath, sha256].flatMap(line => line ?? [])];
}
