import type { Scene } from './scene.ts';
import { filesScenes } from './scenes/files.ts';

/** Everything there is to look at. */
export const SCENES: readonly Scene[] = [...filesScenes];
