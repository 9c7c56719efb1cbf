/** How the volume of a mirrored folder treats names, as a probe measured it (`Disk.probe`). */
export interface VolumeNames {
  /** Whether `plate.csv` and `Plate.csv` are the same name there. */
  readonly foldsCase: boolean;
  /** Whether it refuses what Windows refuses: `a:b`, `CON`, a dot or a blank at the end. */
  readonly refusesWindowsNames: boolean;
}

/** A volume that keeps every name exactly, as is usual on Linux. */
export const EXACT_NAMES: VolumeNames = { foldsCase: false, refusesWindowsNames: false };

/** The usual volume of Windows, of memory cards and of shares for Windows. */
export const WINDOWS_NAMES: VolumeNames = { foldsCase: true, refusesWindowsNames: true };

/**
 * Two names with the same key are the same name on the volume. Systems have tables of their own for upper and lower
 * case; this key folds what any of them folds. Folding too much costs a number in a name, folding too little would cost
 * a file.
 */
export function keyOn(volume: VolumeNames, name: string): string {
  const plain = name.normalize('NFC');
  return volume.foldsCase ? plain.toLowerCase().toUpperCase().normalize('NFC') : plain;
}
