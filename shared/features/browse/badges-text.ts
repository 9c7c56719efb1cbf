import type { SyncBadge } from './file-row-model.ts';

/** What a badge says: a few words for the row, and one sentence for who asks further. */
export interface BadgeText {
  readonly label: string;
  readonly meaning: string;
}

const SYNC: { readonly [B in SyncBadge]: BadgeText } = {
  remote: { label: 'Online only', meaning: 'It is at the service, and not on this computer.' },
  queuedDown: { label: 'Waiting to download', meaning: 'It is in the queue and will be downloaded by itself.' },
  downloading: { label: 'Downloading', meaning: 'It is being downloaded now.' },
  local: { label: 'On this computer', meaning: 'The same here and at the service, as of the last look at both.' },
  pinned: { label: 'Always on this computer', meaning: 'Kept here, whatever else is removed to make room.' },
  settling: { label: 'Waiting for it to settle', meaning: 'It is still changing, and will be sent when it is quiet.' },
  queuedUp: { label: 'Waiting to send', meaning: 'It is in the queue and will be sent by itself.' },
  uploading: { label: 'Sending', meaning: 'It is being sent now.' },
  confirming: { label: 'Confirming', meaning: 'It was sent; the service is asked whether it arrived whole.' },
  verified: { label: 'Verified', meaning: 'Downloaded back and compared: both are the same, byte for byte.' },
  conflict: { label: 'Two different versions', meaning: 'It was changed here and at the service. Both are kept.' },
  blocked: { label: 'Not in step', meaning: 'It could not be sent or downloaded. What is on this computer is kept.' },
  viewOnly: { label: 'View only', meaning: 'Changes you make here are not sent.' },
  renamedHere: { label: 'Different name here', meaning: 'Its name at the service does not work on this computer.' },
  ignored: { label: 'Skipped by rule', meaning: 'A rule says that it is neither sent nor downloaded.' },
  removing: {
    label: 'Will be removed',
    meaning: 'It was removed here and will be removed at the service after a wait.',
  },
};

/** What is known of a row beyond its badge. */
export interface BadgeFacts {
  /** One sentence about this very item; it is said in place of the general one. */
  readonly note: string | null;
  readonly serviceName: string | null;
  /** It is in a mirrored folder, where “Keep offline” is. Left out: it may not be. */
  readonly mayKeep?: boolean;
  /** Of a transfer under way, 0 to 100; null when there is none. */
  readonly percent: number | null;
}

/** The words for a sync badge. */
export function syncBadgeText(badge: SyncBadge, facts: BadgeFacts): BadgeText {
  const { label, meaning } = SYNC[badge];
  const isMoving = badge === 'downloading' || badge === 'uploading';
  const advice = badge === 'remote' && facts.mayKeep === true ? ' “Keep offline” downloads it.' : '';
  const said = facts.note ?? `${meaning}${advice}`;
  return {
    label: isMoving && facts.percent !== null ? `${label} ${facts.percent} %` : label,
    meaning: facts.serviceName === null ? said : `${said} Its name at the service: “${facts.serviceName}”.`,
  };
}

const EXTRACTION: { readonly [status: string]: BadgeText } = {
  pending: {
    label: 'Text: queued',
    meaning:
      'When it was last asked, the service had not begun to read this file’s text. Searching its name works now.',
  },
  running: { label: 'Text: reading', meaning: 'When it was last asked, the service was reading this file’s text.' },
  done: { label: 'Text searchable', meaning: 'Content search covers this version.' },
  failed: {
    label: 'Text could not be read',
    meaning: 'The file itself is safe. Content search won’t find words inside this version.',
  },
  deferred: {
    label: 'Stored, no text',
    meaning: 'This kind of data has no text to search. Everything else works.',
  },
};

/** The words for an extraction status of the service; null when there is nothing to extract. Unknown words are shown as sent. */
export function extractionText(status: string | null): BadgeText | null {
  if (status === null) return null;
  if (Object.hasOwn(EXTRACTION, status)) return EXTRACTION[status] ?? null;
  return { label: `Text: ${status}`, meaning: 'The service says this about reading the file’s text.' };
}
