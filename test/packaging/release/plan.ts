import { isTarget, type Target } from '../build/targets.ts';

/** What a build machine was given; empty texts are nothing given. */
export type Given = { readonly [name: string]: string | undefined };

/** How electron-builder is called for a release. */
export interface ReleasePlan {
  readonly args: readonly string[];
  /** Added to the environment; undefined takes a name out. */
  readonly environment: { readonly [name: string]: string | undefined };
  /** Whether what comes out is signed by the authors: only then does it look for updates (security.md S63). */
  readonly isSigned: boolean;
}

/** What must be given so that a package of a system is signed, in the names of electron-builder. */
const SIGNING: { readonly [system: string]: readonly string[] } = {
  darwin: ['CSC_LINK', 'CSC_KEY_PASSWORD', 'APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
  win32: ['WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD'],
  // Packages for Linux carry no signature that Benchtop itself could check, so they never update themselves.
  linux: [],
};

const FLAGS: { readonly [system: string]: string } = { darwin: '--mac', win32: '--win', linux: '--linux' };

/**
 * How a release is packed for a target. With half of what signing needs nothing is packed: a package that looks signed and
 * is not would be worse than none. @throws Error.
 */
export function releasePlan(target: string, given: Given, feed: string): ReleasePlan {
  if (!isTarget(target)) throw new Error(`No packages are made for ${target}.`);
  const [system = '', arch = ''] = partsOf(target);
  const needed = SIGNING[system] ?? [];
  const missing = needed.filter(name => (given[name] ?? '') === '');
  if (missing.length > 0 && missing.length < needed.length) {
    throw new Error(`Signing was begun but cannot be done without ${missing.join(' and ')}.`);
  }
  const isSigned = needed.length > 0 && missing.length === 0;
  const signing = isSigned ? [`-c.extraMetadata.updates=${feed}`, '-c.forceCodeSigning=true'] : [];
  const notarizing = system === 'darwin' ? [`-c.mac.notarize=${isSigned}`] : [];
  return {
    args: [FLAGS[system] ?? '', `--${arch}`, '--publish', 'never', ...signing, ...notarizing],
    // A name with nothing in it would be taken for a certificate; and none is looked for on the machine.
    environment: isSigned
      ? {}
      : { ...Object.fromEntries(needed.map(name => [name, undefined])), CSC_IDENTITY_AUTO_DISCOVERY: 'false' },
    isSigned,
  };
}

function partsOf(target: Target): readonly string[] {
  return target.split('-');
}
