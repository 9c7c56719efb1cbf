/** What becomes of a file's content. */
export const decisionWords = {
  rest: 'nothing',
  upload: 'send as a new version',
  'upload-as-new': 'send as a new file',
  download: 'fetch',
  'delete-local': 'take away here, into the store',
  'delete-remote': 'remove at the service, after hold and guard',
  'keep-both': 'keep both: theirs under the name, ours beside it as a conflict copy that is sent too',
  forget: 'drop the record',
  frozen: 'wait until it can be seen',
  'upload-on-top': 'send as the newest version, theirs stays in the history',
  'keep-both-here': 'keep both: theirs under the name, ours beside it, not sent',
  'keep-here': 'ours stays here, is not sent and no longer followed',
} as const;

/** What becomes of a folder. */
export const folderWords = {
  rest: 'stays as it is',
  'create-local': 'make it here',
  'create-remote': 'make it at the service',
  'delete-local': 'take away here, when empty',
  'delete-remote': 'archive at the service, after hold and guard',
  forget: 'drop the record',
  frozen: 'wait until it can be seen',
} as const;

/** Where a folder is seen. */
export const situationWords = {
  both: 'on both sides',
  'new here': 'new here',
  'kept here': 'kept here only',
  'removed there': 'archived or removed at the service',
  'moved here, removed there': 'the same, but renamed or moved here: a person is asked before anything in it goes',
  'new there': 'new at the service',
  'removed here': 'removed here',
  gone: 'removed on both sides',
  unknown: 'one side cannot be seen',
} as const;

/** What will remain inside of a folder. */
export const insideWords = {
  empty: 'nothing is in it',
  leaving: 'all in it leaves',
  unknown: 'only what cannot be seen',
  here: 'something stays here',
  there: 'something stays at the service',
  both: 'something stays on both sides',
} as const;
