/** Where each feature has a folder of its name: its words, its part of the engine, its part of the window, its tests. */
export const FEATURE_ROOTS: readonly string[] = [
  'shared/features',
  'main/features',
  'renderer/features',
  'test/features',
];

/** Features without a folder in one of these, and why. */
export const NO_FOLDER: { readonly [folder: string]: string } = {
  'renderer/features/alerts':
    'set up on the command line; in the window what it tells of is among the zones and what needs a person',
  'renderer/features/monitoring': 'read by programs that watch over computers; it has no window',
  'test/features/mirrors': 'takes a whole computer: test/sim/features/mirrors, test/sim/scan and test/main/core/policy',
  'test/features/monitoring': 'takes a whole computer: test/sim/features/monitoring',
};

/** Which feature of the engine uses what belongs to another one, and why it is no helper of several. */
export const BORROWED: { readonly [pair: string]: string } = {
  'account → attention': 'who signs out is told how many things wait for them',
  'account → chat': 'messages that were not sent are told before a person signs out',
  'account → settings': 'an administrator may lay down which service is signed in to',
  'account → sharing': 'what was learnt of who may open things goes with the person',
  'activity → browse': 'why a file has another name is told as its row tells it',
  'alerts → account': 'work that was not sent is a cause of an alert',
  'attention → chat': 'messages that were not sent need a person',
  'browse → chat': 'a row says from which conversation a file was kept',
  'browse → library': 'the library is a place that is browsed',
  'chat → drops': 'files that go with a message come in as dropped files do',
  'chat → sharing': 'a file is named to the agent by the id that it is shared by',
  'chat → versions': 'a working copy is compared with versions of its file',
  'details → browse': 'details say of a file what its row says',
  'diagnostics → account': 'a support bundle says where the key is stored',
  'diagnostics → activity': 'a support bundle holds the history as it is shown',
  'diagnostics → settings': 'a support bundle holds the route to the service',
  'drops → edit': 'a note that is refused where it was dropped is made elsewhere',
  'library → chat': 'a row says from which conversation a file was kept',
  'monitoring → alerts': 'the figures count alerts',
  'monitoring → attention': 'the figures count what needs a person',
  'monitoring → status': 'the figures hold the status',
  'projects → organization': 'the people of a project are those of its organization',
  'search → browse': 'what is found is shown as the rows of its folder',
  'search → library': 'what is found may lie in the library',
  'sharing → edit': 'a move changes who may open a thing',
  'sign-out → account': 'signing out ends the session',
  'sign-out → chat': 'messages that were not sent are listed, and go',
  'sign-out → drops': 'drops that wait are given up',
  'sign-out → mirrors': 'mirrored folders are let go of',
  'status → attention': 'the status counts what needs a person',
  'zones → alerts': 'a zone that falls silent is an alert',
  'zones → mirrors': 'a destination is of an organization, as a mirror is',
  'zones → monitoring': 'the figures of zones are handed to monitoring',
  'zones → settings': 'an administrator may lay down how zones verify',
  'zones → sharing': 'who may write into a destination is read from its shares',
};
