import {
  type Fault,
  type FaultKind,
  type FaultOf,
  NO_ROOM_STATUS,
  type RootTrouble,
  WITHOUT_BENCHTOP,
} from '../fault.ts';
import { SECOND, MINUTE } from '../units.ts';
import type { FaultText } from './fault-text.ts';
import { diskRefused } from './disk-faults.ts';
import { formatBytes, formatCount, formatExact } from './format.ts';

/** The words for a fault. */
export function faultText(fault: Fault): FaultText {
  // The row looked up is the one for this very kind.
  const describe = TEXTS[fault.kind] as (fault: Fault) => FaultText;
  return describe(fault);
}

/** Everything `faultText` says but the title, on one line: for the command line, for an item's note, for a report. */
export function faultLine(fault: Fault): string {
  return onOneLine(faultText(fault));
}

/** What happened, the service's own words, and what to do, on one line. */
export function onOneLine({ sentence, said, remedy }: FaultText): string {
  const quoted = said.length === 0 ? '' : `The service said: ${said.map(text => `“${oneLine(text)}”`).join(' ')}`;
  return [oneLine(sentence), quoted, remedy].filter(part => part !== '').join(' ');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** A new fault does not compile until it has words. */
const TEXTS: { readonly [K in FaultKind]: (fault: FaultOf<K>) => FaultText } = {
  offline,
  busy,
  failing,
  'signed-out': () => SIGNED_OUT,
  'access-ended': ({ messages }) => ({ ...ACCESS_ENDED, said: messages }),
  scope: ({ messages }) => ({ ...SCOPE, said: messages }),
  'not-allowed': ({ messages }) => ({ ...NOT_ALLOWED, said: messages }),
  gone: ({ messages }) => ({ ...GONE, said: messages }),
  stale,
  refused: ({ status, messages }) => ({ ...(status === 401 ? UNAUTHORIZED : REFUSED), said: messages }),
  'wider-audience': widerAudience,
  'older-versions': olderVersions,
  'old-version': oldVersion,
  'link-expired': () => LINK_EXPIRED,
  'disk-full': diskFull,
  'disk-refused': diskRefused,
  'root-lost': rootLost,
  'set-back': setBack,
  'bad-request': ({ detail }) => ({ title: "That can't be done", sentence: detail, remedy: '', said: [] }),
  bug,
};

const SIGNED_OUT: FaultText = {
  title: 'Please sign in',
  sentence: 'You are not signed in, or your key is no longer accepted. Changes on this computer are kept.',
  remedy: 'Sign in with a valid key; syncing goes on where it stopped.',
  said: [],
};

const ACCESS_ENDED: FaultText = {
  title: 'Your access has ended',
  sentence:
    'Your access to the organization has ended. Files on this computer stay where they are, but nothing more is sent or downloaded.',
  remedy: 'Ask an owner of the organization for access, then sign in again.',
  said: [],
};

const SCOPE: FaultText = {
  title: "This key can't do that",
  sentence: "The key you signed in with isn't allowed to do this. Everything else goes on.",
  remedy: 'Sign in with a key that has more rights.',
  said: [],
};

const NOT_ALLOWED: FaultText = {
  title: "You can't change this item",
  sentence: "The service doesn't let you do this to this item. What is on this computer is kept.",
  remedy: 'Ask someone with the admin role on it for access.',
  said: [],
};

const GONE: FaultText = {
  title: "It's no longer there",
  sentence: 'It was removed at the service, or you lost access to it.',
  remedy: 'Look again; if you need it, ask someone who has it to restore or share it.',
  said: [],
};

const REFUSED: FaultText = {
  title: "The service didn't accept this",
  sentence: "The service didn't accept this. What is on this computer is kept as it is.",
  remedy: 'Change what it objects to and try again.',
  said: [],
};

/** The service's storage is full. */
const NO_ROOM: FaultText = {
  title: 'The service has no room left',
  sentence:
    'The service has no room left for this (status 507). What is on this computer is kept; everything else goes on.',
  remedy:
    'Ask the people who run the service for more room, or remove there what is no longer needed. It is sent by itself once there is room.',
  said: [],
};

/** Of one call, while the sign-in is accepted for others. */
const UNAUTHORIZED: FaultText = {
  title: 'The service refused this call',
  sentence:
    'The service refused this call with 401, though it accepts your sign-in for other calls. What is on this computer is kept.',
  remedy: 'Try again in a few minutes. If it goes on, tell the people who run the service.',
  said: [],
};

const LINK_EXPIRED: FaultText = {
  title: 'The transfer link ran out',
  sentence: 'The link for a transfer ran out before the transfer ended. Nothing is lost.',
  remedy: 'A new link is asked for by itself; there is nothing you need to do.',
  said: [],
};

/** The system's words for a network that is not there at all. */
const NO_NETWORK = /\b(ENETUNREACH|ENETDOWN|EAI_AGAIN|EHOSTUNREACH)\b/;
/** Its words for a certificate that no authority signed: mostly a proxy that looks into what is sent. */
const NO_TRUST = /\b(CERT_[A-Z_]+|[A-Z_]*SELF_SIGNED[A-Z_]*|UNABLE_TO_[A-Z_]*(?:ISSUER|SIGNATURE)[A-Z_]*)\b/;

function offline(fault: FaultOf<'offline'>): FaultText {
  if (fault.detail === WITHOUT_BENCHTOP)
    return {
      title: "Benchtop doesn't answer",
      sentence: 'There is no connection to Benchtop on this computer; it may have ended. Your files are untouched.',
      remedy: 'Once it runs again, try again.',
      said: [],
    };
  if (NO_NETWORK.test(fault.detail))
    return {
      title: "You're offline",
      sentence: `This computer has no connection to the service${inBrackets(fault.detail)}. Changes are saved here and sent when the connection returns.`,
      remedy: 'Check the network; it goes on by itself.',
      said: [],
    };
  if (NO_TRUST.test(fault.detail))
    return {
      title: "The network's certificate isn't trusted",
      sentence: `Something between this computer and the service answers in its place${inBrackets(fault.detail)}. Nothing was sent, and nothing is lost.`,
      remedy: 'Ask the people who run your network whether a proxy looks into connections.',
      said: [],
    };
  return {
    title: "Can't reach the service",
    sentence: `The service can't be reached${inBrackets(fault.detail)}. Nothing is lost: changes are kept here until it answers.`,
    remedy: "Check the network and the service's address, then try again.",
    said: [],
  };
}

function busy(fault: FaultOf<'busy'>): FaultText {
  const again = fault.retryAfterMs === null ? 'shortly' : `in ${wait(fault.retryAfterMs)}`;
  return {
    title: 'The service asked us to slow down',
    sentence: 'The service is busy and asked us to wait. Nothing is lost.',
    remedy: `Try again ${again}; what runs in the background continues by itself.`,
    said: [],
  };
}

function failing(fault: FaultOf<'failing'>): FaultText {
  if (fault.page !== undefined) return intercepted(fault.status, fault.page);
  // It did answer, and what made no sense about that are our own words.
  if (fault.status < 300)
    return {
      title: 'The service has a problem',
      sentence: `The service gave an answer that can't be used (status ${fault.status}). ${fault.messages.join(' ')} What is on this computer is kept, and it is tried again later.`,
      remedy: 'If it goes on, tell the people who run the service.',
      said: [],
    };
  if (fault.status === 401) return { ...UNAUTHORIZED, said: fault.messages };
  if (fault.status === NO_ROOM_STATUS) return { ...NO_ROOM, said: fault.messages };
  return {
    title: 'The service has a problem',
    sentence: `The service could not answer (status ${fault.status}). What is on this computer is kept, and it is tried again later.`,
    remedy: 'If it goes on, tell the people who run the service.',
    said: fault.messages,
  };
}

/** A page that came in the place of one answer, while the service answers other calls. */
function intercepted(status: number, title: string): FaultText {
  const words = title === '' ? '' : `, “${oneLine(title)}”`;
  return {
    title: 'Something else answered this call',
    sentence: `A page came in the place of the service's answer (status ${status}${words}); the service answers other calls. What is on this computer is kept, and it is tried again later.`,
    remedy: 'If it goes on, show these words to the people who run your network or the service.',
    said: [],
  };
}

function setBack({ files }: FaultOf<'set-back'>): FaultText {
  const before = files === 1 ? 'as it was before its latest version' : 'as they were before their latest versions';
  return {
    title: 'The service was set back',
    sentence: `The service shows ${formatCount(files, 'file')} ${before}, which it no longer has. Nothing is changed here or there.`,
    remedy:
      'Ask the people who run the service. If what is on this computer should count, allow it, and it is sent again on top of the old versions; nothing is overwritten.',
    said: [],
  };
}

function stale(fault: FaultOf<'stale'>): FaultText {
  return {
    title: 'It changed meanwhile',
    sentence: `It is no longer what it was a moment ago${inBrackets(fault.detail)}. Nothing was overwritten.`,
    remedy: 'Look at what is there now and try again.',
    said: [],
  };
}

/** Names that fit on a line; the others are counted. */
const MOST_NAMES = 3;

function widerAudience({ path, who }: FaultOf<'wider-audience'>): FaultText {
  const names = (who ?? []).map(({ name }) => name);
  const more = names.length - MOST_NAMES;
  const named = names.slice(0, MOST_NAMES).join(', ');
  const readers = more > 0 ? `${named} and ${more} more` : named;
  const why =
    who === null
      ? 'the service does not tell who could read it there'
      : `there it could also be read by ${oneLine(readers)}`;
  return {
    title: 'More people could read this',
    sentence: `'${path}' was moved here, but not yet at the service: ${why}. Everything stays as it is until you decide.`,
    remedy: 'Let it go there (benchtop problems allow), or put it back where it was.',
    said: [],
  };
}

function olderVersions({ path, kept, lost, isRefused }: FaultOf<'older-versions'>): FaultText {
  const { versions, sizeBytes } = lost;
  const rest =
    versions === null
      ? 'the service does not tell which older versions it has, so none of them would be kept'
      : `${olderCount(versions, sizeBytes)} would be lost, because ${isRefused ? 'the service does not send them' : 'there is no room for them here'}`;
  const safe = kept.versions === 0 ? '' : `${olderCount(kept.versions ?? 0, kept.sizeBytes)} can be kept, but `;
  return {
    title: 'Older versions would be lost',
    sentence: `'${path}' was removed here, but not yet at the service: ${safe}${rest}. Everything stays as it is until you decide.`,
    remedy: `Put it back (benchtop undo), or remove it without them (benchtop problems allow).${isRefused || versions === null ? '' : MORE_ROOM}`,
    said: [],
  };
}

function oldVersion({ path, at }: FaultOf<'old-version'>): FaultText {
  const newer = at === null ? 'the newest one that was here' : `the one from ${formatExact(at)}`;
  return {
    title: 'The service shows an older version',
    sentence: `The service shows an older version of '${path}', and no longer has ${newer}. That one stays on this computer until you decide.`,
    remedy:
      'Send what is here on top of it (benchtop problems allow), or take what the service has (benchtop problems take); then the newer version is kept here for 30 days.',
    said: [],
  };
}

const MORE_ROOM =
  ' More room for older versions is set in the settings (benchtop config set olderVersionsMaxBytes BYTES).';

/** Some older versions, and how large they are if that is known. */
export function olderCount(versions: number, sizeBytes: number | null): string {
  const size = sizeBytes === null ? 'of unknown size' : formatBytes(sizeBytes);
  return `${formatCount(versions, 'older version')} (${size})`;
}

function diskFull(fault: FaultOf<'disk-full'>): FaultText {
  return {
    title: 'This disk is full',
    sentence: `There is no room on the disk for '${fault.path}'. Nothing is lost; downloads wait, sending goes on.`,
    remedy: 'Free some space on that disk, then try again.',
    said: [],
  };
}

function rootLost(fault: FaultOf<'root-lost'>): FaultText {
  const { what, remedy } = ROOT_WORDS[fault.why];
  return {
    title: "The mirrored folder isn't as it was",
    sentence: `The folder '${fault.path}' ${what}. Syncing for it stopped so that nothing is removed.`,
    remedy,
    said: [],
  };
}

/** A share or a disk that is not connected leaves an empty folder in its place: that comes first. */
const CONNECT =
  'If it is on a share or another disk, connect that again, or put the folder back: syncing goes on by itself. Only if its mark is lost for good, stop syncing it and add it again; its files stay.';
const MOVED = `Connect its disk or put the folder back. If you moved it, say where it is now: benchtop mirror move.`;
const ROOT_WORDS: { readonly [W in RootTrouble]: { readonly what: string; readonly remedy: string } } = {
  missing: { what: "isn't there", remedy: MOVED },
  'not-a-folder': { what: 'is not a folder', remedy: 'Put the folder back in its place.' },
  unreadable: { what: "can't be read", remedy: 'Give yourself permission to read it.' },
  'no-answer': {
    what: 'does not answer',
    remedy: 'Check the connection to its disk or share; syncing goes on by itself once it answers.',
  },
  'not-writable': { what: "can't be written", remedy: 'Give yourself permission to write in it.' },
  'no-marker': { what: 'has lost the mark we put in it, so it may be another folder', remedy: CONNECT },
  'other-marker': { what: 'belongs to another mirror', remedy: CONNECT },
  'other-volume': { what: 'is on another disk than before', remedy: CONNECT },
};

function bug(fault: FaultOf<'bug'>): FaultText {
  return {
    title: 'Something went wrong in Benchtop',
    sentence: `Benchtop made a mistake (${fault.detail}). Your files are kept as they are.`,
    remedy: 'Try again; if it comes back, report these words.',
    said: [],
  };
}

function inBrackets(detail: string): string {
  return detail === '' ? '' : ` (${detail.replace(/\.$/, '')})`;
}

/** A waiting time, rounded up so that it is never promised too short. */
function wait(ms: number): string {
  if (ms > 2 * MINUTE) return `${Math.ceil(ms / MINUTE)} minutes`;
  const seconds = Math.max(1, Math.ceil(ms / SECOND));
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
