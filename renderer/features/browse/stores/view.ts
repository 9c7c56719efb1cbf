import { create } from 'zustand';

/** How the files of a folder are shown: as lines with columns, or as tiles with pictures. */
export type FilesLook = 'list' | 'tiles';

/** Where the choice is kept for the next time. */
const KEPT_AS = 'benchtop.files.view';

/** One choice for all folders. */
export const useFilesLook = create<{ readonly look: FilesLook }>(() => ({ look: remembered() }));

/** Shows files so from now on. */
export function showAs(look: FilesLook): void {
  useFilesLook.setState({ look });
  try {
    localStorage.setItem(KEPT_AS, look);
  } catch {
    // A browser may refuse to keep anything; then the choice ends with the window.
  }
}

function remembered(): FilesLook {
  try {
    return localStorage.getItem(KEPT_AS) === 'tiles' ? 'tiles' : 'list';
  } catch {
    return 'list';
  }
}
