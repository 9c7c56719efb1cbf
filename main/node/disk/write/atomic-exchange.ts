import { codeOf } from '../system-error.ts';

/** Lets two names of one volume change what they lead to, in one step. @throws system errors. */
export type Exchange = (one: string, other: string) => void;

let loading: Promise<Exchange | null> | null = null;

/** The system's exchange: renameat2 on Linux, renamex_np on macOS; null where there is none. Loaded when first asked. */
export function systemExchange(): Promise<Exchange | null> {
  loading ??= load();
  return loading;
}

/** Whether a volume cannot exchange names (FAT, most network shares). */
export function lacksExchange(thrown: unknown): boolean {
  return ['ENOSYS', 'EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'EPERM'].includes(codeOf(thrown) ?? '');
}

async function load(): Promise<Exchange | null> {
  // On Windows the library renames three times, and the path leads to nothing in between.
  if (process.platform === 'win32') return null;
  try {
    const { swapSync } = await import('fs-native-extensions');
    return swapSync;
  } catch {
    // No build for this system: files are replaced without it.
    return null;
  }
}
