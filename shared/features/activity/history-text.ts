import type { ActivityEntry } from '../status/records-model.ts';

const VERBS: { readonly [verb: string]: string } = {
  sent: 'Sent',
  received: 'Downloaded',
  moved: 'Moved',
  removed: 'Removed',
  created: 'Created',
  conflict: 'Two versions kept',
  kept: 'Kept',
  freed: 'Space freed',
  restored: 'Restored',
  blocked: 'Not in step',
  resolved: 'Conflict settled',
  relinked: 'Compared anew',
  narrowed: 'Access ended',
};

const CAUSES: { readonly [cause: string]: string } = {
  'changed here': 'changed on this computer',
  'changed at the service': 'changed at the service',
  'from the service': 'from the service',
  person: 'as you asked',
  'person: mine': 'you kept your version',
  'person: theirs': "you took the service's version",
  'person: both': 'you kept both as separate files',
  merged: 'merged by you',
  'records and folder differ in age':
    'the sync record and the folder were not from the same moment; nothing was removed',
};

/** The cause of `narrowed`; the names follow. */
export const ACCESS_LOST_BY = 'moved out of the reach of ';

/** A line of history in words: what was done, and why. */
export function historyText(entry: Pick<ActivityEntry, 'verb' | 'cause'>): {
  readonly verb: string;
  readonly cause: string;
} {
  return { verb: own(VERBS, entry.verb) ?? entry.verb, cause: own(CAUSES, entry.cause) ?? entry.cause };
}

function own(words: { readonly [name: string]: string }, name: string): string | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined;
}
