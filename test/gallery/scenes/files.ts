import { never, type Scene } from '../scene.ts';

/** A mirrored folder. */
export const filesScenes: readonly Scene[] = [
  {
    screen: 'files',
    state: 'full',
    route: '#/files/m1',
    shows: ['Lab rules.md', 'Plates', 'Up to date'],
  },
  {
    screen: 'files',
    state: 'loading',
    route: '#/files/m1',
    answers: { 'files.window': never },
    shows: ['Knowledge Base'],
  },
];
