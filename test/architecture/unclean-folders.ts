/**
 * Folders whose comments or file names are not in plain words yet (`words.ts`). Nothing is ever added here: new code is
 * written in plain words, and a folder that is clean leaves the list.
 */
export const UNCLEAN_FOLDERS: readonly string[] = [
  'main',
  'main/cli/setting-up',
  'renderer/features/browse',
  'renderer/features/organization',
  'shared/api/calls',
  'test/bench',
  'test/bench/lab',
  'test/bench/lean',
  'test/crash',
  'test/gallery',
  'test/histories',
  'test/instruments',
  'test/main/journal',
  'test/main/remote',
  'test/mutants/list',
  'test/preview/csv',
  'test/service/agent',
  'test/service/extraction',
  'test/service/rules',
  'test/setup/run',
  'test/sim/actors',
  'test/sim/judges',
  'test/sim/service',
  'test/sim/world',
];
