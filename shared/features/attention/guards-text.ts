import { formatBytes, formatCount } from '../../text/format.ts';

interface TooLarge {
  readonly going: number;
  readonly recent: number;
  readonly of: number;
  readonly most: number;
}

function within(recent: number): string {
  return recent === 0 ? '' : `, ${recent} of them in the last 24 hours,`;
}

/** The words of the sheet on which a person answers about removals; those for what is unexplained fit one item, too. */
export const guardWords = {
  title: (folder: string) => `Removals in '${folder}'`,
  here: 'These were removed on this computer. At the service they are all still there.',
  service:
    'These disappeared at the service: removed by somebody, or you lost access. On this computer they are all still there.',
  unexplained:
    'No longer at the service, which does not say that anything was removed: it may have been set back to an older state, or you lost access. On this computer all of it is still there.',
  /** What became of some items, for a line about them. */
  what: {
    here: 'were removed on this computer',
    service: 'were removed at the service',
    unexplained: 'are missing at the service, which does not say that they were removed',
  },
  tooMany: ({ going, recent, most }: { readonly going: number; readonly recent: number; readonly most: number }) =>
    `You are asked because ${formatCount(going, 'item')}${within(recent)} would go: more than ${most} (guardItems).`,
  tooLarge: ({ going, recent, of, most }: TooLarge) =>
    `You are asked because ${going} of ${formatCount(of, 'item')}${within(recent)} would go: more than ${most} % (guardPercent).`,
  halted: 'Only this folder waits; the others go on.',
  reading: 'Reading what would be removed…',
  list: 'What would be removed',
  summary: (files: number, folders: number, sizeBytes: number) =>
    [
      ...(files > 0 ? [formatCount(files, 'file')] : []),
      ...(folders > 0 ? [formatCount(folders, 'folder')] : []),
      ...(sizeBytes > 0 ? [formatBytes(sizeBytes)] : []),
    ].join(', '),
  find: 'Find in this list',
  clear: 'Show all of it',
  none: 'Nothing here is called that.',
  showMore: 'Show more',
  more: (items: number) =>
    `${formatCount(items, 'more item was', 'more items were')} removed since you looked. Nothing was done; look again and decide then.`,
  keep: {
    here: { button: 'Keep them', text: 'Keep them: they are downloaded to this computer again.' },
    service: {
      button: 'Keep them here',
      text: 'Keep them here: the files stay on this computer only, and are sent once you change them.',
    },
    unexplained: {
      button: 'Send again',
      text: 'Send again: it goes to the service as new. In a folder that only receives it stays on this computer.',
    },
  },
  remove: {
    here: {
      button: 'Remove at the service too…',
      title: (what: string) => `Remove ${what} at the service?`,
      text: 'They go for everybody who can open the folder. A copy of each file is kept on this computer for 30 days, with as many of its older versions as there is room for; the app cannot bring files back at the service.',
      confirm: 'Remove at the service',
    },
    service: {
      button: 'Remove from this computer too…',
      title: (what: string) => `Remove ${what} from this computer?`,
      text: 'They go from the folder here. A copy of each file is kept on this computer for 30 days.',
      confirm: 'Remove from this computer',
    },
    unexplained: {
      button: 'Remove from this computer too…',
      title: (what: string) => `Remove ${what} from this computer?`,
      text: 'A copy of each file is kept on this computer for 30 days; the service may have none.',
      confirm: 'Remove from this computer',
    },
  },
  later: 'Decide later',
  back: 'Back',
  kept: {
    here: 'What was removed is downloaded again.',
    service: 'What is on this computer stays.',
    unexplained: 'What is on this computer stays, and is sent again.',
  },
  removed: {
    here: 'It goes at the service too; a copy of each file is kept here for 30 days.',
    service: 'It goes from this computer; a copy of each file is kept for 30 days.',
    unexplained: 'It goes from this computer; a copy of each file is kept for 30 days.',
  },
} as const;
