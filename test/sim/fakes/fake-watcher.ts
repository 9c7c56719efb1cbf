import type { Watcher } from '../../../main/ports/watcher.ts';
import type { FakeTree } from './fake-tree.ts';
import type { Device } from './scheduler.ts';

/** What becomes of one hint: delivered in its own time, lost without a word, or lost with a word. */
export type HintFate = 'deliver' | 'drop' | 'overflow';

/** Watches the tree of one computer. Hints are steps, so they come late and in any order. */
export function createFakeWatcher(
  tree: FakeTree,
  device: Device,
  fate: (folder: string) => HintFate = () => 'deliver',
): Watcher {
  const watches = new Set<(folder: string) => void>();
  // One device at a time works on a tree; the newest listens, after a crash of the one before.
  const listen = (): void => {
    tree.onTouch = folder => {
      if (device.isAlive) for (const watch of watches) watch(folder);
    };
  };
  return {
    watch: (root, onHint) => {
      listen();
      const watch = (folder: string): void => {
        const inside = insideOf(root, folder);
        const luck = inside === null ? 'drop' : fate(folder);
        if (luck === 'drop') return;
        const hint = { folder: luck === 'overflow' ? null : inside };
        void device.step(`hint ${hint.folder ?? 'lost'}`, () => (watches.has(watch) ? onHint(hint) : undefined));
      };
      watches.add(watch);
      return Promise.resolve({ close: async () => void watches.delete(watch) });
    },
  };
}

/** The folder's path inside the root; null when it is elsewhere or ours. */
function insideOf(root: string, folder: string): string | null {
  if (folder === root) return '';
  if (!folder.startsWith(`${root}/`)) return null;
  const inside = folder.slice(root.length + 1);
  return inside === '.benchtop' || inside.startsWith('.benchtop/') ? null : inside;
}
