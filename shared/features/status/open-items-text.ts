import { pauseCause } from './pauses-text.ts';

/** Why something is not done yet: what happened, what is safe, what comes next. Paths are inside the mirror. */
export const openTexts = {
  removalHold: (path: string) =>
    `'${path}' was removed here. It is removed at the service when the waiting time is over. Undo brings it back, and so does putting it back.`,
  guarded: (path: string) =>
    `'${path}' is one of the removals that wait for your answer. Nothing is removed until you decide.`,
  paused: (folder: string, why: string) =>
    `'${folder}' is paused${pauseCause(why)}. Nothing in it is looked at, sent, downloaded or removed until it goes on.`,
  settling: (path: string) => `'${path}' is still changing. It is sent when it has been quiet for a moment.`,
  unproven: (path: string) => `'${path}' is no longer listed at the service. It stays here until that is certain.`,
  outOfSight: (name: string) =>
    `The service does not show '${name}' to you now. It stays on this computer as it is, and changes to it are not sent.`,
  /** Of one that was changed here. */
  unsentOutOfSight: (path: string) =>
    `'${path}' was changed here, and the service does not show it to you now, or under a name that is skipped here. Your change is kept on this computer and not sent. To send it, copy it to another name or folder.`,
  /** Of one that is not here any more. */
  removedOutOfSight: (path: string) =>
    `'${path}' is not here any more, and the service does not show it to you now. It stays there until it is shown again.`,
  retried: (path: string) => `'${path}' changed while it was worked on. It is tried again by itself.`,
  inside: (name: string) => `Not everything in '${name}' is in step. Open it to see what, and why.`,
  waits: (path: string) =>
    `'${path}' waits for another item or folder that has to come or go first. To see more: benchtop why PATH`,
  unseen: (path: string) =>
    `'${path}' waits until the service shows what is in its folder there: it may be there already. Nothing is lost.`,
  conflict: (path: string, copy: string) =>
    `'${path}' was changed here and at the service. Both versions are kept; yours is '${copy}'. Choose which one should be current.`,
  skipped: (path: string, why: string) => `'${path}' is left alone until it changes, as you asked: ${why}`,
  blocked: (path: string, why: string) => (path === '' ? why : `'${path}': ${why}`),
};
