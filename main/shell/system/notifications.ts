import type { AttentionItem } from '../../../shared/features/attention/model.ts';
import type { SyncState } from '../../../shared/features/status/model.ts';
import { desktopText } from '../../../shared/desktop/text.ts';
import { MINUTE } from '../../../shared/units.ts';

const texts = desktopText.notices;

/** What a notification may tell of, as it is now. */
export interface NoticeFacts {
  readonly attention: readonly Pick<AttentionItem, 'key' | 'group'>[];
  readonly state: SyncState;
  /** Tasks with a reply that the person has not looked at. */
  readonly replies: readonly string[];
  /** Drop zones that need the person to act. */
  readonly zones: readonly { readonly id: string; readonly name: string }[];
}

/** A notification of the system. No word of it comes out of a file (ux B2). */
export interface Notice {
  readonly title: string;
  readonly text: string;
  /** Where choosing it leads. */
  readonly hash: string;
}

/** What was told already: every cause once, until it is gone. `lastMs`: when the last calm notice was shown. */
export interface Told {
  readonly causes: ReadonlySet<string>;
  readonly lastMs: number;
}

export const NOTHING_TOLD: Told = { causes: new Set(), lastMs: -Infinity };

/** Notices that may wait come no closer together than this. */
const CALM_MS = 5 * MINUTE;

interface Kind {
  readonly causes: readonly string[];
  readonly isUrgent: boolean;
  readonly notice: (news: number) => Notice;
}

/**
 * What to tell of now, and what was told then. A person who has the window in front sees it there, and is not told
 * again later. @param hasFocus whether the window has the focus.
 */
export function noticesOf(
  facts: NoticeFacts,
  told: Told,
  { hasFocus, nowMs }: { readonly hasFocus: boolean; readonly nowMs: number },
): { readonly notices: readonly Notice[]; readonly told: Told } {
  const kinds = kindsOf(facts);
  const causes = new Set(kinds.flatMap(kind => kind.causes).filter(cause => hasFocus || told.causes.has(cause)));
  const notices: Notice[] = [];
  let { lastMs } = told;
  for (const { causes: all, isUrgent, notice } of kinds) {
    const news = all.filter(cause => !causes.has(cause));
    if (news.length === 0 || (!isUrgent && nowMs - lastMs < CALM_MS)) continue;
    notices.push(notice(news.length));
    for (const cause of news) causes.add(cause);
    if (!isUrgent) lastMs = nowMs;
  }
  return { notices, told: { causes, lastMs } };
}

function kindsOf({ attention, state, replies, zones }: NoticeFacts): readonly Kind[] {
  const keys = (group: AttentionItem['group']): string[] =>
    attention.filter(item => item.group === group).map(({ key }) => `${group}:${key}`);
  const hash = '#/attention';
  const kinds: Kind[] = [
    { causes: keys('decision'), isUrgent: true, notice: () => ({ title: texts.decision, text: texts.decide, hash }) },
    {
      causes: keys('versions'),
      isUrgent: false,
      notice: news => ({ title: news === 1 ? texts.versions : texts.versionsMany(news), text: texts.safe, hash }),
    },
    {
      causes: keys('blocked'),
      isUrgent: false,
      notice: news => ({ title: texts.blocked(news), text: texts.fix, hash }),
    },
    {
      causes: replies.map(task => `reply:${task}`),
      isUrgent: false,
      notice: () => ({ title: texts.reply, text: texts.read, hash: `#/chat/${encodeURIComponent(replies[0] ?? '')}` }),
    },
    ...zones.map(({ id, name }): Kind => ({
      causes: [`zone:${id}`],
      isUrgent: true,
      notice: () => ({ title: texts.zone(name), text: texts.fix, hash: '#/zones' }),
    })),
  ];
  const isEnded = state === 'accessEnded' || state === 'signedOut';
  const title = state === 'accessEnded' ? texts.accessEnded : texts.signedOut;
  const ended: Kind = {
    causes: isEnded ? [`account:${state}`] : [],
    isUrgent: true,
    notice: () => ({ title, text: texts.kept, hash: '#/files' }),
  };
  return [ended, ...kinds];
}
