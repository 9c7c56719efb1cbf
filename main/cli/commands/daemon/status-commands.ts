import { type WaitingInfo, waitingInfo } from '../../../../shared/features/activity/model.ts';
import { activityWords } from '../../../../shared/features/activity/text.ts';
import { aboutInfo } from '../../../../shared/features/settings/model.ts';
import { nowTexts } from '../../../../shared/features/status/command-text.ts';
import { aboutTexts } from '../../../../shared/features/settings/about-text.ts';
import { comingTime } from '../../output/plain-text.ts';
import { publicFields } from '../../output/public-json.ts';
import { type Row, row } from '../../runner/command-row.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { openItems } from './status-json.ts';

const GROUPS = ['conflicted', 'blocked', 'held', 'queued'] as const;

/** What the window shows of this moment. */
export const nowRows: readonly Row[] = [
  row('waiting', {
    summary: 'show what is not done yet, and why',
    help: nowTexts.waiting,
    json: publicFields(
      waitingInfo,
      { conflicted: openItems, blocked: openItems, held: openItems, queued: openItems },
      'queuedTotal standing',
    ),
    call: 'activity.waiting',
    lines: waitingLines,
  }),
  row('check', {
    summary: 'look at both sides now',
    help: nowTexts.check,
    run: async ({ client, isDaemon }) => {
      if (!isDaemon) throw new Ending(EXIT.error, nowTexts.nothingRuns);
      await client.call('sync.checkNow', null);
    },
    tell: () => nowTexts.checking,
  }),
  row('about', {
    summary: 'say what this program is',
    help: aboutTexts.help,
    json: publicFields(aboutInfo, 'version computer dataDirectory command storeBytes storeFiles'),
    call: 'about.get',
    lines: aboutTexts.lines,
  }),
];

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
