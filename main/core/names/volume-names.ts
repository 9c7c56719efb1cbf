/** What the volume of a mirrored folder makes of names, as a probe found it (`Disk.probe`). */
export interface VolumeNames {
  /** Whether `plate.csv` and `Plate.csv` are one name there. */
  readonly foldsCase: boolean;
  /** Whether it refuses what Windows refuses: `a:b`, `CON`, a dot or a blank at the end. */
  readonly refusesWindowsNames: boolean;
}

/** A volume that holds every name, and holds all of them apart: the usual one of Linux. */
export const EXACT_NAMES: VolumeNames = { foldsCase: false, refusesWindowsNames: false };

/** The usual one of Windows; also of memory cards and of what is shared for Windows. */
export const WINDOWS_NAMES: VolumeNames = { foldsCase: true, refusesWindowsNames: true };

/**
 * Two names with the same key are one name on the volume, or on one of its kind: systems have tables of their own for which
 * letters are the same, and ours takes for one what any of them does. That costs a number, never a file.
 */
export function keyOn(volume: VolumeNames, name: string): string {
  const plain = name.normalize('NFC');
  return volume.foldsCase ? plain.toLowerCase().toUpperCase().normalize('NFC') : plain;
}
