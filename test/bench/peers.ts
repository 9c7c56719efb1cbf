import { execFileSync } from 'node:child_process';

/** Programs that we are measured against, and how each says its version. */
const VERSION_WORDS = {
  find: ['--version'],
  rclone: ['version'],
  unison: ['-version'],
  rsync: ['--version'],
  syncthing: ['--version'],
  curl: ['--version'],
  cp: ['--version'],
} as const satisfies Record<string, readonly string[]>;

export type PeerName = keyof typeof VERSION_WORDS;

const known = new Map<PeerName, string | null>();
/** Those that the row at hand asked for. */
const asked = new Set<PeerName>();

/** The version of a peer, such as `1.60.1`; null when it is not installed. Asked once. */
export function versionOf(peer: PeerName): string | null {
  asked.add(peer);
  const before = known.get(peer);
  if (before !== undefined) return before;
  const version = askVersion(peer);
  known.set(peer, version);
  return version;
}

/** The first of these that is not there, as a reason; null when all are. */
export function missing(...peers: readonly PeerName[]): string | null {
  const absent = peers.find(peer => versionOf(peer) === null);
  return absent === undefined ? null : `not installed: ${absent}`;
}

/** All that were asked for since this was called last, and are there. */
export function versionsAsked(): Readonly<Record<string, string>> {
  const there = [...asked].flatMap(peer => {
    const version = known.get(peer) ?? null;
    return version === null ? [] : [[peer, version] as const];
  });
  asked.clear();
  return Object.fromEntries(there);
}

function askVersion(peer: PeerName): string | null {
  try {
    const said = execFileSync(peer, VERSION_WORDS[peer], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return /\d+(?:\.\d+)+/.exec(said)?.[0] ?? 'unknown';
  } catch {
    return null;
  }
}
