/** The computers that packages are made for, as Node names them. */
export const TARGETS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'] as const;

/** One of them. */
export type Target = (typeof TARGETS)[number];

/** Whether a name is one of a computer that packages are made for. */
export function isTarget(name: string): name is Target {
  return TARGETS.some(each => each === name);
}

/** The computer that this program runs on; null where no packages are made for it. */
export function thisTarget(): Target | null {
  const name = `${process.platform}-${process.arch}`;
  return isTarget(name) ? name : null;
}
